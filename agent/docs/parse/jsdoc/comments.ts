// Comments of a stub script that stand before no code: they declare by their tags alone. Promises type definitions,
// events, and whatever names itself. Refuses comments that name nothing: those are counted.

import { statedPath } from "./objects.ts";
import { type Declared, type DocComment, isHidden, type Script } from "./script.ts";
import { type Doc, hasTag, tagsOf } from "./tags.ts";

/** Declares what they say; returns the lines of the comments that say nothing of their own. */
export function declareComments(script: Script): number[] {
  const lost: number[] = [];
  for (const [at, comment] of script.docs.entries()) {
    if (script.used.has(at) || isHidden(comment.doc)) continue;
    const declared = declaredBy(comment);
    if (declared.length > 0) script.found.push(...declared);
    else if (comment.doc.tags.some(({ name }) => TELLING.test(name))) lost.push(comment.line);
  }
  return lost;
}

const TELLING =
  /^(?:param|returns?|type|class|constructor|function|method|member|property|extends|augments|enum|namespace)$/;

function declaredBy({ doc, line }: DocComment): Declared[] {
  const typedef = tagsOf(doc, "typedef", "callback")[0];
  if (typedef?.about) return [{ what: "typedef", name: typedef.about, doc, line }];
  if (hasTag(doc, "file", "fileoverview", "overview", "module"))
    return [{ what: "page", name: tagsOf(doc, "module")[0]?.about ?? "", doc, line }];
  const event = tagsOf(doc, "event")[0]?.about;
  if (event !== undefined) return eventOf(event, doc, line);

  const path = statedPath([], doc);
  const name = path.at(-1);
  if (name === undefined || name === "") return [];
  const kind = interfaceKindOf(doc);
  const whole = path.filter((part) => part !== "prototype").join(".");
  if (kind)
    return [
      { what: "interface", name: whole, interfaceKind: kind, doc, line },
      ...constructorOf(whole, doc, line),
    ];
  return memberOf(path, doc, line);
}

function interfaceKindOf(doc: Doc): Declared["interfaceKind"] {
  if (hasTag(doc, "enum")) return "enumeration";
  if (hasTag(doc, "namespace")) return "namespace";
  return hasTag(doc, "class", "constructor", "interface", "mixin") ? "class" : undefined;
}

const constructorOf = (name: string, doc: Doc, line: number): Declared[] =>
  hasTag(doc, "class", "constructor") &&
  hasTag(doc, "param", "constructor") &&
  !hasTag(doc, "hideconstructor")
    ? [{ what: "constructor", name, doc: { text: "", tags: tagsOf(doc, "param", "arg", "argument") }, line }]
    : [];

function eventOf(about: string, doc: Doc, line: number): Declared[] {
  const [, owner, name = ""] = /^(.*)[.#~](?:event:)?([^.#~]+)$/.exec(about.replace(/^module:/, "")) ?? [];
  const of = owner ?? tagsOf(doc, "memberof", "memberOf")[0]?.about?.replace(/[.#~]$/, "");
  const bare = owner === undefined ? about : name;
  return of === undefined
    ? []
    : [{ what: "member", owner: of.replace(/#/g, "."), name: bare, kind: "event", doc, line }];
}

function memberOf(path: string[], doc: Doc, line: number): Declared[] {
  const name = path.at(-1) ?? "";
  const owner = path
    .slice(0, -1)
    .filter((part) => part !== "prototype")
    .join(".");
  const called = hasTag(doc, "function", "func", "method", "param", "returns", "return");
  if (owner === "") return [{ what: called ? "function" : "global", name, doc, line }];
  const isInstance = path.includes("prototype") || hasTag(doc, "instance");
  const kind = called ? "method" : "property";
  return [{ what: "member", owner, name, kind, ...(isInstance ? {} : { static: true as const }), doc, line }];
}
