// The fake engine as text, for an engine that has no files: its modules one behind the other, without their types. Promises
// one expression that gives the function which starts it. Refuses imports of anything but its own folder.

import { readFileSync } from "node:fs";
import path from "node:path";
import { blankTypes } from "../check/blank-types.ts";
import type { startEngine } from "./guest/engine.ts";

/** Each after what it takes from others. */
const MODULES = ["natives", "blank", "lists", "stubs", "engine"];

/** Typed by what it names: the compiler then knows that somebody takes it. */
const STARTS: keyof { startEngine: typeof startEngine } = "startEngine";

export function guestCode(): string {
  const modules = MODULES.map(readModule);
  return `(function () {\n"use strict";\n${modules.join("\n")}\nreturn ${STARTS};\n})()`;
}

function readModule(name: string): string {
  const text = readFileSync(path.join(import.meta.dirname, "guest", `${name}.ts`), "utf8");
  const blanked = blankTypes(text);
  if ("message" in blanked)
    throw new Error(`The fake engine's ${name}.ts does not parse: ${blanked.message}`);
  return blanked.text.replace(/^import\b[^;]*;/gm, "").replace(/^export /gm, "");
}
