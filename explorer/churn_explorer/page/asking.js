// Questions, and their answers. Who answers is the business of answering.js: the server, or Python
// in this browser. Every refusal has a message for the reader.

import { send } from "./answering.js";

export class Refusal extends Error {}

export async function ask(name, question = {}, signal = undefined) {
  const { answer, message } = await send(name, question, signal);
  if (message !== undefined) throw new Refusal(message);
  return answer;
}

// Only the latest of a series of questions matters: a new one ends the one before it.
export function latest() {
  let controller = null;
  return async (name, question) => {
    controller?.abort();
    const mine = (controller = new AbortController());
    try {
      return await ask(name, question, mine.signal);
    } catch (error) {
      if (error.name === "AbortError") return null;
      throw error;
    }
  };
}
