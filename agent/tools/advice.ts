// What tools say to do next beside a result that is none of a refusal, in one place, so that own-words.ts can list it.
// Promises an action in each. Refuses phrases that work as a query: what stands in a conversation gets searched.

export const ANOTHER_WORD =
  "Try one word of it, another word for the same thing, or list_files for the names.";
export const LONGER_PATTERN = "Narrow with path or a longer pattern.";
export const SHORTER_PART = "Try a shorter part of the name.";
export const MAY_BE_LOADED = "Look for its name with find_in_files: other files may load it.";

export const advice: readonly string[] = [ANOTHER_WORD, LONGER_PATTERN, SHORTER_PART, MAY_BE_LOADED];
