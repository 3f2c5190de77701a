// Answers what the thread of a dry run asks: the text of a script, the file behind a path, what an interface is like, what an
// undocumented name turns out to be. Promises an answer to every question, also to one that a script made up. Refuses files
// that are not the project's.

import type { Form } from "../check/type-words.ts";
import type { Verdict } from "./guest/facts.ts";
import { isPackage, PACKAGE } from "./packages.ts";
import type { UnitText } from "./protocol.ts";
import type { DryRunAsked, DryRunLimits, DryRunReport } from "./report.ts";
import { scriptAt } from "./script.ts";
import type { Beginning } from "./scripts.ts";
import { factOf, shapeOf } from "./shapes.ts";
import { standInsFor } from "./stand-ins.ts";
import { createTouches } from "./touches.ts";
import { createUnits, type Units } from "./units.ts";

export type Desk = {
  answer(words: readonly string[]): string;
  units: Units;
  touches: ReturnType<typeof createTouches>;
  findings: DryRunReport["findings"];
  loaded: ReadonlySet<string>;
  assumed: ReadonlySet<string>;
};

type Asked = { beginnings: readonly Beginning[]; limits: DryRunLimits };

export function createDesk(asked: DryRunAsked, { beginnings, limits }: Asked): Desk {
  const units = createUnits(asked);
  const touches = createTouches(asked);
  const findings: DryRunReport["findings"] = [];
  const [loaded, assumed, touched] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const state = { isAlone: false };

  function entry(at: number): string {
    const beginning = beginnings[at];
    const script = beginning ? scriptAt(beginning.path, asked) : null;
    if (beginning === undefined || script === null) return "";
    state.isAlone = beginning.isAlone;
    return units.open(script, script.code?.isModule ? "module" : "script");
  }

  function textOf(id: string): UnitText {
    const unit = units.get(id);
    if (unit === undefined) return { id, text: "", kind: "script", blanks: [] };
    if (isPackage(unit.script)) return { id, text: unit.text, kind: unit.kind, blanks: [PACKAGE] };
    const blanks = unit.scripts.flatMap((script) => {
      loaded.add(script.path);
      const checking = unit.kind === "json" ? null : touches.checkingAt({ script, offset: 0 });
      const standIns = checking ? standInsFor(checking, state.isAlone) : { names: [], assumed: [] };
      for (const name of standIns.assumed) assumed.add(name);
      return standIns.names;
    });
    return { id, text: unit.text, kind: unit.kind, blanks };
  }

  function touch([form = "", key = "", name = "", stack = ""]: readonly string[]): Verdict {
    const place = units.placeIn(stack);
    if (place === null) return { say: "anything" };
    const judged = touches.judge({ names: key.split("|"), form: formOf(form), name }, place);
    if (judged.type === "question") return { say: "nothing" };
    if (judged.type === "excused") return excused(judged.owner, name, asked);
    const { finding } = judged;
    if (!touched.has(finding.about) && findings.length < limits.findings) {
      touched.add(finding.about);
      findings.push({ ...finding, path: place.script.path });
    }
    return { say: "anything" };
  }

  function answer([kind, first = "", second = "", ...more]: readonly string[]): string {
    switch (kind) {
      case "entry":
        return entry(Number(first));
      case "unit":
        return JSON.stringify(textOf(first));
      case "load":
        return units.load(first, { place: units.placeIn(second), kind: "script" });
      case "require":
        return units.load(first, { place: units.placeIn(second), kind: "function" });
      case "module": {
        const script = units.get(second)?.script;
        return units.load(first, { place: script ? { script, offset: 0 } : null, kind: "module" });
      }
      case "shape":
        return JSON.stringify(shapeOf(first.split("|"), asked.world.surface));
      case "touch":
        return JSON.stringify(touch([first, second, ...more]));
      default:
        return "";
    }
  }

  return { answer, units, touches, findings, loaded, assumed };
}

const FORMS: readonly Form[] = ["value", "class", "list"];
const formOf = (word: string): Form => FORMS.find((form) => form === word) ?? "value";

function excused(owner: string | null, name: string, { world: { surface } }: DryRunAsked): Verdict {
  const member = owner === null ? undefined : surface.member(owner, name);
  return member ? { say: "member", fact: factOf(member, owner ?? "", surface) } : { say: "anything" };
}
