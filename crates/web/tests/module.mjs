// The module, as the page uses it, against sums and products of integers that JavaScript has: node tests/module.mjs polymod.wasm
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { load } from "../page/polymod.js";

const bytes = readFileSync(process.argv[2]);
const ask = await load(bytes);
const modulus = (n) => ((x) => ((x % n) + n) % n);

/** Coefficients from a generator with a fixed seed. */
function random(n, len, seed) {
  let state = BigInt(seed);
  return Array.from({ length: len }, () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & (2n ** 64n - 1n);
    return (state >> 3n) % (n - 1n) + 1n;
  });
}

/** The coefficients in the text of a polynomial. */
function coefficients(text, len) {
  const found = Array(len).fill(0n);
  for (const term of text.split(" + ")) {
    const [, c, x, e] = /^(\d+)?\*?(x)?(?:\^(\d+))?$/.exec(term);
    found[x ? Number(e ?? 1) : 0] = BigInt(c ?? 1);
  }
  return found;
}

function schoolbook(a, b, n) {
  const product = Array(a.length + b.length - 1).fill(0n);
  a.forEach((x, i) => b.forEach((y, j) => (product[i + j] = (product[i + j] + x * y) % n)));
  return product;
}

for (const [text, n] of [["97", 97n], ["2^31 - 1", 2n ** 31n - 1n], ["119*2^23+1", 998244353n], ["2^64-59", 2n ** 64n - 59n], ["2^62", 2n ** 62n]]) {
  for (const [k, l] of [[1, 1], [3, 5], [40, 33], [300, 200], [1000, 1100]]) {
    const [a, b] = [random(n, k, k), random(n, l, l + 7)];
    const { result, choices, first } = ask({ op: "product", n: text, a: `[${a}]`, b: `[${b}]` });
    assert.deepEqual(coefficients(result, k + l - 1), schoolbook(a, b, n), `${text}, ${k} by ${l}`);
    assert.match(choices[0], new RegExp(`^product over zn:${n}, ${k} by ${l} coefficients: [a-z-]+`));
    assert.ok(first >= 0);
  }
}

// common divisors, factors and roots of products of known factors
const p = 2305843009213693951n;
assert.equal(ask({ op: "gcd", n: "2^61 - 1", a: "(x + 2)*(x^2 + 7)*(x + 9)", b: "3*(x^2 + 7)*(x + 2)*(x + 11)" }).result, "x^3 + 2*x^2 + 7*x + 14");
assert.equal(ask({ op: "factors", n: "97", a: "7*(x + 3)^2*(x^2 + 5)" }).result, "7 * (x + 3)^2 * (x^2 + 5)");
assert.equal(ask({ op: "roots", n: "2^61-1", a: "[6, -5, 1]" }).result, "2, 3");
assert.equal(ask({ op: "roots", n: "2^61-1", a: "x + 4" }).result, `${p - 4n}`);

// values at the powers of a root of unity, in natural order
const n = 998244353n;
const residue = modulus(n);
const a = random(n, 50, 3);
const { result, choices } = ask({ op: "ntt", n: `${n}`, a: `[${a}]` });
const root = BigInt(/root (\d+)/.exec(choices.join("\n"))[1]);
const values = result.split(", ").map(BigInt);
assert.equal(values.length, 64);
let point = 1n;
for (const value of values) {
  assert.equal(value, a.reduceRight((sum, c) => residue(sum * point + c), 0n));
  point = residue(point * root);
}
assert.equal(point, 1n);

// what cannot be computed is said, and the module goes on
const fails = (request, reason) => assert.throws(() => ask(request), reason, JSON.stringify(request));
for (const wrong of ["1", "0", "2^64", "2^200", "97^97^97", "x", "", "-5", "5-5", "+5", "2^-1", "2^"]) fails({ op: "roots", n: wrong, a: "x" }, /^Error: modulus: /);
fails({ op: "product", n: "97", a: "x +", b: "x" }, /^Error: a: 1:4: expected/);
fails({ op: "product", n: "97", a: "x", b: "y^" }, /^Error: b: 1:/);
fails({ op: "roots", n: "91", a: "x" }, /composite/);
fails({ op: "ntt", n: "97", a: "x^100" }, /no element has order 128/);
fails({ op: "factors", n: "97", a: "0" }, /polynomial other than 0/);
fails({ op: "square", n: "97", a: "x" }, /there is no operation/);
assert.equal(ask({ op: "product", n: "10^9+7", a: "x\n + 1", b: "x - 1" }).result, "x^2 + 1000000006");

// the example of docs/web.md, with what its comment says
const page = new URL("../../../docs/web.md", import.meta.url);
const [, code, told] = /```js\n([^]*?)\/\/ (.*)\n```/.exec(readFileSync(page, "utf8"));
globalThis.fetch = async () => ({ arrayBuffer: async () => bytes });
const source = code.replace("./polymod.js", new URL("../page/polymod.js", import.meta.url)) + "export const shown = [result, choices, mean];";
const { shown } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
assert.equal(`${JSON.stringify(shown[0])}, ${JSON.stringify(shown[1])}, milliseconds`, told);
assert.ok(shown[2] > 0);
console.log("the module: products, common divisors, factors, roots, transforms and errors are right");
