// `npm run eval -- --docs DIR… --scripts DIR [--profile FILE] [--mutate SEED] [--with-tsc] [--json]`: what the checks make of
// scripts that others wrote. Promises figures for any folder of scripts and any documentation. Refuses to replace scripts
// that are not there by some of its own.

import path from "node:path";
import { parseArgs } from "node:util";
import { openCorpus, profileAt } from "./corpus.ts";
import { type Measured, measure } from "./measure.ts";
import { type Caught, caughtShare, mutantsOf } from "./mutate.ts";
import { type Known, publishedCorpora } from "./published.ts";
import { caughtText, measuredText } from "./report.ts";
import { readScripts, type Scripts } from "./scripts.ts";

const USAGE = `npm run eval -- --docs DIR [--docs DIR …] --scripts DIR [--profile FILE] [--mutate SEED [--mutants N]] [--json]
npm run eval -- --published [--corpora DIR] [--only CORPUS] [--packages DIR] [--mutate SEED [--mutants N]] [--json]`;

const { values } = parseArgs({
  options: {
    docs: { type: "string", multiple: true, default: [] },
    scripts: { type: "string" },
    profile: { type: "string" },
    mutate: { type: "string" },
    /** Changes of one kind, at the most. */
    mutants: { type: "string", default: "100" },
    json: { type: "boolean", default: false },
    published: { type: "boolean", default: false },
    corpora: { type: "string", default: path.join(import.meta.dirname, "../../../shared/corpora") },
    only: { type: "string" },
    /** Where fetched packages stay for the next run. */
    packages: { type: "string" },
  },
});

type Asked = {
  name: string;
  docs: readonly string[];
  profile: string | undefined;
  scripts: Scripts[];
  known: Known[];
};
type Evaluated = Measured & { known: Known[]; mutations?: Caught[] };

try {
  for (const asked of await askedFor()) {
    const evaluated = await evaluate(asked);
    if (values.json) console.log(JSON.stringify(evaluated));
    else
      console.log(
        measuredText(evaluated, evaluated.known) +
          (evaluated.mutations ? caughtText(evaluated.mutations) : ""),
      );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function askedFor(): Promise<Asked[]> {
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

async function evaluate({ name, docs, profile, scripts, known }: Asked): Promise<Evaluated> {
  const seed = values.mutate === undefined ? null : Number(values.mutate);
  if (seed !== null && !Number.isInteger(seed)) throw new Error(`--mutate takes a whole number: ${USAGE}`);
  await using corpus = await openCorpus(
    { name, docs, profile: await profileAt(profile) },
    new AbortController().signal,
  );
  const measured = { ...measure(corpus, scripts), known };
  if (seed === null) return measured;
  return {
    ...measured,
    mutations: caughtShare(corpus, mutantsOf(corpus, scripts, { seed, most: Number(values.mutants) })),
  };
}
