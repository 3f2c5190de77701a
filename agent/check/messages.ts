// The words of findings, in one place. Promises to argue: on what was checked, why the name may have come up, what does
// exist, and what to do now. Refuses to leave a way out that keeps the name: models annotate, retry, or explain where they
// should rewrite.

export type Argument = {
  /** What is wrong, and on what grounds; a whole sentence. */
  verdict: string;
  /** What may speak for the name. */
  doubt?: string | null;
  /** The owner's words on why it is absent. */
  fact?: string | null;
  suggestions: readonly string[];
  /** Where the suggestions are from: "on Sheet". */
  where: string;
  /** What to ask for instead of the lookup that brought the name. */
  lookUp?: string;
};

export function argue({ verdict, doubt, fact, suggestions, where, lookUp }: Argument): string {
  const near =
    suggestions.length > 0
      ? `Nearest ${where}: ${suggestions.join(", ")}. Rewrite with one of them; where none does it, leave that part out and say so.`
      : `Nothing ${where} is near to it: leave that part out and say so.`;
  const again = lookUp
    ? `Do not keep or annotate it, and do not repeat the lookup that brought it in: look up ${lookUp} by its exact name.`
    : "Do not keep or annotate it.";
  return [verdict, fact, doubt && `It may be real all the same: ${doubt}.`, near, again]
    .filter(Boolean)
    .join(" ");
}

export function memberVerdict(told: {
  symbol: string;
  name: string;
  receiver: string;
  isWhole: boolean;
}): string {
  const { symbol, name, receiver, isWhole } = told;
  return isWhole
    ? `${symbol} does not exist: every member of ${receiver} is documented, and ${name} is none of them.`
    : `${symbol} is not in the documentation of ${receiver}, as far as that goes.`;
}

export function nameVerdict(told: { what: string; name: string; isWhole: boolean }): string {
  const { what, isWhole } = told;
  return isWhole
    ? `${what} does not exist: the documentation is complete and does not have it, and no file here declares it.`
    : `${what} is not in the documentation, as far as that goes, and no file here declares it.`;
}
