// The server answers. A page without a server has browser/answering.js in the place of this file.

// The `answer` to a question, or the `message` that says why there is none.
export async function send(name, question, signal) {
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
    return { message: "The explorer does not answer. Has it been stopped?" };
  }
  const answer = await response.json().catch(() => ({ message: "An answer could not be read." }));
  return response.ok ? { answer } : { message: answer.message };
}

// What links for others begin with: they go without the key; see guard.py.
export const PLACE_OF_LINKS = "/";

// Keep where this browser was let in, for such links.
export function rememberPlace() {
  try {
    localStorage.setItem("explorer", location.pathname);
  } catch {
    // Such links do not work then.
  }
}
