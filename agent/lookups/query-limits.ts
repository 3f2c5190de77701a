// What is a query, by its size: one line of a few words. Nothing longer reaches a retriever, and so neither a pasted result
// nor a hypothetical answer does. Refuses to judge the words.

const MAX_CHARS = 200;
const MAX_WORDS = 24;

export function isTooLong(query: string): boolean {
  const text = query.trim();
  return text.length > MAX_CHARS || /\n|```/.test(text) || text.split(/\s+/).length > MAX_WORDS;
}
