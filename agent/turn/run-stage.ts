// The dry run of a draft: what is staged is run once, however many drafts there are of it. Promises that an error or a name
// which the scripts met before the turn as well is not laid at its door. Refuses to hold a draft for what may be of the stubs,
// and for a limit that was met: both are told on the card.

import { z } from "zod";
import type { Blob, Hash } from "../../store/ledger.ts";
import type { CheckNote } from "../check/finding.ts";
import { dryRun } from "../dry-run/dry-run.ts";
import { dryRunLine } from "../dry-run/lines.ts";
import type { DryRunReport } from "../dry-run/report.ts";
import type { Change, EventBody, EventOf } from "../events.ts";
import type { Introduced, Thrown } from "../gates/gate.ts";
import { blobOf } from "../prompt/request.ts";
import { isDomainFile } from "../tools/uses-in-workspace.ts";
import type { Stage } from "../workspace/stage.ts";
import { decodeText } from "../workspace/text.ts";
import { fold } from "./fold.ts";
import type { Work } from "./work.ts";
import { type TurnWorld, worldOf } from "./world-of.ts";

/** Drafts of one turn are dry-run at most so often. */
const RUNS_A_TURN = 4;

/** `ran` is what the log gets; null where it has it. */
export type StageRun = {
  introduced: Introduced[];
  thrown: Thrown[];
  ran: { body: Extract<EventBody, { type: "dry_ran" }>; blob: Blob } | null;
};
const NOTHING: StageRun = { introduced: [], thrown: [], ran: null };

type Asked = { stage: Stage; world: TurnWorld; hash: Hash; work: Work };

/** Throws where the run could not be made. */
export async function runStage(asked: Asked): Promise<StageRun> {
  const { work, hash, world } = asked;
  const { events } = work.log;
  const { changes } = fold(events);
  if (!changes.some(({ path }) => isDomainFile(path, work.deps.profile))) return NOTHING;
  const made = events.filter((e): e is EventOf<"dry_ran"> => e.type === "dry_ran" && e.by === "draft");
  // What the owner says of a name changes what a run of the same bytes comes to.
  const last = events.findLast((event) => event.type === "overruled")?.seq ?? 0;
  const known = made.findLast((event) => event.stage === hash && event.seq > last);
  if (known) return { ...keptRun.parse(parsed(await work.log.blob(known.report))), ran: null };
  if (made.length >= RUNS_A_TURN)
    throw new Error(`${RUNS_A_TURN} were made in this request, and that is the limit`);
  const report = await dryRun({ world, changed: changes.map(({ path }) => path) }, settings(work));
  if (report.entries.length === 0) return NOTHING;
  const found = await ofThisTurn(report, changes, asked);
  const blob = blobOf(JSON.stringify({ report, introduced: found.introduced, thrown: found.thrown }));
  const { notes, ...rest } = found;
  const line = dryRunLine(report);
  const body = {
    type: "dry_ran",
    by: "draft",
    stage: hash,
    report: blob.hash,
    line,
    findings: notes,
    ms: report.ms,
  } as const;
  return { ...rest, ran: { body, blob } };
}

const settings = ({ deps, signal }: Work) => ({ clock: deps.clock, signal });

const place = { line: z.number(), message: z.string() };
const keptRun = z.object({
  introduced: z.array(z.object({ path: z.string().nullable(), symbol: z.string(), ...place })),
  thrown: z.array(z.object({ path: z.string(), ...place })),
});

const parsed = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

type Found = { introduced: Introduced[]; thrown: Thrown[]; notes: CheckNote[] };

/** What is certain, and was not so before: the scripts as they were are run only where something is to be told apart. */
async function ofThisTurn(report: DryRunReport, changes: readonly Change[], asked: Asked): Promise<Found> {
  const findings = report.findings.filter(({ confidence }) => confidence === "certain");
  const errors = errorsOf(report).filter(({ confidence }) => confidence === "certain");
  if (findings.length + errors.length === 0) return { introduced: [], thrown: [], notes: [] };
  const before = await runBefore(changes, asked);
  const old = new Set([...before.findings.map(nameKey), ...errorsOf(before).map(({ message }) => message)]);
  const fresh = findings.filter((one) => !old.has(nameKey(one)));
  return {
    // As the code writes it, it may be `sheet[step]`.
    introduced: fresh.map(({ path, line, about, message }) => ({ path, line, symbol: about, message })),
    thrown: errors
      .filter(({ message }) => !old.has(message))
      .map(({ path, line, message }) => ({ path, line, message })),
    notes: fresh.map(({ family, about, symbol, line, path }) => ({ family, about, symbol, line, path })),
  };
}

const errorsOf = ({ entries }: DryRunReport) => entries.flatMap(({ error }) => error ?? []);
const nameKey = ({ family, about }: Pick<CheckNote, "family" | "about">): string => `${family} ${about}`;

async function runBefore(changes: readonly Change[], { stage, work }: Asked): Promise<DryRunReport> {
  const texts = await Promise.all(
    changes.map(
      async ({ path, before }): Promise<[string, string | null]> => [
        path,
        before === null ? null : (decodeText(await work.log.blob(before)) ?? ""),
      ],
    ),
  );
  const world = await worldOf(stage, { ...work, laid: new Map(texts) });
  if (!world) throw new Error("the documentation is gone");
  return await dryRun({ world, changed: changes.map(({ path }) => path) }, settings(work));
}
