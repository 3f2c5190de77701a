// What a script asks of the documented interface, and of anything at all, for grading a probe. Promises types from the whole
// project, so that a font of another file is a font. Refuses variables: what somebody calls their own is theirs.

import { full } from "acorn-walk";
import { checkingOf } from "../check/check.ts";
import { readCode } from "../check/code.ts";
import { memberName } from "../check/paths.ts";
import { NO_PROJECT, projectOf } from "../check/project.ts";
import type { World } from "../check/world.ts";
import { parseScript } from "../delete/parse-script.ts";
import { documentedNames } from "../turn/documented-names.ts";

type Script = { path: string; text: string };

/** `Sheet.image`, `new Band`, `Sheet.image({alt})`, `Align.CENTRE`; members under the interface that declares them. */
export function documentedIn({ path, text }: Script, world: World): string[] {
  const { surface } = world;
  const named = documentedNames(text, surface).map(({ key }) => key);
  const code = readCode(text, path);
  if (code === null) return named;
  const project = world.project ? projectOf(world.project, path, surface) : NO_PROJECT;
  const { uses, receivers } = checkingOf(code, { world, project, path });
  const typed = [...uses.members, ...uses.written].flatMap((node) => {
    const name = memberName(node) ?? "";
    const owners = receivers.typeOf(node.object)?.names ?? [];
    return owners.flatMap((owner) => surface.member(owner, name) ?? []);
  });
  return [...named, ...typed.map((member) => `${member.interface}.${member.name}`)];
}

/** Each time that a member is named, or a key of an object. */
export function membersIn(text: string): string[] {
  const found: string[] = [];
  const script = parseScript(text);
  if (script === null) return found;
  full(script.program, (node) => {
    if (node.type === "MemberExpression" && "property" in node) found.push(...wordOf(node.property));
    if (node.type === "Property" && "key" in node) found.push(...wordOf(node.key));
  });
  return found;
}

function wordOf(name: unknown): string[] {
  if (typeof name !== "object" || name === null) return [];
  if ("name" in name) return [String(name.name)];
  return "value" in name && typeof name.value === "string" ? [name.value] : [];
}
