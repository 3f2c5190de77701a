// What a script opens, fills and closes: pairs of calls by the profile's endings, the calls between them, and objects that
// one call takes. Promises documented calls only, the same for the same index and profile, and a reason for each pair that
// is none. Refuses a list written by hand: the profile adds facts, and no constructs.

import type { Profile } from "../../workspace/profile.ts";
import { nameParts } from "../names.ts";
import type { Construct, Constructs } from "./construct.ts";
import { argumentsOf, callCode, declarationCode, type Keyword, variableOf } from "./construct-code.ts";
import { findPairs, type Opening, takenFirst } from "./construct-pairs.ts";
import { findSingles } from "./construct-singles.ts";
import type { MemberInfo, Surface } from "./surface.ts";

export type ConstructProfile = Pick<Profile, "suffixes" | "facts" | "level">;

export function constructsOf(surface: Surface, profile: ConstructProfile): Constructs {
  const pairs = findPairs(surface, profile.suffixes);
  const singles = findSingles(surface, pairs.openings);
  const keyword = profile.level !== null && profile.level >= 2015 ? "const" : "var";
  const writing: Writing = { surface, profile, keyword, ids: new Set() };

  const openings = [...pairs.openings, ...singles.openings].sort((a, b) => nearness(surface, a, b));
  const constructs = openings.map((opening) => constructOf(opening, writing));
  const inner = pairs.openings.flatMap((opening) => opening.inner.map((call) => innerOf(call, writing)));
  return {
    constructs: [...constructs, ...inner].sort((a, b) => (a.id < b.id ? -1 : 1)),
    skipped: [...pairs.skipped, ...singles.skipped],
  };
}

type Writing = { surface: Surface; profile: ConstructProfile; keyword: Keyword; ids: Set<string> };

/** Of two with one base, the one that is nearer to a global takes the plain id. */
function nearness(surface: Surface, a: Opening, b: Opening): number {
  const far = ({ opener }: Opening) => surface.interface(opener.interface)?.reach?.length ?? 0;
  const key = ({ opener }: Opening) => `${opener.interface}.${opener.name}`;
  return far(a) - far(b) || (key(a) < key(b) ? -1 : 1);
}

function constructOf(opening: Opening, writing: Writing): Construct {
  const { surface, keyword } = writing;
  const { base, opener, closer, params, inner } = opening;
  const variable = variableOf(opening.interface ?? base, params);
  const made = opening.interface;
  return {
    id: idOf(base, opener, writing),
    interface: made,
    kind: closer ? "paired" : "single",
    aliases: aliasesOf(surface, {
      names: [made ?? base, base],
      chunks: [
        made === null ? null : (surface.interface(made)?.chunk ?? null),
        opener.chunk,
        closer?.chunk ?? null,
      ],
    }),
    declared: made === null ? null : declarationCode(surface, { interface: made, variable, keyword }),
    opened: callCode(surface, opener, argumentsOf(params, variable)),
    closed: closer ? callCode(surface, closer, argumentsOf(closer.signatures[0] ?? [])) : null,
    opener,
    closer,
    inner: inner.map((call) => `${call.interface}.${call.name}`),
    ...factsOf(writing.profile, {
      names: [base, made, opener.name, `${opener.interface}.${opener.name}`, closer?.name ?? null],
      absent: inner.map((call) => `${call.name}${writing.profile.suffixes.close}`),
      isInner: false,
    }),
  };
}

/** A call between an opener and its closer: `gridRow`, which the opener of `grid` lists. */
function innerOf(call: MemberInfo, writing: Writing): Construct {
  const { surface, keyword } = writing;
  const [params = []] = call.signatures;
  const made = takenFirst(surface, params, "");
  const variable = made === null ? undefined : variableOf(made, params);
  return {
    id: idOf(call.name, call, writing),
    interface: made,
    kind: "single",
    aliases: aliasesOf(surface, { names: [call.name], chunks: [call.chunk] }),
    declared:
      made === null || variable === undefined
        ? null
        : declarationCode(surface, { interface: made, variable, keyword }),
    opened: callCode(surface, call, argumentsOf(params, variable)),
    closed: null,
    opener: call,
    closer: null,
    inner: [],
    ...factsOf(writing.profile, {
      names: [call.name, `${call.interface}.${call.name}`],
      absent: [`${call.name}${writing.profile.suffixes.close}`],
      isInner: true,
    }),
  };
}

function idOf(base: string, opener: MemberInfo, { ids }: Writing): string {
  const plain = base.toLowerCase();
  const id = ids.has(plain) ? `${opener.interface.toLowerCase()}.${plain}` : plain;
  ids.add(id);
  return id;
}

type Named = { names: readonly string[]; chunks: readonly (string | null)[] };

/** Names, the words inside them, and what the worked examples of its pages say that they are for. */
function aliasesOf(surface: Surface, { names, chunks }: Named): string[] {
  const phrases = new Set(chunks.filter((chunk) => chunk !== null))
    .values()
    .flatMap((chunk) => surface.phrases(chunk));
  const words = names.flatMap(nameParts).filter((word) => word.length > 1);
  return [...new Set([...names, ...words, ...phrases])].filter((alias) => alias !== "");
}

type About = { names: readonly (string | null)[]; absent: readonly string[]; isInner: boolean };

/** What the owner says is absent, by whom it is about or by the call that is absent. */
function factsOf(profile: ConstructProfile, about: About): Pick<Construct, "negativeFact" | "absent"> {
  const names = new Set(about.names.flatMap((name) => name?.toLowerCase() ?? []));
  const facts = profile.facts.filter(
    (one) =>
      names.has(one.about.trim().toLowerCase()) || one.absent.some((name) => about.absent.includes(name)),
  );
  const absent = facts.flatMap((one) => one.absent);
  return {
    negativeFact: [...new Set(facts.map((one) => one.fact))].join(" ") || null,
    // "Rows and cells close by themselves" is said of both; a row is asked about its own end.
    absent: [...new Set(about.isInner ? absent.filter((name) => about.absent.includes(name)) : absent)],
  };
}
