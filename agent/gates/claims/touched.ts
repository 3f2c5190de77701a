// Which of a statement's files its verb says it touched, and how. Promises a rule for every class of verbs. Refuses files whose
// names were only the matter: "changed old.js to new.js in index.html" changes index.html.

import type { Need } from "./claim.ts";
import type { Files } from "./said.ts";
import type { Token } from "./tokens.ts";
import type { VerbClass } from "./verbs.ts";

type Touched = { names: readonly Token[]; needs: Need };

export const touched: Record<
  Exclude<VerbClass, "look" | "run">,
  (files: Files, verb: string) => Touched[]
> = {
  create: ({ direct, targets, label }, verb) => [
    { names: direct.filter((one) => !one.possessive), needs: CREATES.has(verb) ? "create" : "any" },
    { names: direct.filter((one) => one.possessive), needs: "any" },
    { names: [...targets, ...label], needs: "any" },
  ],
  delete: (files) => {
    const { direct, targets, sources, label } = files;
    const inside = [...targets, ...sources, ...label];
    if (inside.length > 0) return [{ names: inside, needs: "any" }];
    if (isElsewhere(files)) return [];
    return [
      { names: direct.filter((one) => !one.possessive), needs: "delete" },
      { names: direct.filter((one) => one.possessive), needs: "any" },
    ];
  },
  move: (files) => [{ names: insideOnly(files) ?? allOf(files), needs: "move" }],
  modify: (files, verb) => {
    const { direct, targets, sources, label, listed } = files;
    const inside = insideOnly(files);
    if (inside !== null) return [{ names: inside, needs: "any" }];
    // "switched index.html from a.js to b.js", "adapted a.js to b.js"
    const own = direct.length > 0 && !listed ? direct : [...direct, ...targets];
    const named = [...(verb === "" && isElsewhere(files) ? [] : own), ...label];
    return [{ names: named.length > 0 || direct.length > 0 ? named : sources, needs: "any" }];
  },
  put: (files, verb) => {
    const { direct, targets, sources, label } = files;
    const into = [...targets, ...label, ...(LEAVES.has(verb) ? sources : [])];
    if (EITHER.has(verb)) return [{ names: [...direct, ...into, ...sources], needs: "either" }];
    if (into.length > 0) return [{ names: into, needs: "any" }];
    return [{ names: TAKES.has(verb) || isElsewhere(files) ? [] : direct, needs: "any" }];
  },
  derive: ({ direct, targets, label }) => {
    const into = [...targets, ...label];
    return [{ names: into.length > 0 ? into : direct, needs: "any" }];
  },
  make: ({ direct, targets, sources, label, listed }) => {
    // "made a.js load b.js"
    const made = listed ? direct : direct.slice(0, 1);
    return [{ names: [...made, ...targets, ...sources, ...label], needs: "any" }];
  },
  receive: ({ direct, targets }) => [{ names: [...direct, ...targets], needs: "any" }],
  land: (files) => [{ names: allOf(files), needs: "any" }],
};

const allOf = ({ direct, targets, sources, label }: Files): Token[] => [
  ...direct,
  ...targets,
  ...sources,
  ...label,
];

/** With these a file is new; one may write or generate what was there. */
const CREATES = new Set(["create", "scaffold", "bootstrap"]);

const LEAVES = new Set(["reference", "load", "export", "expose", "re-export", "reexport"]);

/** "Added a.js to the list": the list is in another file. */
const isElsewhere = ({ place }: Files) => place !== null && !OWN_PLACES.has(place);
const OWN_PLACES = new Set(
  "project repo repository folder workspace directory codebase root src disk tree new same".split(" "),
);
/** "Linked a.js to b.js" tells not which of them changed. */
const EITHER = new Set("link connect bind hook wire attach mount thread plumb".split(" "));

/** "Changed old.js to new.js in index.html": the names stand in index.html, and in none of themselves. */
function insideOnly({ direct, targets, sources, inside, listed }: Files): readonly Token[] | null {
  const others = [...direct, ...targets, ...sources].filter((one) => !inside.includes(one));
  return inside.length > 0 && others.length > 0 && !listed ? inside : null;
}

/** "Imported loader.js" changes whatever imports it. */
const TAKES = new Set("import include reference load link register connect mount expose".split(" "));
