// How well questions find their answers: each corpus, names and described goals, the odd half that ranking was tuned on,
// the even half and a second set that it was not. Promises MiniSearch and FTS5 with their defaults beside it, over the same chunks in
// the same run. Refuses a missing corpus in words.

import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildIndex } from "../../agent/docs/index/build-index.ts";
import { readIndexFile } from "../../agent/docs/index/index-file.ts";
import { versionFile } from "../../agent/docs/index/versions.ts";
import { openDocs } from "../../agent/docs/open-docs.ts";
import { systemClock } from "../../store/clock.ts";
import type { BenchRow } from "./bench.ts";
import { fts5Defaults, miniSearchDefaults } from "./docs-peers.ts";
import { readChunks } from "./docs-queries.ts";
import { type Asked, answering, type Part, readQuestions } from "./retrieval-questions.ts";

const corpora = process.env.HANDRAIL_CORPORA ?? path.join(import.meta.dirname, "../../../shared/corpora");

const CORPORA = [
  { name: "indesign", folder: "indesign/api", questions: "indesign.json" },
  { name: "acrobat", folder: "acrobat/html", questions: "acrobat.json" },
  { name: "acrobat chunks", folder: "acrobat/chunks", questions: "acrobat.json" },
  { name: "phantomjs", folder: "phantomjs/api", questions: "phantomjs.json" },
  { name: "aftereffects", folder: "aftereffects-dts", questions: "aftereffects.json" },
  { name: "figma", folder: "figma-dts", questions: "figma.json" },
];
/** Asked the same questions as another form of the same documentation. */
const SECOND_FORM = "acrobat chunks";

const ENGINES = ["Handrail", "MiniSearch defaults", "FTS5 defaults"] as const;
type Engine = (typeof ENGINES)[number];
const PARTS = ["odd", "even", "second"] as const;

/** The place of the first right answer in the first ten, from 0; -1 is none. */
type Placed = { corpus: string; engine: Engine; question: Asked; place: number };

export async function bench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const all: Placed[] = [];
  for (const corpus of CORPORA) {
    const folder = path.join(corpora, corpus.folder);
    if (!(await stat(folder).catch(() => null))) {
      const note = `no corpus at ${folder}; set HANDRAIL_CORPORA`;
      rows.push({ name: `retrieval: ${corpus.name}: skipped`, value: 0, unit: "", note });
      continue;
    }
    const { placed, unreachable } = await place(corpus.name, folder, readQuestions(corpus.questions));
    rows.push(...figures(corpus.name, placed), {
      name: `retrieval: ${corpus.name}: questions without any chunk that answers`,
      value: unreachable,
      unit: "questions",
    });
    if (corpus.name !== SECOND_FORM) all.push(...placed);
  }
  return [...rows, ...figures("all", all)];
}

async function place(corpus: string, folder: string, questions: Asked[]) {
  const dir = await mkdtemp(path.join(tmpdir(), "handrail-bench-"));
  const { signal } = new AbortController();
  try {
    await buildIndex({ sources: [{ name: "docs", folder }], dir, clock: systemClock, signal });
    await using docs = await openDocs(dir, { signal });
    if (!docs) throw new Error(`no index of ${folder}`);
    const db = readIndexFile(versionFile(dir, docs.version));
    const chunks = readChunks(db);
    const answersOf = answering(db, docs.surface);
    const rowOf = db.prepare("SELECT n FROM chunks WHERE id = ?");
    const searches: Record<Engine, (query: string) => Promise<number[]> | number[]> = {
      Handrail: async (query) =>
        (await docs.lookup(query, 10)).hits.map((hit) => Number(rowOf.get(hit.chunk)?.n)),
      "MiniSearch defaults": miniSearchDefaults(chunks),
      "FTS5 defaults": fts5Defaults(chunks),
    };
    const placed: Placed[] = [];
    let unreachable = 0;
    for (const question of questions) {
      const right = answersOf(question.answers);
      if (right.size === 0) unreachable += 1;
      for (const engine of ENGINES) {
        const found = await searches[engine](question.query);
        placed.push({ corpus, engine, question, place: found.findIndex((n) => right.has(n)) });
      }
    }
    db.close();
    return { placed, unreachable };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const NAME_TARGET = 99;
const GOAL_TARGET = 85;

function figures(corpus: string, placed: Placed[]): BenchRow[] {
  return ENGINES.flatMap((engine) =>
    PARTS.flatMap((part): BenchRow[] => {
      const share = (kind: Asked["kind"], within: number) => shareOf(placed, { engine, part, kind, within });
      const title = `retrieval: ${corpus}, ${part}: ${engine}`;
      const note = `first ${share("goal", 1).toFixed(0)} %, first ten ${share("goal", 10).toFixed(0)} %`;
      return [
        { name: `${title}: names first`, value: share("name", 1), unit: "%", ...aim(engine, NAME_TARGET) },
        {
          name: `${title}: goals in the first five`,
          value: share("goal", 5),
          unit: "%",
          note,
          ...aim(engine, GOAL_TARGET),
        },
      ];
    }),
  );
}

// "At least": a figure that is met exactly is met.
const aim = (engine: Engine, target: number): Partial<BenchRow> =>
  engine === "Handrail" ? { target: target - 0.01, op: ">" } : {};

type Cut = { engine: Engine; part: Part; kind: Asked["kind"]; within: number };

function shareOf(placed: Placed[], { engine, part, kind, within }: Cut): number {
  const asked = placed.filter(
    (one) => one.engine === engine && one.question.part === part && one.question.kind === kind,
  );
  return (100 * asked.filter(({ place }) => place >= 0 && place < within).length) / asked.length;
}
