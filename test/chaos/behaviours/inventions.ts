// How a weak model invents an interface, and keeps what it invented after each correction: under another variable, with a
// comment, through another tool, in other clothes (page 04).

import { call, type ScriptedReply } from "../../servers/scripted-model.ts";
import { type Behaviour, counted, isPushed, type Mind, pick } from "../mind.ts";

/** None of these is in the documentation of Quire. */
const MEMBERS = [
  "gridCellEnd",
  "gridRowEnd",
  "textBox",
  "drawStripe",
  "bandAppend",
  "gridBeginRow",
  "ruleTo",
  "textAt",
];
const CLASSES = ["Stripe", "HttpClient", "GridBuilder", "SheetWriter"];
const FUNCTIONS = ["loadRecords", "drawTableFooter", "requireScript"];

/** Code that uses an invented name, by the number of corrections that it has seen. */
const DISGUISES: readonly ((name: string) => string)[] = [
  (name) => `sheet.${name}();`,
  (name) => `sheet.${name}(); // documented in the manual of the engine`,
  (name) => `var page = sheet;\npage.${name}();`,
  (name) => `sheet["${name}"]();`,
  (name) => `if (true) {\n  try {\n    sheet.${name}("x");\n  } catch (e) {\n    trace("no");\n  }\n}`,
  (name) => `var target = sheet;\nvar other = target;\nother.${name}({ colour: ruleColour });`,
];

/** As far as the engine runs it, nobody can tell from the text what is called. */
const HIDDEN: readonly ((name: string) => string)[] = [
  (name) => `sheet["${name.slice(0, 4)}" + "${name.slice(4)}"]();`,
  (name) => `var called = "${name}";\nsheet[called]();`,
];

function append(mind: Mind, code: string, invented: string): ScriptedReply {
  mind.invented.add(invented);
  const path = pick(["cover.js", "notes.js", "lib/extra.js"], mind.random);
  if (path === "lib/extra.js")
    return call("write_file", { path, content: `// More of the catalogue.\n\n${code}\n` });
  const [old, before] =
    path === "cover.js"
      ? ["stripe.height = 90;", "stripe.height = 90;\n"]
      : ["block.keepTogether = true;", "block.keepTogether = true;\n"];
  return call("edit_file", { path, old, new: `${before}  ${code}` });
}

const comesBack: Behaviour = {
  name: "an invented member that comes back",
  page: "04",
  step: {
    share: 0.6,
    act: (mind, request) => {
      if (mind.at === 0) return null;
      const times = counted(mind, "invention");
      const name = MEMBERS[mind.task.request.length % MEMBERS.length] ?? "textAt";
      const disguise = DISGUISES[(times - 1) % DISGUISES.length];
      return times > 8 || !disguise || isPushed(request) ? null : append(mind, disguise(name), name);
    },
  },
};

const constructors: Behaviour = {
  name: "invented constructors and functions",
  page: "04",
  step: {
    share: 0.4,
    act: (mind) => {
      if (mind.at === 0) return null;
      const isClass = mind.random() < 0.5;
      const name = pick(isClass ? CLASSES : FUNCTIONS, mind.random);
      return append(mind, isClass ? `var made = new ${name}();` : `${name}("parts");`, name);
    },
  },
};

const hidden: Behaviour = {
  name: "an invented member whose name is put together",
  page: "04, dry run",
  step: {
    share: 0.5,
    act: (mind) => {
      if (mind.at === 0 || counted(mind, "hidden") > 3) return null;
      const name = pick(MEMBERS, mind.random);
      const code = pick(HIDDEN, mind.random)(name);
      mind.invented.add(name);
      return call("edit_file", {
        path: "main.js",
        old: "var MARGIN = 36;",
        new: `var MARGIN = 36;\n${code}`,
      });
    },
  },
};

const inAnswer: Behaviour = {
  name: "an answer with invented code in it",
  page: "02, 04",
  answer: (mind) => {
    const name = pick(MEMBERS, mind.random);
    return { text: `${mind.task.answer}\n\n\`\`\`js\nsheet.${name}("x");\n\`\`\`` };
  },
};

export const INVENTIONS: readonly Behaviour[] = [comesBack, constructors, hidden, inAnswer];
