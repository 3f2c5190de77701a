// A child of docs.bench.ts: one way of searching in a process of its own, so that its memory and its start are its own.
// Prints one line when it has answered its first name, and one with everything measured. Refuses to share a process.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { readIndexFile } from "../../agent/docs/index/index-file.ts";
import { readPointer, versionFile } from "../../agent/docs/index/versions.ts";
import { type Docs, openDocs } from "../../agent/docs/open-docs.ts";
import type { Question, Questions } from "./docs-queries.ts";

export type Measured = { p50: number; p99: number; max: number; hit1: number; hit10: number };
export type Probe = Record<keyof Questions, Measured> & { loopHeldMs: number; rssMb: number; loadMs: number };

type Asked = (query: string, kind: keyof Questions) => Promise<string[]> | string[];

const [engine = "", dir = "", firstName = ""] = process.argv.slice(2);
const file = versionFile(dir, readPointer(dir)?.version ?? "");
const loop = monitorEventLoopDelay({ resolution: 1 });
const startedAt = performance.now();

if (engine === "handrail") {
  loop.enable();
  await using docs = await openDocs(dir, { signal: new AbortController().signal });
  if (!docs) throw new Error(`no index in ${dir}`);
  await docs.lookup(firstName);
  process.stdout.write("first\n");
  await docs.lookup("first words load the thread");
  await docs.lookup("mispelt.nmae");
  const loadMs = performance.now() - startedAt;
  loop.disable();
  await probe(asked(docs), loadMs);
} else {
  const { readChunks } = await import("./docs-queries.ts");
  const { fts5Defaults, miniSearchDefaults } = await import("./docs-peers.ts");
  loop.enable();
  const chunks = readChunks(readIndexFile(file));
  const peer = engine === "minisearch" ? miniSearchDefaults(chunks) : fts5Defaults(chunks);
  const titles = new Map(chunks.map(({ n, title }) => [n, title]));
  const search: Asked = (query, kind) =>
    peer(query, kind === "typos" ? "fuzzy" : undefined).map((n) => titles.get(n) ?? "");
  const loadMs = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, 5));
  loop.disable();
  await probe(search, loadMs);
}

function asked(docs: Docs): Asked {
  return async (query) => (await docs.lookup(query, 10)).hits.map((hit) => hit.title);
}

async function probe(search: Asked, loadMs: number): Promise<void> {
  // Memory is read before the questions are drawn: they need every chunk in memory, a search does not.
  await search("a few words to warm up", "words");
  const rssMb = process.resourceUsage().maxRSS / 1024;
  const { drawQuestions, readChunks } = await import("./docs-queries.ts");
  const { snippet } = await import("../../agent/docs/search/snippet.ts");
  const db = readIndexFile(file);
  const questions = drawQuestions(readChunks(db), 500);
  const textOf = db.prepare("SELECT text FROM chunks WHERE title = ? LIMIT 1");

  const tells = (title: string, { query, answer }: Question, kind: keyof Questions): boolean => {
    if (kind === "names") return title === query;
    return kind === "typos"
      ? title === answer
      : snippet(String(textOf.get(title)?.text ?? ""), "") === answer;
  };
  const measure = async (kind: keyof Questions): Promise<Measured> => {
    const times: number[] = [];
    const ranks: number[] = [];
    for (const question of questions[kind]) {
      const from = performance.now();
      const titles = await search(question.query, kind);
      times.push(performance.now() - from);
      ranks.push(titles.findIndex((title) => tells(title, question, kind)));
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    const within = (k: number) => ranks.filter((rank) => rank >= 0 && rank < k).length / ranks.length;
    return { p50: at(0.5), p99: at(0.99), max: at(1), hit1: within(1), hit10: within(10) };
  };

  const [names, words, typos] = [await measure("names"), await measure("words"), await measure("typos")];
  const measured: Probe = { names, words, typos, loopHeldMs: loop.max / 1e6, rssMb, loadMs };
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}
