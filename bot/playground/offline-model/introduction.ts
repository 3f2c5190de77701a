// What the offline model says about itself: the answer to "help", and to every wish that no rule knows.
// Promises the truth about what it is and how to get a real one. Refuses to sound like more.

export const WHO = "I am the offline model: rules, no intelligence.";

export const CAN_DO = [
  "I can:",
  '- answer from the documentation: "what does frameBegin do", "how do I draw a table"',
  '- find: "find footer", "where is boldFont"; "list files"; "show main.js"; "check main.js"',
  '- remove: "remove the footer", "remove the price table from grid.js", "remove file notes.txt"',
  '- rename: "rename oldName to newName"; replace: "replace \\"old\\" with \\"new\\" in main.js"; "set NAME to 5"',
  '- think again: "the header instead", "keep the comment", "only in main.js", "undo"',
  "Configure OPENAI_API_KEY for a real one.",
].join("\n");

export const CHAT = {
  hello: `Hello. ${WHO} Say what shall change, or "help".`,
  thanks: "You are welcome.",
  doubt: 'I cannot weigh that: I follow rules. Say what shall change, or "help".',
};

/** A wish that was understood and is not guessed at. */
export const DOUBTS = {
  everything:
    'I do not remove everything at once. Nothing was changed. Name one thing, lines or a file: "remove the footer", "delete lines 3-5 of main.js", "remove file notes.txt".',
  condition:
    'I can remove a thing whole, not in part or under a condition. Nothing was changed. Name the lines then: "delete lines 3-5 of main.js".',
  vague:
    'What do you mean? Nothing was changed. Name the thing, as in "remove the footer" or "rename oldName to newName".',
  code: 'That is much code and I do not guess at it. Nothing was changed. Name the lines: "delete lines 3-5 of main.js".',
};
