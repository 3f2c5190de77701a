// `npm run eval -- --docs DIR… --scripts DIR [--profile FILE] [--mutate SEED] [--with-tsc] [--json]`: what the checks make of
// scripts that others wrote. Promises figures for any folder of scripts and any documentation. Refuses to replace scripts
// that are not there by some of its own.

import path from "node:path";
import { parseArgs } from "node:util";
import { openCorpus, profileAt } from "./corpus.ts";
import { type Measured, measure } from "./measure.ts";
import { type Caught, caughtShare, mutantsOf } from "./mutate.ts";
import { type Known, publishedCorpora } from "./published.ts";
import { caughtText, measuredText, tscText } from "./report.ts";
import { readScripts, type Scripts } from "./scripts.ts";
import { type ByTsc, byTsc } from "./tsc.ts";
import { type Why, whyText } from "./why.ts";

const USAGE = `npm run eval -- --docs DIR [--docs DIR …] --scripts DIR [--profile FILE] [--mutate SEED [--mutants N]] [--with-tsc] [--why] [--json]
npm run eval -- --published [--corpora DIR] [--only CORPUS] [--packages DIR] [--mutate SEED [--mutants N]] [--with-tsc] [--why] [--json]`;

const OPTIONS = {
  docs: { type: "string", multiple: true },
  scripts: { type: "string" },
  profile: { type: "string" },
  mutate: { type: "string" },
  /** Changes of one kind, at the most. */
  mutants: { type: "string", default: "100" },
  /** The TypeScript compiler beside it, where the documentation is declarations. */
  "with-tsc": { type: "boolean", default: false },
  /** What the accesses stand on that nobody can decide on. */
  why: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  published: { type: "boolean", default: false },
  corpora: { type: "string", default: path.join(import.meta.dirname, "../../../shared/corpora") },
  only: { type: "string" },
  /** Where fetched packages stay for the next run. */
  packages: { type: "string" },
} as const;

type Values = ReturnType<typeof readArgs>;

/** `--docs A B` names two folders as well as `--docs A --docs B` does. */
function readArgs() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const seed = values.mutate === undefined ? null : wholeNumber(values.mutate, "--mutate");
  return {
    ...values,
    docs: [...(values.docs ?? []), ...positionals],
    seed,
    most: wholeNumber(values.mutants, "--mutants"),
  };
}

function wholeNumber(text: string, option: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${option} takes a whole number.\n${USAGE}`);
  return Number(text);
}

type Asked = {
  name: string;
  docs: readonly string[];
  profile: string | undefined;
  scripts: Scripts[];
  known: Known[];
};
type Evaluated = Measured & { known: Known[]; mutations?: Caught[]; tsc?: ByTsc; why: Why | null };

try {
  const values = readArgs();
  for (const asked of await askedFor(values)) {
    const evaluated = await evaluate(asked, values);
    if (values.json)
      console.log(
        JSON.stringify(evaluated, (_key, value) =>
          value instanceof Map ? Object.fromEntries(value) : value,
        ),
      );
    else console.log(evaluatedText(evaluated));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function evaluatedText(one: Evaluated): string {
  return [
    measuredText(one, one.known),
    one.why ? whyText(one.why) : "",
    one.mutations ? caughtText(one.mutations) : "",
    one.tsc ? tscText(one.tsc) : "",
  ].join("");
}

async function askedFor(values: Values): Promise<Asked[]> {
  if (values.published) return await publishedCorpora(values);
  if (values.scripts === undefined || values.docs.length === 0) throw new Error(USAGE);
  const scripts = [await readScripts(values.scripts, "")];
  return [
    {
      name: path.basename(values.docs[0] ?? ""),
      docs: values.docs,
      profile: values.profile,
      scripts,
      known: [],
    },
  ];
}

async function evaluate(
  { name, docs, profile, scripts, known }: Asked,
  { seed, most, "with-tsc": withTsc, why: isWhyAsked }: Values,
): Promise<Evaluated> {
  await using corpus = await openCorpus(
    { name, docs, profile: await profileAt(profile) },
    new AbortController().signal,
  );
  const why: Why | null = isWhyAsked ? new Map() : null;
  const measured = { ...measure(corpus, scripts, why), known, why };
  const mutants = seed === null ? [] : mutantsOf(corpus, scripts, { seed, most });
  const tsc = withTsc ? byTsc({ corpus, scripts, findings: measured.findings, mutants }) : null;
  const mutations = seed === null ? {} : { mutations: caughtShare(corpus, mutants) };
  return { ...measured, ...mutations, ...(tsc ? { tsc } : {}) };
}
