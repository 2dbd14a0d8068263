// The form: sends what is typed to the worker, and shows what comes back.

/** Longest text that is shown; browsers take seconds to lay out more. */
const MOST_SHOWN = 100_000;

const form = document.querySelector("form");
const output = document.querySelector("#output");
const stop = document.querySelector("#stop");
const fields = ["n", "a", "b"];
let worker = null;

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function duration(ms) {
  for (const [unit, scale] of [["s", 1e-3], ["ms", 1], ["µs", 1e3]]) {
    if (ms * scale >= 1) return `${(ms * scale).toPrecision(3)} ${unit}`;
  }
  return `${(ms * 1e6).toPrecision(3)} ns`;
}

function show(state, ...children) {
  output.dataset.state = state;
  output.replaceChildren(...children);
  stop.hidden = state !== "busy";
}

function shownAnswer({ result, choices, first, mean, runs }) {
  const short = result.length > MOST_SHOWN ? `${result.slice(0, MOST_SHOWN)} … (${result.length} characters)` : result;
  const text = element("pre", short);
  text.id = "result";
  const how = element("ul", "");
  how.id = "choices";
  how.append(...choices.map((line) => element("li", line)));
  const time = runs ? `${duration(mean)}, the mean of ${runs} runs; ${duration(first)} the first time, when tables are made` : duration(first);
  const line = element("p", `Time: ${time}.`);
  line.id = "time";
  return [text, line, element("p", "Algorithms, as the library tells them:"), how];
}

function started() {
  const made = new Worker("worker.js", { type: "module" });
  made.onmessage = ({ data }) => {
    if (data.answer) show("done", ...shownAnswer(data.answer));
    else show("failed", element("p", data.reason));
  };
  made.onerror = () => show("failed", element("p", "This browser cannot start the module: it needs WebAssembly with SIMD, and modules in workers."));
  return made;
}

function ask(op) {
  const request = { op, ...Object.fromEntries(fields.map((name) => [name, form.elements[name].value])) };
  history.replaceState(null, "", `?${new URLSearchParams(request)}`);
  // what is still computed is of no use
  if (output.dataset.state === "busy") end();
  worker ??= started();
  show("busy", element("p", "Computing …"));
  worker.postMessage(request);
}

function end() {
  worker?.terminate();
  worker = null;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(event.submitter?.value ?? "product");
});
stop.addEventListener("click", () => {
  end();
  show("failed", element("p", "Stopped."));
});

// a link to a computation: ?op=product&n=97&a=x+1&b=x-1
const linked = new URLSearchParams(location.search);
for (const name of fields) {
  if (linked.has(name)) form.elements[name].value = linked.get(name);
}
if (linked.has("op")) ask(linked.get("op"));
