// A place on a page of declarations: at the top, in a namespace, in a module. Promises that what is declared there gets its
// full name, its comment, and a line in the namespace that holds it. Refuses to read what a declaration contains.

import type { Reading } from "./members.ts";
import { type Declared, declare, type World } from "./model.ts";
import { fullName } from "./scope.ts";
import type { Span } from "./source.ts";

/** `owner` is the namespace or module whose members values are here; null where they are names of their own. */
export type Place = Reading & { world: World; owner: string | null; isExported(name: string): boolean };

/** A declaration of that name, with its comment. */
export function open(name: string, head: string, { at, place }: { at: Span; place: Place }): Declared {
  const declared = declare(place.world, fullName(place.scope, name), place.source.lineOf(at.start));
  declared.heads.push(head);
  declared.comments.push(place.source.commentBefore(at));
  return declared;
}

/** What a namespace or module holds is a member of it. */
export function addValue(
  name: string,
  valueType: string | null,
  { at, place }: { at: Span; place: Place },
): void {
  if (place.owner === null) return;
  const { source, scope, world, owner } = place;
  declare(world, owner, source.lineOf(at.start)).members.push({
    name,
    kind: "property",
    isStatic: true,
    isOptional: false,
    readOnly: true,
    valueType,
    call: null,
    signature: `${name}${valueType === null ? "" : `: ${valueType}`}`,
    comment: source.commentBefore(at),
    line: source.lineOf(at.start),
    node: null,
    scope,
  });
}

/** A namespace or module that a script can name. */
export function openNamespace(name: string, head: string, { at, place }: { at: Span; place: Place }): void {
  const declared = declare(place.world, name, place.source.lineOf(at.start));
  declared.kind ??= "namespace";
  declared.heads.push(head);
  declared.comments.push(place.source.commentBefore(at));
}
