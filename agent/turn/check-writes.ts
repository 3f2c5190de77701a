// The static check of what a call would stage, before any of it is on the stage: asked to take an invention out of a file, a
// model would rather explain it, and refused content never becomes a file. Promises that only what is certain and of this turn's
// own making refuses. Refuses to let through what it could not check: a check that crashes denies.

import { sha256 } from "../../store/hash.ts";
import { checkFile } from "../check/check-file.ts";
import type { CheckNote, Family } from "../check/finding.ts";
import { isShorterSubsequence } from "../delete/checks.ts";
import { keyOf, wordOf } from "../overlay/words.ts";
import type { Refusal } from "../ports.ts";
import type { StageWrite } from "../tools/tool.ts";
import { isDomainFile } from "../tools/uses-in-workspace.ts";
import type { Stage } from "../workspace/stage.ts";
import { decodeText } from "../workspace/text.ts";
import { beforeTurn, type FileStep, takeStep } from "./before-turn.ts";
import { broughtIn, type Source } from "./brought-in.ts";
import {
  checkFailedText,
  noteOf,
  type Placed,
  refusedText,
  toldText,
  tooDeepText,
} from "./check-messages.ts";
import { isExcused } from "./excuses.ts";
import { wordsInCode } from "./words-in-code.ts";
import type { Work } from "./work.ts";
import { type TurnWorld, worldOf } from "./world-of.ts";

/** `told` is for the model, beside the result; empty where there is nothing to say. */
export type CheckedWrites = { ok: true; told: string } | (Refusal & { findings: CheckNote[] });

const PASSED: CheckedWrites = { ok: true, told: "" };
/** A listing of the disk this old is good enough to pass a write, never to refuse one. */
const MAX_AGE_MS = 2_000;

export async function checkWrites(
  writes: readonly StageWrite[],
  stage: Stage,
  work: Work,
): Promise<CheckedWrites> {
  try {
    return await checked(writes, stage, work);
  } catch (error) {
    work.signal.throwIfAborted();
    const why = error instanceof Error ? error.message : "unknown";
    const paths = writes.map(({ path }) => path);
    return { ok: false, reason: "check_failed", text: checkFailedText(paths, why), findings: [] };
  }
}

async function checked(writes: readonly StageWrite[], stage: Stage, work: Work): Promise<CheckedWrites> {
  const { deps, signal } = work;
  if (deps.settings.without?.has("checker")) return PASSED;
  if (writes.every(({ after }) => after === null)) return PASSED;
  const call = await callOf(writes, stage, work);
  if (!call.files.some(({ path }) => isDomainFile(path, deps.profile))) return PASSED;
  const world = await worldOf(stage, { deps, signal, laid: call.laid, maxAgeMs: MAX_AGE_MS });
  const deep: string[] = [];
  const introduced = world
    ? call.files.flatMap((file) => introducedIn(file, world, () => deep.push(file.path)))
    : [];
  if (deep.length > 0) return { ok: false, reason: "too_deep", text: tooDeepText(deep), findings: [] };
  if (introduced.length === 0) return PASSED;
  const certain = introduced.filter(({ confidence }) => confidence === "certain");
  const held = certain.length > 0 ? await stillHeld(certain, call, { stage, work }) : [];
  if (held.length > 0) return await refusal(held, work);
  return { ok: true, told: toldText(world ? news(introduced, call, world) : []) };
}

type Written = {
  path: string;
  text: string;
  before: string | null;
  now: string | null;
  /** Where lines only go, what may come up all the same: words that were in no code. */
  uncovers?: (word: string) => boolean;
};
type Call = {
  /** What is to be checked. */
  files: Written[];
  laid: Map<string, string | null>;
  /** Contents before the turn of all files that it changes, those of this call among them. */
  olds: Map<string, string>;
};

async function callOf(writes: readonly StageWrite[], stage: Stage, { log, signal }: Work): Promise<Call> {
  const before = beforeTurn(log.events);
  const steps: (FileStep & { text: string | null; old: string | null })[] = [];
  const bytes = new Map<string, Uint8Array>();
  for (const { path: asked, after } of writes) {
    const may = await stage.mayWrite(asked);
    const path = may.ok ? may.path : asked;
    const file = await stage.read(path, signal);
    const now = file.ok ? sha256(file.bytes) : null;
    if (file.ok && now !== null) bytes.set(now, file.bytes);
    const text = after === null ? null : decodeText(after);
    steps.push({
      path,
      now,
      after: after && sha256(after),
      text,
      old: file.ok ? decodeText(file.bytes) : null,
    });
  }
  takeStep(before, steps);
  const olds = new Map<string, string>();
  for (const [path, hash] of before) {
    const text = hash === null ? null : decodeText(bytes.get(hash) ?? (await log.blob(hash)));
    if (text !== null) olds.set(path, text);
  }
  const files = steps.flatMap(({ path, text, old }): Written[] =>
    text === null
      ? []
      : [{ path, text, before: olds.get(path) ?? null, now: old, ...uncovering(path, old, text) }],
  );
  // What is no text is a file all the same: a load of it finds one.
  const laid = new Map(steps.map(({ path, text, after }) => [path, after === null ? null : (text ?? "")]));
  return { files, laid, olds };
}

/** A deletion of lines brings in only what it takes out of a comment or a text. */
function uncovering(path: string, old: string | null, text: string): Pick<Written, "uncovers"> {
  if (old === null || !isShorterSubsequence(old.split("\n"), text.split("\n"))) return {};
  const known: { words?: ReadonlySet<string> | null } = {};
  return {
    uncovers(word) {
      if (known.words === undefined) known.words = wordsInCode(old, path);
      return known.words?.has(word) === false;
    },
  };
}

type Judged = Omit<Written, "now">;

function introducedIn(
  { path, text, before, uncovers }: Judged,
  world: TurnWorld,
  tooDeep?: () => void,
): Placed[] {
  const file = { path, text, ...(before === null ? {} : { before }) };
  return checkFile(file, world, tooDeep)
    .filter((one) => one.origin === "introduced" && (uncovers?.(wordOf(one)) ?? true))
    .map((one) => ({ ...one, path }));
}

type Asked = { stage: Stage; work: Work };

/**
 * Looked at once more, with the disk as it is now. What the changed files had before the turn counts as there: a function
 * that moves, or whose calls go one by one, is no invention.
 */
async function stillHeld(certain: readonly Placed[], call: Call, { stage, work }: Asked): Promise<Placed[]> {
  const { deps, signal } = work;
  const olds = [...call.olds].map(([path, text], n): [string, string] => [
    `.before-this-turn/${n}/${path}`,
    text,
  ]);
  const world = await worldOf(stage, { deps, signal, laid: call.laid, olds: new Map(olds) });
  if (!world) return [];
  const again = new Set(
    call.files
      .flatMap((file) => introducedIn(file, world))
      .filter(({ confidence }) => confidence === "certain")
      .map(placeKey),
  );
  const held: Placed[] = [];
  for (const one of certain.filter((found) => again.has(placeKey(found)))) {
    const text = call.laid.get(one.path) ?? "";
    if (!(await isExcused(one, text, { stage, world, work, olds: call.olds, laid: call.laid })))
      held.push(one);
  }
  return held;
}

const placeKey = (one: Placed): string => `${one.path} ${one.line}:${one.column} ${keyOf(one)}`;

/** Neither what was noted of the file as it is staged now, nor what scripts of the project write as well. */
function news(introduced: readonly Placed[], { files }: Call, world: TurnWorld): Placed[] {
  const known = files.flatMap(({ path, now, before }) =>
    now === null || now === before ? [] : introducedIn({ path, text: now, before }, world),
  );
  const keys = new Set(known.map((one) => `${one.path} ${keyOf(one)}`));
  const isUsual = (one: Placed): boolean =>
    (world.project.mentions?.(wordOf(one)) ?? []).some((path) => path !== one.path);
  return introduced.filter((one) => !keys.has(`${one.path} ${keyOf(one)}`) && !isUsual(one));
}

const REASONS: ReadonlyMap<Family, string> = new Map([
  ["syntax", "syntax"],
  ["file", "missing_file"],
]);

async function refusal(held: readonly Placed[], { log }: Work): Promise<CheckedWrites> {
  const times = new Map<string, number>();
  const sources = new Map<string, Source>();
  const before = log.events.flatMap((e) => (e.type === "tool_ran" && !e.ok ? [e.findings ?? []] : []));
  for (const one of new Map(held.map((found) => [keyOf(found), found])).values()) {
    const count = before.filter((notes) => notes.some((note) => keyOf(note) === keyOf(one))).length;
    if (count > 0) times.set(one.about, count);
    const source = await broughtIn(one, log);
    if (source) sources.set(one.about, source);
  }
  const [family, ...others] = new Set(held.map((one) => one.family));
  const reason = (others.length === 0 && family && REASONS.get(family)) || "invented";
  const text = refusedText({ held, times, sources });
  return { ok: false, reason, text, findings: held.map(noteOf) };
}
