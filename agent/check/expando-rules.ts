// Whether a name that the documentation does not have was added by the project: written to the same kind of object, to its
// prototype, to every object. Promises "certain" for that, "likely" for a write to an object of unknown type. Refuses
// writes to the project's own objects.

import { type Checking, perName } from "./check.ts";
import type { Confidence } from "./finding.ts";
import { heirs } from "./heirs.ts";
import type { Typed } from "./type-words.ts";

export function isAdded(name: string, type: Typed, checking: Checking): Confidence | null {
  const { own, project, surface } = checking;
  const writes = [own, ...project.expandos(name)].flatMap((one) => one.writtenTo(name));
  const names = new Set(type.form === "list" ? ["Array"] : type.names);
  const isGlobalObject =
    surface.global("this") !== undefined && names.has(surface.global("this")?.interface ?? "");
  if (isSpelledOut(name, checking)) return "certain";
  if (isGlobalObject && (own.declares(name) || project.declares(name))) return "certain";
  if (writes.some((on) => on?.names.some((one) => one === "Object" || isKin(one, names, checking))))
    return "certain";
  return writes.includes(null) ? "likely" : null;
}

/**
 * Panels are made from a text (`"group { ok: Button { … } }"`) or from elements that are given a name, and then have a member
 * of that name.
 */
const isSpelledOut = perName((name, { code: { text } }) => {
  if (!/^[\w$]+$/.test(name)) return false;
  const word = name.replaceAll("$", "\\$");
  return new RegExp(`(?<![\\w$.])(?:${word}\\s*:\\s*\\w+\\s*\\{|name["']?\\s*:\\s*["']${word}["'])`).test(
    text,
  );
});

/** The same interface, a parent of it, or a subclass. */
function isKin(on: string, names: ReadonlySet<string>, { surface }: Checking): boolean {
  if (names.has(on)) return true;
  const below = heirs(on, surface);
  return (
    below.some((heir) => names.has(heir)) || [...names].some((name) => heirs(name, surface).includes(on))
  );
}
