// Matches paths against globs: `*`, `**`, `?`, `{a,b}`. Promises time that grows with pattern times path, whatever the
// pattern: no backtracking. Refuses nothing: a pattern without a slash is matched against the name.

type Part =
  | { type: "text"; char: string }
  | { type: "one" }
  | { type: "many" }
  | { type: "deep" }
  | { type: "folders" };

const MAX_CHOICES = 64;

export function isGlob(pattern: string): boolean {
  return /[*?{]/.test(pattern);
}

/** Reads the pattern once, for many paths. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const inName = !pattern.includes("/");
  const all = choices(pattern.replace(/^\.?\//, "")).map(partsOf);
  return (path) => {
    const subject = inName ? path.slice(path.lastIndexOf("/") + 1) : path;
    return all.some((parts) => matches(subject, parts));
  };
}

function choices(pattern: string): string[] {
  let open = [pattern];
  for (let round = 0; round < 8; round++) {
    const next = open.flatMap((one) => {
      const brace = /\{([^{}]*)\}/.exec(one);
      if (brace === null) return [one];
      const [head, tail] = [one.slice(0, brace.index), one.slice(brace.index + brace[0].length)];
      return (brace[1] ?? "").split(",").map((choice) => head + choice + tail);
    });
    if (next.length === open.length || next.length > MAX_CHOICES) return open;
    open = next;
  }
  return open;
}

function partsOf(pattern: string): Part[] {
  return (pattern.match(/\*\*\/|\*+|\?|[\s\S]/gu) ?? []).map((part): Part => {
    if (part === "**/") return { type: "folders" };
    if (part === "?") return { type: "one" };
    if (part === "*") return { type: "many" };
    return part.startsWith("*") ? { type: "deep" } : { type: "text", char: part };
  });
}

/** Walks the path once, with the set of pattern positions that may be reached. */
function matches(path: string, parts: Part[]): boolean {
  let states = skip(new Set([0]), parts, true);
  for (const char of path) {
    const next = new Set<number>();
    for (const state of states) for (const to of step(parts, state, char)) next.add(to);
    states = skip(next, parts, char === "/");
    if (states.size === 0) return false;
  }
  return states.has(parts.length);
}

function step(parts: Part[], state: number, char: string): number[] {
  const part = parts[state];
  switch (part?.type) {
    case undefined:
      return [];
    case "text":
      return part.char === char ? [state + 1] : [];
    case "one":
      return char === "/" ? [] : [state + 1];
    case "many":
      return char === "/" ? [] : [state];
    case "deep":
    case "folders":
      return [state];
  }
}

// Parts that may match nothing are passed; a double star with a slash only where a name begins.
function skip(states: Set<number>, parts: Part[], atStart: boolean): Set<number> {
  for (const state of states) {
    const type = parts[state]?.type;
    if (type === "many" || type === "deep" || (type === "folders" && atStart)) states.add(state + 1);
  }
  return states;
}
