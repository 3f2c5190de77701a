// The static check of everything staged, whole files against their content before the turn, and of the code in a draft.
// Promises to count what was judged, and to find what a later write of the same turn took away from an earlier one. Refuses to
// accuse a draft of a name that the project, the person or the draft itself says is not there.

import type { Hash } from "../../store/ledger.ts";
import { checkFile } from "../check/check-file.ts";
import { checkSnippet } from "../check/check-snippet.ts";
import type { CheckNote, FileFinding, Finding } from "../check/finding.ts";
import { weighFile } from "../check/weigh-file.ts";
import type { Change, CheckReport } from "../events.ts";
import { withoutFences } from "../gates/prose.ts";
import { isDomainFile } from "../tools/uses-in-workspace.ts";
import { decodeText } from "../workspace/text.ts";
import type { BeforeTurn } from "./before-turn.ts";
import type { Placed } from "./check-messages.ts";
import type { TurnWorld } from "./world-of.ts";

export const emptyReport: CheckReport = {
  files: 0,
  judged: 0,
  open: 0,
  introduced: [],
  told: [],
  inherited: 0,
};

/** A staged file as text; what is no text, or not there, is null. */
export type StagedText = { path: string; before: string | null; after: string | null };

export async function stagedTexts(
  changes: readonly Change[],
  before: BeforeTurn,
  blob: (hash: Hash) => Promise<Uint8Array>,
): Promise<StagedText[]> {
  const text = async (hash: Hash | null) => (hash === null ? null : decodeText(await blob(hash)));
  return await Promise.all(
    changes.map(async ({ path, before: first, after }) => ({
      path,
      before: await text(before.get(path) ?? first),
      after: await text(after),
    })),
  );
}

export type StageFindings = Omit<CheckReport, "introduced" | "told"> & {
  certain: Placed[];
  likely: Placed[];
};

export function checkStage(staged: readonly StagedText[], world: TurnWorld): StageFindings {
  const files = staged.flatMap((one) => checkOne(one, world));
  const introduced = files.flatMap(({ path, findings }) =>
    findings.filter(({ origin }) => origin === "introduced").map((one) => ({ ...one, path })),
  );
  return {
    files: files.length,
    judged: sum(files.map(({ judged }) => judged)),
    open: sum(files.map(({ open }) => open)),
    certain: introduced.filter(({ confidence }) => confidence === "certain"),
    likely: introduced.filter(({ confidence }) => confidence === "likely"),
    inherited: sum(
      files.map(({ findings }) => findings.filter(({ origin }) => origin === "inherited").length),
    ),
  };
}

type OneChecked = { path: string; findings: FileFinding[]; judged: number; open: number };

function checkOne({ path, before, after }: StagedText, world: TurnWorld): OneChecked[] {
  if (after === null || !isDomainFile(path, world.profile)) return [];
  const share = weighFile({ path, text: after }, world);
  if (share === null) return [];
  const findings = checkFile({ path, text: after, ...(before === null ? {} : { before }) }, world);
  return [{ path, findings, ...share }];
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** "There is no gridCellEnd": who says so has not invented it. */
const DENIES =
  /\b(?:no such|there(?:'s| is| are| was) no|not|never|without|instead of|rather than|nor|neither|cannot|undocumented|unknown|invented|missing|non-?existent|absent|removed|replac\w+|used to|formerly|old|before|was called)\b|n['’]t\b/i;

/** Names in the code of a draft that the documentation does not have; each once. */
export function checkDraftCode(draft: string, world: TurnWorld, said: readonly string[]): Finding[] {
  const found = checkSnippet(draft, world).filter(
    ({ confidence, family }) => confidence === "certain" && family !== "syntax",
  );
  if (found.length === 0) return [];
  const lines = draft.split("\n");
  const prose = withoutFences(draft).split("\n");
  return found.filter(({ symbol, line }) => {
    if (DENIES.test(wordsAbout(line - 1, lines, prose))) return false;
    const name = symbol.match(/[\p{L}\p{N}_$]+/gu)?.at(-1) ?? symbol;
    return !said.some((words) => words.includes(name)) && !isInProject(name, world);
  });
}

/** The prose of a line; for one of a block of code its comment, and what stands above the block. A word in code denies nothing. */
function wordsAbout(at: number, lines: readonly string[], prose: readonly string[]): string {
  const line = prose[at] ?? "";
  if (line.trim() !== "") return line.replace(/`[^`]*`/g, " ");
  const comment = /\/\/.*$/.exec(lines[at] ?? "")?.[0] ?? "";
  const above = prose.slice(0, at).findLast((one) => one.trim() !== "") ?? "";
  return `${comment} ${above.trimEnd().endsWith(":") ? above.replace(/`[^`]*`/g, " ") : ""}`;
}

/** It stands in a file: then it is quoted here, and judged where it stands. */
function isInProject(name: string, { project }: TurnWorld): boolean {
  return project.paths().some((path) => project.read(path)?.includes(name) === true);
}

export const draftNote = ({ family, about, symbol, line }: Finding): CheckNote => ({
  family,
  about,
  symbol,
  line,
  path: null,
});
