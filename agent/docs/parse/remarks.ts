// What a description says of a member's life: since when it is there, and whether it should still be used. Promises
// nothing that is only said of something else. Refuses versions without a number.

export type Remarks = { since?: string; deprecated?: true };

const SINCE =
  /\b(?:[Ss]ince|[Aa]dded (?:in|for|with)|[Ii]ntroduced (?:in|with)|[Nn]ew in|[Aa]vailable (?:since|from|in|as of|starting with|beginning with))[:\s]+((?:version\s+)?(?:[\p{Lu}][\w.+-]*\s+){0,3}v?\d[\w.]*(?:\s*\([^()]{1,20}\))?)/u;
const GONE = /\b(?:deprecated|obsolete|no longer (?:supported|available))\b/i;
const OTHER = /\bdeprecated\s+(?!since|in|as|and|use|please|—|–|-|\.|:|;|,|$)\p{L}+/iu;

export function remarksIn(text: string): Remarks {
  const since = SINCE.exec(text)?.[1]?.replace(/[.,]$/, "").trim();
  const gone = GONE.test(text) && !/\bnot (?:deprecated|obsolete)\b/i.test(text) && !OTHER.test(text);
  return { ...(since ? { since } : {}), ...(gone ? { deprecated: true as const } : {}) };
}
