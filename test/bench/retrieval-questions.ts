// The questions that people ask a documentation, written by hand and fixed, and which chunks answer each. Promises the
// parts of them apart: ranking is tuned on the odd ones of the first set; its even ones, and the second set, which was
// written after the tuning, are holdouts. Refuses to know how anything is ranked.

import { readFileSync } from "node:fs";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { Surface } from "../../agent/docs/surface/surface.ts";

const fileSchema = z.object({
  questions: z.array(
    z.object({ kind: z.enum(["name", "goal"]), query: z.string(), answers: z.array(z.string()) }),
  ),
});

export type Part = "odd" | "even" | "second";
export type Asked = { kind: "name" | "goal"; query: string; answers: string[]; part: Part };

/** The first question of a file is odd. */
export function readQuestions(file: string): Asked[] {
  const first = questionsIn(file).map((one, at): Asked => ({ ...one, part: at % 2 === 0 ? "odd" : "even" }));
  const second = questionsIn(path.join("second", file)).map((one): Asked => ({ ...one, part: "second" }));
  return [...first, ...second];
}

function questionsIn(file: string): Omit<Asked, "part">[] {
  const text = readFileSync(path.join(import.meta.dirname, "questions", file), "utf8");
  return fileSchema.parse(JSON.parse(text)).questions;
}

/** Rows of the chunks that answer: of the member or the interface itself, else the one that the member index gives. */
export function answering(db: DatabaseSync, surface: Surface): (answers: string[]) => Set<number> {
  const own = db.prepare(
    `SELECT n FROM chunks WHERE title = ?1 OR (member IS NULL AND interface = ?1)
     OR (member IS NOT NULL AND interface || '.' || member = ?1)`,
  );
  const byId = db.prepare("SELECT n FROM chunks WHERE id = ?");
  const rowsOf = (answer: string) => {
    const rows = own.all(answer);
    if (rows.length > 0) return rows;
    const cut = answer.lastIndexOf(".");
    const member = cut > 0 ? surface.member(answer.slice(0, cut), answer.slice(cut + 1)) : undefined;
    const chunk = member?.chunk ?? surface.interface(answer)?.chunk ?? surface.fn(answer)?.chunk;
    return chunk === undefined ? [] : byId.all(chunk);
  };
  return (answers) => new Set(answers.flatMap(rowsOf).map((row) => Number(row.n)));
}
