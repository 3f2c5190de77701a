// The words of findings, in one place. Promises to argue: on what was checked, what does exist, and what to do now.
// Refuses to leave a way out that keeps the name: models annotate, retry, or explain where they should rewrite.

type Told = { isWhole: boolean; suggestions: readonly string[] };

export function memberMessage(told: Told & { symbol: string; name: string; receiver: string }): string {
  const { symbol, name, receiver, isWhole, suggestions } = told;
  const verdict = isWhole
    ? `${symbol} does not exist: every member of ${receiver} is documented, and ${name} is none of them.`
    : `${symbol} is not in the documentation of ${receiver}, as far as that goes.`;
  return `${verdict}${instead(suggestions, `on ${receiver}`)}`;
}

export function constructorMessage({ name, isWhole, suggestions }: Told & { name: string }): string {
  const verdict = isWhole
    ? `new ${name} does not exist: the documentation is complete and has no such constructor.`
    : `new ${name} is not in the documentation, and nothing here declares it.`;
  return `${verdict}${instead(suggestions, "among the constructors")}`;
}

function instead(suggestions: readonly string[], where: string): string {
  if (suggestions.length === 0) return ` Nothing ${where} is near to it: leave that part out and say so.`;
  return ` Nearest ${where}: ${suggestions.join(", ")}. Rewrite with one of them or leave that part out; do not keep it or annotate it.`;
}
