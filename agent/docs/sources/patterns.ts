// Patterns of files: which paths a source's `include` and `exclude` mean. Promises time linear in path and pattern,
// whatever either holds, since a workspace's own file may have written both. Refuses braces, classes and negation.

/** `*` and `?` stay inside one name, `**` stands for any folders. */
export function isPattern(text: string): boolean {
  if (text === "" || text.startsWith("/") || /[\\[\]{}!\p{Cc}]/u.test(text)) return false;
  return text.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

export function matchesAny(path: string, patterns: readonly string[]): boolean {
  const names = path.split("/");
  return patterns.some((pattern) => matchesParts(names, pattern.split("/")));
}

function matchesParts(names: string[], pattern: string[]): boolean {
  return wild(names, pattern, {
    isStar: (part) => part === "**",
    fits: (name, part) => matchesName(name, part),
  });
}

function matchesName(name: string, pattern: string): boolean {
  return wild([...name], [...pattern], {
    isStar: (mark) => mark === "*",
    fits: (letter, mark) => mark === "?" || letter === mark,
  });
}

type Rules = { isStar(part: string): boolean; fits(item: string, part: string): boolean };

// The greedy match of wildcards: only the last star is ever tried again, so nothing grows out of hand.
function wild(items: string[], pattern: string[], { isStar, fits }: Rules): boolean {
  const at = { item: 0, part: 0, star: -1, retry: 0 };
  while (at.item < items.length) {
    const part = pattern[at.part];
    const item = items[at.item] ?? "";
    if (part !== undefined && isStar(part)) {
      at.star = at.part++;
      at.retry = at.item;
    } else if (part !== undefined && fits(item, part)) {
      at.item++;
      at.part++;
    } else if (at.star >= 0) {
      at.part = at.star + 1;
      at.item = ++at.retry;
    } else return false;
  }
  while (at.part < pattern.length && isStar(pattern[at.part] ?? "")) at.part++;
  return at.part === pattern.length;
}
