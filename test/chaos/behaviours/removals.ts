// How a weak model removes: by deleting code to satisfy a check, by rewriting a file smaller, by growing it when something was
// to go, with prose around its marks (pages 05 and 06).

import { call } from "../../servers/scripted-model.ts";
import { type Behaviour, counted, isPushed } from "../mind.ts";

const retreats: Behaviour = {
  name: "a smaller file as the answer to a push",
  page: "05, retreat",
  step: {
    share: 0.9,
    act: (mind, request) => {
      if (isPushed(request) && counted(mind, "retreat") <= 2)
        return call("write_file", {
          path: "notes.js",
          content: "// The remarks below the tables of a section.\n\nvar LOW_STOCK = 10;\n",
        });
      return counted(mind, "before") === 1 ? { text: "You could change this yourself." } : null;
    },
  },
};

const elides: Behaviour = {
  name: "a file with its rest left out",
  page: "01",
  step: {
    share: 0.4,
    act: (mind) =>
      counted(mind, "elided") > 3
        ? null
        : call("write_file", {
            path: "grid.js",
            content: "function drawTables(section) {\n  // ... rest unchanged ...\n}\n",
          }),
  },
};

const grows: Behaviour = {
  name: "a file that grows when something was to go",
  page: "06",
  step: {
    share: 0.5,
    act: (mind) =>
      mind.task.marks.length === 0 || counted(mind, "grown") > 2
        ? null
        : call("edit_file", {
            path: "grid.js",
            old: "  // stock table: how many",
            new: "  // removed: the stock table\n  // stock table: how many",
          }),
  },
};

const chatty: Behaviour = {
  name: "prose around the marks",
  page: "06",
  side: (mind, { tools, messages }) => {
    const isMarks = tools.length === 0 && messages.some(({ text }) => text.includes("DELETE"));
    if (!isMarks || counted(mind, "chatty") > 3) return null;
    return {
      text: "Sure! Here are the lines:\n```\nL35: DELETE (the table)\nL36 - L40: DELETE\n```\nLet me know.",
    };
  },
};

const marksAll: Behaviour = {
  name: "marks on every line, and on lines that are not there",
  page: "06",
  side: (_, { tools, messages }) => {
    if (tools.length > 0 || !messages.some(({ text }) => text.includes("DELETE"))) return null;
    return { text: Array.from({ length: 90 }, (_line, i) => `L${i + 1}: DELETE`).join("\n") };
  },
};

export const REMOVALS: readonly Behaviour[] = [retreats, elides, grows, chatty, marksAll];
