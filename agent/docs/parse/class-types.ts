// The type of a value on a class page: the signature's own, and what the description adds ("Can return: …", "Can also
// accept: …", "(a Spread or MasterSpread)"). Promises the documentation's words. Refuses to keep a word that says
// "anything" where the description says what.

const ADDED = /\bCan (also )?(?:accept|return)s?:?\s+(.+?)(?=\.(?:\s|$)|\s*\(Optional\)|$)/is;
const VAGUE = /^(?:mixed|any|object|varies|variant|varies=any|\*)$/i;
const PARENT = /^the \w+ of the \S+ \(an? ((?:[\p{Lu}][\p{L}\p{N}]*(?:, | or )?)+)\)/iu;

/** Undefined when neither says anything. */
export function statedType(type: string, about: string): string | undefined {
  const own = type
    .replace(/=any\b/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const [, also, added] = ADDED.exec(about) ?? [];
  if (added !== undefined) {
    const words = added.replace(/\s+/g, " ").trim();
    return also !== undefined && own !== "" ? `${own} or ${words}` : words;
  }
  const parent = VAGUE.test(own) ? PARENT.exec(about)?.[1] : undefined;
  return parent?.trim() ?? (own === "" ? undefined : own);
}
