// What holds of merging whatever pages say: their order decides nothing, nothing that is stated is lost, nothing else is
// found. Promises generated pages with hostile names, from a fixed seed. Refuses examples: those are in merge.test.ts.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Fact, Param } from "../../../../agent/docs/surface/facts.ts";
import type { Surface } from "../../../../agent/docs/surface/surface.ts";
import { type FactChunk, mergeChunks } from "../surface-of.ts";

const OPTIONS = { seed: 20261130, numRuns: 150, endOnFailure: true };
const NAMES = [
  "Box",
  "box",
  "Grid",
  "app",
  "app.Box",
  "__proto__",
  "constructor",
  "toString",
  "width",
  "Ünï",
  "𝒳",
  "$",
];

const name = fc.constantFrom(...NAMES);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const type = fc.constantFrom("Box", "Array of Grid", "number", "Box | Grid", "app.Box", "{ a: Grid }", "");
const param: fc.Arbitrary<Param> = fc
  .record({ name, type: some(type), optional: some(fc.constant(true as const)) })
  .map(dense);
const params = fc.array(param, { maxLength: 3 });

const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc
    .record({
      type: fc.constant("interface" as const),
      name,
      kind: some(fc.constantFrom("class" as const, "enumeration" as const, "namespace" as const)),
      parents: some(fc.array(name, { maxLength: 2 })),
    })
    .map(dense),
  fc
    .record({
      type: fc.constant("member" as const),
      interface: name,
      name,
      kind: some(fc.constantFrom("property" as const, "method" as const, "value" as const)),
      static: some(fc.constant(true as const)),
      readOnly: some(fc.constant(true as const)),
      valueType: some(type),
      params: some(params),
      since: some(fc.constantFrom("1.0", "2.0")),
      deprecated: some(fc.constant(true as const)),
    })
    .map(dense),
  fc.record({ type: fc.constant("constructor" as const), interface: name, params: some(params) }).map(dense),
  fc.record({ type: fc.constant("global" as const), name, valueType: some(type) }).map(dense),
  fc
    .record({ type: fc.constant("function" as const), name, params: some(params), valueType: some(type) })
    .map(dense),
  fc.record({
    type: fc.constant("options" as const),
    of: fc.constantFrom("Box.width", "app.toString", "new Grid", "toString"),
    keys: params,
  }),
);

const chunk: fc.Arbitrary<FactChunk> = fc
  .record({
    interface: some(name),
    member: some(name),
    facts: fc.array(fact, { maxLength: 4 }),
    source: fc.constantFrom("docs", "news"),
  })
  .map(({ interface: owner, member, ...rest }) => {
    if (owner === undefined) return { title: "Page", ...rest };
    return member === undefined
      ? { title: owner, interface: owner, ...rest }
      : { title: `${owner}.${member}`, interface: owner, member, ...rest };
  });

/** What is left out is left out, and not undefined: as parsers give it. */
function dense<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}

function merged<T>(chunks: readonly FactChunk[], read: (surface: Surface) => T): T {
  const closing: (() => void)[] = [];
  const { surface } = mergeChunks({ after: (close) => void closing.push(close as () => void) }, chunks);
  try {
    return read(surface);
  } finally {
    for (const close of closing) close();
  }
}

/** Ids of duplicates are numbered in the order of their pages, which is all that may differ. */
function whole(surface: Surface): unknown {
  const all = surface.interfaces().map((one) => [surface.interface(one), surface.members(one)]);
  return JSON.parse(
    JSON.stringify([all, surface.globals(), surface.functions()], (key, value) =>
      key === "chunk" && typeof value === "string" ? value.replace(/~\d+$/, "") : value,
    ),
  );
}

test("the order of pages does not matter", () => {
  const pages = fc
    .array(chunk, { maxLength: 8 })
    .chain((chunks) =>
      fc.tuple(
        fc.constant(chunks),
        fc.shuffledSubarray(chunks, { minLength: chunks.length, maxLength: chunks.length }),
      ),
    );
  fc.assert(
    fc.property(pages, ([chunks, shuffled]) => {
      assert.deepEqual(merged(shuffled, whole), merged(chunks, whole));
    }),
    OPTIONS,
  );
});

test("a member is found if and only if a title or a fact states it", () => {
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 6 }), (chunks) => {
      const stated = new Set(
        chunks.flatMap(({ interface: owner, member, facts = [] }) => [
          ...(owner !== undefined && member !== undefined ? [`${owner} ${member}`] : []),
          ...facts.flatMap((one) => (one.type === "member" ? [`${one.interface} ${one.name}`] : [])),
        ]),
      );

      const found = merged(chunks, (surface) =>
        NAMES.flatMap((owner) =>
          NAMES.flatMap((one) => {
            const member = surface.member(owner, one);
            assert.equal(surface.owners(one).includes(owner), member?.interface === owner);
            return member?.interface === owner ? [`${owner} ${one}`] : [];
          }),
        ),
      );

      // `app.Box` is a member of app as well, where app is an interface.
      stated.delete("app Box");
      assert.deepEqual(new Set(found.filter((one) => one !== "app Box")), stated);
    }),
    OPTIONS,
  );
});

test("no name breaks a merge: it is kept whole, or left out", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  );
  const facts = fc.array(fc.record({ owner: text, name: text, type: text, parent: text }), { maxLength: 5 });
  fc.assert(
    fc.property(facts, (stated) => {
      const chunks: FactChunk[] = stated.map(({ owner, name: one, type: valueType, parent }) => ({
        title: "Page",
        facts: [
          { type: "interface", name: owner, parents: [parent] },
          {
            type: "member",
            interface: owner,
            name: one,
            valueType,
            params: [{ name: one, type: valueType }],
          },
          { type: "global", name: one, valueType: owner },
          { type: "options", of: `${owner}.${one}`, keys: [{ name: one }] },
        ],
      }));

      merged(chunks, (surface) => {
        for (const { owner, name: one } of stated) {
          const member = surface.member(owner, one);
          if (member) assert.deepEqual([member.interface, member.name], [owner, one]);
          else assert.ok(/[\p{Cc}\p{Cs}\s]/u.test(owner + one) || owner === "" || one === "");
        }
      });
    }),
    OPTIONS,
  );
});
