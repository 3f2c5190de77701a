// What the offline model says about itself: the answer to "help", and to every wish that no rule knows.
// Promises the truth about what it is and how to get a real one. Refuses to sound like more.

export const WHO = "I am the offline model: rules, no intelligence.";

export const CAN_DO = [
  "I can:",
  '- answer from the documentation: "what does frameBegin do", "how do I draw a table"',
  '- find: "find footer", "where is boldFont"; "list files"; "show main.js"; "check main.js"',
  '- remove: "remove the footer", "remove the price table from grid.js", "remove file notes.txt"',
  '- rename: "rename oldName to newName"; replace: "replace \\"old\\" with \\"new\\" in main.js"',
  '- take a removal back in part: "keep the comment", "only the text", "undo"',
  "Configure OPENAI_API_KEY for a real one.",
].join("\n");
