// Questions to the server. Every answer is JSON; every refusal has a message for the reader.

export class Refusal extends Error {}

export async function ask(name, question = {}, signal = undefined) {
  let response;
  try {
    response = await fetch(`ask/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("The explorer does not answer. Has it been stopped?");
  }
  const answer = await response.json().catch(() => ({ message: "An answer could not be read." }));
  if (!response.ok) throw new Refusal(answer.message);
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
