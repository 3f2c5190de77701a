// How a weak model calls tools: in circles, in new words for the same question, with arguments that do not fit, by names that
// do not exist, out of the folder. Each is bounded by code that counts (page 03).

import { call, together } from "../../servers/scripted-model.ts";
import { type Behaviour, counted, pick } from "../mind.ts";

const same: Behaviour = {
  name: "the same call again and again",
  page: "03, brake 1",
  step: { share: 0.8, act: () => call("find_in_files", { pattern: "stripe" }) },
};

const circle: Behaviour = {
  name: "a circle of calls",
  page: "03, brake 1",
  step: {
    share: 0.9,
    act: (mind) =>
      call("read_file", { path: ["cover.js", "grid.js", "notes.js"][counted(mind, "circle") % 3] }),
  },
};

const WORDINGS = [
  "how to draw a table footer",
  "drawing of the footer of a table",
  "table footers, drawing them",
  "footer drawing in tables",
  "how does one draw footers for tables",
  "draw the table's footer, how",
];

const reworded: Behaviour = {
  name: "one lookup in ever new words",
  page: "02, 03",
  step: {
    share: 0.7,
    act: (mind) => call("rag_lookup", { query: WORDINGS[counted(mind, "reworded") % WORDINGS.length] }),
  },
};

const MALFORMED = [
  '{"path": "grid.js"',
  '{"path": 7}',
  "[]",
  '"grid.js"',
  '{"pth":"grid.js"}',
  "null",
  '{"path":"grid.js","approved":true}',
];

const malformed: Behaviour = {
  name: "arguments that do not fit",
  page: "03",
  step: { share: 0.5, act: (mind) => call("edit_file", pick(MALFORMED, mind.random)) },
};

const unknown: Behaviour = {
  name: "tools that do not exist",
  page: "03",
  step: {
    share: 0.5,
    act: (mind) =>
      call(pick(["run_tests", "git_commit", "bash", "apply_patch"], mind.random), { command: "ls" }),
  },
};

const PLACES = [
  "../outside.js",
  "/etc/passwd",
  ".git/hooks/pre-commit",
  ".handrail/engine.json",
  "lib/../../up.js",
  ".GIT/config",
  "a\u0000b.js",
];

const outside: Behaviour = {
  name: "writes outside the folder",
  page: "01, 10",
  step: {
    share: 0.4,
    act: (mind) => call("write_file", { path: pick(PLACES, mind.random), content: "var stolen = 1;\n" }),
  },
};

const twins: Behaviour = {
  name: "several calls with one id",
  page: "03",
  step: {
    share: 0.5,
    act: () => ({
      calls: ["cover.js", "grid.js", "notes.js"].map((path) => ({
        id: "call_x",
        name: "read_file",
        args: { path },
      })),
    }),
  },
};

const many: Behaviour = {
  name: "a dozen calls at once",
  page: "03",
  step: {
    share: 0.3,
    act: (mind) =>
      together(
        ...Array.from({ length: 12 }, (_, i) =>
          call("lookup_docs", {
            query: `${pick(["Sheet", "Grid", "Band"], mind.random)}.${"abcdefghijkl"[i]}`,
          }),
        ),
      ),
  },
};

const vast: Behaviour = {
  name: "a huge write",
  page: "01",
  step: {
    share: 0.3,
    act: (mind) =>
      call("write_file", {
        path: "lib/vast.js",
        content: `// vast\n${"var a = 1;\n".repeat(20_000 + Math.floor(mind.random() * 9))}`,
      }),
  },
};

export const CALLS: readonly Behaviour[] = [
  same,
  circle,
  reworded,
  malformed,
  unknown,
  outside,
  twins,
  many,
  vast,
];
