// One row of the table of what people say: where, after what, the words, and what a good outcome is. Promises
// that an outcome is told by what is staged in the end and by what the answer says, never by how it came about.
// Refuses to know any rule of the model.

/** Lines as people count them: "30-37 62" are the lines that go; blank lines beside them may go along. */
export type Good = { says: RegExp[] } & (
  | { type: "deletes"; lines: Record<string, string>; orAsks: boolean }
  | { type: "edits"; edits: Record<string, Edit[]>; orAsks: boolean }
  | { type: "moves"; from: string; to: string }
  | { type: "drops"; path: string }
  /** Whatever was staged before stays staged, and nothing is added. */
  | { type: "answers" }
  /** Nothing is staged in the end. */
  | { type: "nothing" }
);

/** Every place of the first becomes the second; a number in front binds the edit to that line. */
export type Edit = { old: string; to: string; line?: number };

export type Saying = { say: string; after: string[]; good: Good };

export function saying(say: string, good: Good, ...after: string[]): Saying {
  return { say, good, after };
}

export function deletes(lines: Record<string, string>, ...says: RegExp[]): Good {
  return { type: "deletes", lines, orAsks: false, says };
}

/** The deletion, or nothing at all and a question. */
export function deletesOrAsks(lines: Record<string, string>, ...says: RegExp[]): Good {
  return { type: "deletes", lines, orAsks: true, says };
}

export function edits(changes: Record<string, Edit[]>, ...says: RegExp[]): Good {
  return { type: "edits", edits: changes, orAsks: false, says };
}

export function editsOrAsks(changes: Record<string, Edit[]>, ...says: RegExp[]): Good {
  return { type: "edits", edits: changes, orAsks: true, says };
}

export function moves(from: string, to: string, ...says: RegExp[]): Good {
  return { type: "moves", from, to, says };
}

export function drops(path: string, ...says: RegExp[]): Good {
  return { type: "drops", path, says };
}

export function answers(...says: RegExp[]): Good {
  return { type: "answers", says };
}

export function nothing(...says: RegExp[]): Good {
  return { type: "nothing", says };
}
