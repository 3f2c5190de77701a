// What anything that was thrown says for itself, in one line's words: for a log, a stored result, a line to a person.
// Promises words for whatever it is. Refuses causes and stacks: those are for whoever logs the error itself.

export function wordsOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.message}` : String(error);
  } catch {
    // Without a message that is text, and nothing to make text of: code of others may throw such things.
    return "something was thrown that has no words";
  }
}
