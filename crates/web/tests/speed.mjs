// Times of two modules in turns: node tests/speed.mjs WITH WITHOUT prints, for each computation, the shortest of the rounds' means in microseconds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { load } from "../page/polymod.js";

const ROUNDS = 5;
const modules = await Promise.all(process.argv.slice(2).map((name) => load(readFileSync(name))));
assert.equal(modules.length, 2, "two modules");

/** A polynomial with coefficients from a generator with a fixed seed. */
function polynomial(n, len) {
  let state = 5n;
  const coefficient = () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & (2n ** 64n - 1n);
    return (state >> 3n) % (n - 1n) + 1n;
  };
  return `[${Array.from({ length: len }, coefficient)}]`;
}

console.log("operation  modulus   coefficients   with simd128, µs   without, µs   ratio");
for (const [name, n] of [["31 bits", 2013265921n], ["61 bits", 2n ** 61n - 1n], ["64 bits", 2n ** 64n - 59n]]) {
  for (const [op, lens] of [["product", [16, 256, 4096]], ["gcd", [16, 256]], ["ntt", [1024, 16384]]]) {
    if (op === "ntt" && name !== "31 bits") continue;
    for (const len of lens) {
      const [a, b] = [polynomial(n, len), polynomial(n, len - 1)];
      const best = [Infinity, Infinity];
      const results = [];
      for (let round = 0; round < ROUNDS; round++) {
        modules.forEach((ask, i) => {
          const { result, mean } = ask({ op, n: `${n}`, a, b });
          best[i] = Math.min(best[i], mean * 1e3);
          results.push(result);
        });
      }
      assert.ok(results.every((result) => result === results[0]), `${op} of ${len} coefficients: results differ`);
      const columns = [op.padEnd(9), name.padEnd(8), `${len}`.padStart(13), ...best.map((us) => us.toFixed(1).padStart(16))];
      console.log(columns.join("  "), (best[1] / best[0]).toFixed(2).padStart(7));
    }
  }
}
