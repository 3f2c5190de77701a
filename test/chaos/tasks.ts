// The requests of chaos turns on the sample workspace, each with the steps of a model that can do it and an answer that is
// true. Promises steps that are right as long as nobody was there before. Refuses to be clever: that is the behaviours' part.

import { call, type ScriptedReply } from "../servers/scripted-model.ts";

export type Task = {
  request: string;
  steps: readonly ScriptedReply[];
  answer: string;
  /** The lines that a side call may mark, by what stands on them. */
  marks: readonly string[];
};

const read = (path: string) => call("read_file", { path });

export const TASKS: readonly Task[] = [
  {
    request: "Make the stripe of the cover 100 points high.",
    steps: [
      read("cover.js"),
      call("lookup_docs", { query: "Band.height" }),
      call("edit_file", { path: "cover.js", old: "stripe.height = 90;", new: "stripe.height = 100;" }),
    ],
    answer: "The stripe of the cover is 100 points high now.",
    marks: [],
  },
  {
    request: "Draw a thin rule below the price table as well as above it.",
    steps: [
      call("lookup_docs", { query: "Sheet.rule" }),
      read("grid.js"),
      call("edit_file", {
        path: "grid.js",
        old: "  // price table: one row",
        new: "  sheet.rule({ colour: ruleColour, weight: 0.25 });\n\n  // price table: one row",
      }),
    ],
    answer: "A rule stands above the price table too.",
    marks: [],
  },
  {
    request: "Remove the stock table, the price table stays.",
    steps: [
      read("grid.js"),
      call("delete_lines", {
        path: "grid.js",
        what: "the stock table: its comment, its variable and all its calls",
      }),
    ],
    answer: "The stock table is gone, the price table is as it was.",
    marks: ["stock", "stockTable", "shelf", "Pieces"],
  },
  {
    request: "What does loader.js give back when the parts list is missing?",
    steps: [read("loader.js")],
    answer: "loadSections() gives an empty list then, and writes a line to the run report.",
    marks: [],
  },
  {
    request: "Put the limit of low stock into a file of its own, lib/limits.js, and use it in notes.js.",
    steps: [
      read("notes.js"),
      read("main.js"),
      call("write_file", {
        path: "lib/limits.js",
        content: "// Limits of the catalogue.\n\nvar LOW_STOCK = 10;\n",
      }),
      call("edit_file", { path: "notes.js", old: "var LOW_STOCK = 10;\n\n", new: "" }),
      call("edit_file", {
        path: "main.js",
        old: 'include("lib/style.js");',
        new: 'include("lib/limits.js");\ninclude("lib/style.js");',
      }),
    ],
    answer: "The limit stands in lib/limits.js; main.js loads it before notes.js needs it.",
    marks: [],
  },
];
