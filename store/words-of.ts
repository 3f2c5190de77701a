// What anything that was thrown says for itself, in one line's words: for a log, a stored result, a line to a person.
// Promises words for whatever it is. Refuses causes and stacks: those are for whoever logs the error itself.

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
