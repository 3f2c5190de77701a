// Code for a construct, from documented names: how its object is declared, how it is opened and closed. Promises that every
// name in it is documented, or a variable that stands for something documented. Refuses values: nobody documented those.

import type { Param } from "./facts.ts";
import { callOf } from "./reach.ts";
import type { MemberInfo, Surface } from "./surface.ts";

export type Keyword = "var" | "const";

/** The name of the variable that holds the object. */
export function variableOf(name: string, params: readonly Param[]): string {
  const [first] = params;
  const simple = name.slice(name.lastIndexOf(".") + 1);
  const wanted = first?.name ?? "";
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(wanted) && !RESERVED.has(wanted)) return wanted;
  const lower = simple.replace(LEADING_CAPITALS, (capitals) => capitals.toLowerCase());
  return RESERVED.has(lower) || lower === simple ? `${lower}1` : lower;
}

/** `XML` gives xml, `PDFPage` gives pdfPage, `Page` gives page. */
const LEADING_CAPITALS = /^\p{Lu}+(?![\p{Ll}])|^\p{Lu}/u;

const RESERVED = new Set(
  `break case catch class const continue debugger default delete do else enum export extends false finally for function if
   implements import in instanceof interface let new null package private protected public return static super switch this
   throw true try typeof var void while with yield`.split(/\s+/),
);

/** Null where nothing documents how one is made. */
export function declarationCode(
  surface: Surface,
  made: { interface: string; variable: string; keyword: Keyword },
): string | null {
  const info = surface.interface(made.interface);
  if (!info) return null;
  const { constructors, reach } = info;
  const way = constructors === null ? reach : `new ${info.name}${callOf(constructors)}`;
  return way === null || way === made.variable ? null : `${made.keyword} ${made.variable} = ${way};`;
}

/** A call on something that code can reach: by its documented way where that is short, else by a variable. */
export function callCode(surface: Surface, call: MemberInfo, given: readonly string[]): string {
  return `${receiverOf(surface, call.interface)}.${call.name}(${given.join(", ")});`;
}

function receiverOf(surface: Surface, owner: string): string {
  const reach = surface.interface(owner)?.reach ?? null;
  if (reach !== null && /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}\p{N}_$]+){0,2}$/u.test(reach)) return reach;
  return variableOf(owner, []);
}

/** What must be given, by documented names; `first` stands for the object. */
export function argumentsOf(params: readonly Param[], first?: string): string[] {
  const names = params.filter((param, n) => n === 0 || !param.optional).map((param) => param.name);
  return first === undefined ? names.filter((_, n) => !params[n]?.optional) : [first, ...names.slice(1)];
}
