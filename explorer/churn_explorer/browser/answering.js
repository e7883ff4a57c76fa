// Python answers, in a worker of this browser; see worker.js.

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let asked = 0;
let broken = null;

worker.addEventListener("message", ({ data: { id, ...answered } }) => {
  waiting.get(id)?.(answered);
  waiting.delete(id);
});
worker.addEventListener("error", (event) => {
  event.preventDefault();
  broken = { message: `Python cannot be started in this browser: ${event.message || "its files could not be loaded"}.` };
  for (const answer of waiting.values()) answer(broken);
  waiting.clear();
});

// The `answer` to a question, or the `message` that says why there is none.
export function send(name, question, signal) {
  return new Promise((answer, refuse) => {
    if (broken) return answer(broken);
    const id = asked++;
    signal?.addEventListener("abort", () => refuse(new DOMException("given up", "AbortError")));
    waiting.set(id, answer);
    worker.postMessage({ id, name, question: JSON.stringify(question) });
  });
}

export const PLACE_OF_LINKS = location.pathname;

export function rememberPlace() {} // there is no key
