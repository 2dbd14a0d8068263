// The module of crates/web behind one function: a request goes in as text, the answer comes out as text.

/** How long a short computation is repeated to find its time, ms. */
const LONG_ENOUGH = 20;

/** Makes the function that answers requests from the bytes of the module. A computation that runs out of memory ends the module: make another one. */
export async function load(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const wasm = instance.exports;

  function checked(status) {
    const text = new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.text(), wasm.text_len()));
    if (status) throw new Error(text);
    return text;
  }

  /**
   * Answers {op, n, a, b}: an operation (product, gcd, factors, roots, ntt), the modulus and polynomials as text.
   * Returns {result, choices, first, mean, runs}: texts, and milliseconds of the first run and of all later ones.
   */
  return function ask({ op, n, a, b = "" }) {
    const lines = [op, n, a, b].map((line) => line.replace(/\s+/g, " "));
    const request = new TextEncoder().encode(lines.join("\n"));
    const place = wasm.room(request.length);
    new Uint8Array(wasm.memory.buffer, place, request.length).set(request);
    checked(wasm.prepare());

    let start = performance.now();
    checked(wasm.compute());
    const first = performance.now() - start;

    let runs = 0;
    let spent = 0;
    if (first < LONG_ENOUGH) {
      start = performance.now();
      for (let more = 1; spent < LONG_ENOUGH; more *= 2) {
        for (let i = 0; i < more; i++) wasm.compute();
        runs += more;
        spent = performance.now() - start;
      }
    }
    const [result, ...choices] = checked(wasm.answer()).split("\n");
    return { result, choices, first, mean: runs ? spent / runs : first, runs };
  };
}
