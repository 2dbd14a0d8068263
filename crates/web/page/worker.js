// Computes beside the page, which stays alive and can end a long computation.
import { load } from "./polymod.js";

const bytes = fetch("polymod.wasm").then((response) => {
  if (!response.ok) throw new Error(`polymod.wasm: ${response.statusText}`);
  return response.arrayBuffer();
});
let ask = null;

onmessage = async ({ data }) => {
  try {
    ask ??= await load(await bytes);
    postMessage({ answer: ask(data) });
  } catch (error) {
    let reason = error.message;
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      ask = null;
      reason = `the computation ended, most likely because a browser gives it no more memory (${reason})`;
    }
    postMessage({ reason });
  }
};
