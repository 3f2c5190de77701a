// A construct: what a script opens, fills and closes through a pair of calls, or through one call alone. Generated from
// the member index and the profile's pair names, never written by hand. Refuses pairs that open on a string or a number.

import type { MemberInfo } from "./surface.ts";

export type Construct = {
  /** The opener's base in lower case ("grid"), unique within a surface. */
  id: string;
  /** The documented interface that is opened; null for a call inside another construct that opens nothing of its own. */
  interface: string | null;
  kind: "paired" | "single";
  aliases: string[];
  /** How it is declared, opened and closed, as code: `var grid = new Grid();`, `sheet.gridBegin(grid);`. */
  declared: string | null;
  opened: string;
  closed: string | null;
  opener: MemberInfo;
  closer: MemberInfo | null;
  /** Calls on the same receiver that belong inside it ("Sheet.gridRow"). */
  inner: string[];
  /** Why some call is absent, in the owner's words (profile), and the names that are absent. */
  negativeFact: string | null;
  absent: string[];
};

export type SkippedPair = { pair: string; why: string };
export type Constructs = { constructs: Construct[]; skipped: SkippedPair[] };
