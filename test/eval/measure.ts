// What the checks make of scripts: how many places they decide on, what they accuse, how long they take. Promises every
// script counted once, and a fault of the checks told as one. Refuses to stop at a bad file.

import { placesJudged, shareJudged } from "../../agent/check/census.ts";
import { checkingOf } from "../../agent/check/check.ts";
import { checkFile } from "../../agent/check/check-file.ts";
import { readCode } from "../../agent/check/code.ts";
import type { Family, FileFinding } from "../../agent/check/finding.ts";
import { positions } from "../../agent/check/positions.ts";
import { projectOf } from "../../agent/check/project.ts";
import type { World } from "../../agent/check/world.ts";
import type { Corpus } from "./corpus.ts";
import type { Script, Scripts, Unread } from "./scripts.ts";
import { addWhy, type Why } from "./why.ts";

export type Told = FileFinding & { path: string };
export type Place = { path: string; line: number; column: number; message: string };
export type ByFamily = Record<Family, number>;
export type Measured = {
  corpus: string;
  files: number;
  bytes: number;
  lines: number;
  parseFailures: Place[];
  unread: Unread[];
  faults: Unread[];
  judged: ByFamily;
  accesses: { judged: number; open: number; outside: number; share: number };
  held: ByFamily;
  told: ByFamily;
  per1000: { held: number; told: number };
  findings: Told[];
  speed: { megabytesPerSecond: number; msPerFile: number; msOf500Lines: number | null };
};

export const worldOf = (corpus: Corpus, { project }: Scripts): World => ({
  surface: corpus.surface,
  profile: corpus.profile,
  project,
  docsText: corpus.docsText,
});

/** `why`, where it is asked for, gathers what the open accesses stand on. */
export function measure(corpus: Corpus, all: readonly Scripts[], why: Why | null = null): Measured {
  const measured = nothing(corpus.name);
  for (const scripts of all) {
    const world = worldOf(corpus, scripts);
    measured.unread.push(...scripts.unread.map((one) => ({ ...one, path: named(scripts, one.path) })));
    for (const script of scripts.files) {
      try {
        addScript(script, { scripts, world, measured, why });
      } catch (error) {
        const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
        measured.faults.push({ path: named(scripts, script.path), reason });
      }
    }
  }
  const { judged, open } = measured.accesses;
  const places = sum(measured.judged);
  measured.accesses.share = judged / (judged + open || 1);
  measured.per1000 = {
    held: (1000 * sum(measured.held)) / (places || 1),
    told: (1000 * sum(measured.told)) / (places || 1),
  };
  measured.speed = speedOf(corpus, all, measured);
  return measured;
}

const none = (): ByFamily => ({
  ...{ member: 0, object: 0, function: 0, syntax: 0, option: 0, constructor: 0, engine: 0, file: 0 },
});

function nothing(corpus: string): Measured {
  return {
    ...{ corpus, files: 0, bytes: 0, lines: 0, parseFailures: [], unread: [], faults: [], judged: none() },
    ...{
      accesses: { judged: 0, open: 0, outside: 0, share: 0 },
      held: none(),
      told: none(),
      per1000: { held: 0, told: 0 },
    },
    ...{ findings: [], speed: { megabytesPerSecond: 0, msPerFile: 0, msOf500Lines: null } },
  };
}

export const sum = (counts: ByFamily): number => Object.values(counts).reduce((all, one) => all + one, 0);

const named = ({ name }: Scripts, path: string): string => (name === "" ? path : `${name}/${path}`);
const add = (counts: ByFamily, family: Family): void => {
  counts[family] += 1;
};

type Adding = { scripts: Scripts; world: World; measured: Measured; why: Why | null };

function addScript(script: Script, { scripts, world, measured, why }: Adding): void {
  const { path, text } = script;
  measured.files += 1;
  measured.bytes += Buffer.byteLength(text);
  measured.lines += lineCount(text);
  const code = readCode(text, path);
  if (code === null || code.error !== null) {
    const place = positions(text)(code?.error?.offset ?? 0);
    const message = code?.error?.message ?? "nothing of it can be read as a script";
    measured.parseFailures.push({ path: named(scripts, path), ...place, message });
  }
  if (code !== null && world.project) {
    const project = projectOf(world.project, path, world.surface);
    const checking = checkingOf(code, { world, project, path });
    const share = shareJudged(checking);
    measured.accesses.judged += share.judged;
    measured.accesses.open += share.open;
    measured.accesses.outside += share.outside;
    for (const { family } of placesJudged(checking)) add(measured.judged, family);
    if (why) addWhy(checking, named(scripts, path), why);
  }
  for (const finding of checkFile(script, world)) {
    add(finding.confidence === "certain" ? measured.held : measured.told, finding.family);
    measured.findings.push({ ...finding, path: named(scripts, path) });
  }
}

export const lineCount = (text: string): number => text.split(/\r\n?|\n/).length;

/** A second pass, when everything is loaded and warm; the time of this thread alone, whatever else the machine does. */
function speedOf(corpus: Corpus, all: readonly Scripts[], { bytes, files }: Measured): Measured["speed"] {
  const started = process.threadCpuUsage();
  for (const scripts of all) {
    const world = worldOf(corpus, scripts);
    for (const script of scripts.files) checkedMs(script, world);
  }
  const used = process.threadCpuUsage(started);
  const totalMs = (used.user + used.system) / 1000;
  return {
    megabytesPerSecond: bytes / 1000 / (totalMs || 1),
    msPerFile: totalMs / (files || 1),
    msOf500Lines: msOf500Lines(corpus, all),
  };
}

/** The median over scripts of about that length, each at its best of five: the clock also counts what others do. */
function msOf500Lines(corpus: Corpus, all: readonly Scripts[]): number | null {
  const near = all.flatMap((scripts) =>
    scripts.files.flatMap((script) => {
      const lines = lineCount(script.text);
      if (lines < 400 || lines > 600) return [];
      const world = worldOf(corpus, scripts);
      const times = [1, 2, 3, 4, 5].map(() => checkedMs(script, world));
      return [(Math.min(...times) * 500) / lines];
    }),
  );
  near.sort((a, b) => a - b);
  return near[near.length >> 1] ?? null;
}

function checkedMs(script: Script, world: World): number {
  const started = performance.now();
  try {
    checkFile(script, world);
  } catch {
    // Told above, as a fault.
  }
  return performance.now() - started;
}
