// Runs Python, and has it answer one question after the other.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/home/pyodide";

async function start() {
  await find("pyodide/pyodide.asm.wasm"); // where it is missing, Pyodide waits for ever
  const [python, sources] = await Promise.all([loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href }), load("sources.zip")]);
  python.unpackArchive(sources, "zip", { extractDir: HOME });
  return python.pyimport("churn_explorer.in_browser").answer;
}

const find = (name) => request(name, { method: "HEAD" });
const load = async (name) => (await request(name)).arrayBuffer();

async function request(name, options = {}) {
  const response = await fetch(new URL(name, import.meta.url), options).catch(() => null);
  if (!response?.ok) throw new Error(`${name} could not be loaded`);
  return response;
}

const started = start();
started.catch(() => {}); // each question is told

self.addEventListener("message", async ({ data: { id, name, question } }) => {
  let answered;
  try {
    const answer = await started;
    try {
      answered = JSON.parse(answer(name, question));
    } catch (error) {
      answered = { message: `internal error, ${error.message.trim().split("\n").at(-1)}` };
    }
  } catch (error) {
    answered = { message: `Python cannot be started in this browser: ${error.message}.` };
  }
  self.postMessage({ id, ...answered });
});
