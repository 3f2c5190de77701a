// Renames, replacements and moves as people type them, said to the Quire workspace.

import { answers, edits, editsOrAsks, moves, nothing, saying } from "./saying.ts";

const AUTUMN = { "main.js": [{ old: "Spring edition", to: "Autumn edition" }] };
const A5 = { "main.js": [{ old: "A4", to: "A5" }] };
const REMARKS = {
  "main.js": [{ old: "drawNotes", to: "drawRemarks" }],
  "notes.js": [{ old: "drawNotes", to: "drawRemarks" }],
};
const PRICES = { "grid.js": [{ old: "priceTable", to: "dearTable" }] };

export const changes = [
  saying("rename priceTable to dearTable", edits(PRICES, /grid\.js/)),
  saying("rename `priceTable` to `dearTable`", edits(PRICES)),
  saying("Rename 'priceTable' into 'dearTable' please", edits(PRICES)),
  saying("can you rename priceTable to dearTable in grid.js?", edits(PRICES)),
  saying("pls call priceTable dearTable", editsOrAsks(PRICES)),
  saying('rename "drawNotes" to "drawRemarks"', edits(REMARKS)),
  saying("rename drawNotes() to drawRemarks()", edits(REMARKS)),
  saying("rename the function drawNotes to drawRemarks", edits(REMARKS)),
  saying("rename header to footer", nothing(/footer/)),
  saying("rename sidebar to aside", nothing(/sidebar/)),
  saying("rename priceTable to 2nd table", nothing()),
  saying("rename priceTable", nothing()),
  saying("rename notes.js to remarks.js", moves("notes.js", "remarks.js", /main\.js/)),
  saying("move terms.txt to legal/terms.txt", moves("terms.txt", "legal/terms.txt")),
  saying("rename `terms.txt` to `conditions.txt` pls", moves("terms.txt", "conditions.txt")),
  saying("move terms.txt to ../terms.txt", nothing()),
  saying('replace "Spring edition" with "Autumn edition"', edits(AUTUMN, /main\.js/)),
  saying("replace “Spring edition” by “Autumn edition”", edits(AUTUMN)),
  saying("change Spring edition to Autumn edition", edits(AUTUMN)),
  saying("pls change the text 'Spring edition' to 'Autumn edition', thx", edits(AUTUMN)),
  saying("it should say Autumn edition instead of Spring edition", edits(AUTUMN)),
  saying("change the edition to Autumn edition", editsOrAsks(AUTUMN)),
  saying("use A5 instead of A4", edits(A5)),
  saying("change A4 to A5", edits(A5)),
  saying("please put A5 instead of A4 in main.js", edits(A5)),
  saying("swap A4 for A5", editsOrAsks(A5)),
  saying("set LOW_STOCK to 5", edits({ "notes.js": [{ old: "10", to: "5", line: 3 }] })),
  saying("LOW_STOCK should be 5", editsOrAsks({ "notes.js": [{ old: "10", to: "5", line: 3 }] })),
  saying("margin should be 40", editsOrAsks({ "main.js": [{ old: "36", to: "40", line: 12 }] })),
  saying("make the header 30 high", editsOrAsks({ "main.js": [{ old: "24", to: "30", line: 26 }] })),
  saying("change 15 to 18 in grid.js", edits({ "grid.js": [{ old: "15", to: "18" }] })),
  saying("replace 'foo bar' with 'baz'", nothing(/foo bar/)),
  saying("replace the footer with a header", nothing()),
  saying("replace everything with nothing", nothing()),
  saying("don't rename priceTable to dearTable", nothing()),
  saying("what if we rename priceTable to dearTable?", nothing()),
  saying("is A5 better instead of A4?", answers()),
];
