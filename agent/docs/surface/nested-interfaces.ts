// An interface that is called by a path (`app.media`) is what `app` has under `media`. Promises a member for each such
// interface whose owner is documented, so that nobody calls it invented. Refuses types that only stand in a namespace: those
// are no values.

import type { Collected, InterfaceDraft, Origin } from "./collect-facts.ts";

export function addNested({ interfaces }: Collected): void {
  for (const inner of [...interfaces.values()]) {
    const cut = inner.name.lastIndexOf(".");
    const owner = interfaces.get(inner.name.slice(0, Math.max(0, cut)));
    const place = placeOf(inner);
    if (!owner || !place || isTypeOnly(inner, owner)) continue;
    const name = inner.name.slice(cut + 1);
    const member = owner.members.get(name) ?? { name, own: [], facts: [] };
    const isObject = inner.constructors.length === 0 && !hasKind(inner, "class");
    member.facts.push({
      fact: {
        type: "member",
        interface: owner.name,
        name,
        kind: "property",
        ...(isObject ? { valueType: inner.name } : {}),
      },
      at: { ...place, rank: 2 },
    });
    owner.members.set(name, member);
  }
}

const hasKind = ({ facts }: InterfaceDraft, kind: string): boolean =>
  facts.some(({ fact }) => fact.kind === kind);

const isTypeOnly = (inner: InterfaceDraft, owner: InterfaceDraft): boolean =>
  hasKind(owner, "namespace") && hasKind(inner, "class") && inner.constructors.length === 0;

/** Its own page, else where it is named, else a member's; of several the first by name, whatever was read first. */
function placeOf({ own, facts, constructors, members }: InterfaceDraft): Origin | undefined {
  const named = [...facts, ...constructors].map(({ at }) => at);
  const inside = [...members.values()].flatMap((one) => [...one.own, ...one.facts.map(({ at }) => at)]);
  const places = [own, named, inside].find((some) => some.length > 0) ?? [];
  return places.toSorted((a, b) => (a.chunk < b.chunk ? -1 : a.chunk > b.chunk ? 1 : 0))[0];
}
