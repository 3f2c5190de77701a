// What a workspace's scripts come to as they lie on disk: the static check of them, or a dry run. Promises the world that a
// request there is checked against: documentation, profile, the rest of the project, the owner's word. Refuses the stage of
// a request, and to change anything.

import { posix } from "node:path";
import { setImmediate } from "node:timers/promises";
import { checkEngineFile } from "../agent/check/check-file.ts";
import { createProjectTexts } from "../agent/check/project-files.ts";
import { weighFile } from "../agent/check/weigh-file.ts";
import type { ProjectFiles, World } from "../agent/check/world.ts";
import { openDocs } from "../agent/docs/open-docs.ts";
import { dryRun } from "../agent/dry-run/dry-run.ts";
import type { DryRunReport } from "../agent/dry-run/report.ts";
import { ownersWord } from "../agent/turn/world-of.ts";
import { openWorkspace } from "../agent/workspace/folder.ts";
import { globMatcher, isGlob } from "../agent/workspace/glob.ts";
import { plainPath } from "../agent/workspace/paths.ts";
import type { Profile } from "../agent/workspace/profile.ts";
import { decodeScript } from "../agent/workspace/text.ts";
import type { Clock } from "../store/clock.ts";
import { noFailpoint } from "../store/failpoint.ts";
import type { Existing } from "../store/overlay.ts";
import type { CheckedCode, CheckResult } from "./cli/check/result.ts";

/** `path` is a file, a folder or a pattern as a person types it; null is all of the engine's scripts. */
export type CodeQuestion = {
  type: "check" | "dry_run";
  root: string;
  indexDir: string;
  profile: Profile;
  said: Existing[];
  path: string | null;
};

export type CodeAnswer =
  /** Nothing was looked at; `text` says why. */
  | { type: "none"; text: string }
  | { type: "checked"; result: CheckResult; leftOut: string | null }
  | { type: "dry_ran"; report: DryRunReport };
/** Nothing, or an answer of one kind. */
export type AnswerOf<T extends CodeAnswer["type"]> = Extract<CodeAnswer, { type: "none" | T }>;

type Watching = { clock: Clock; signal: AbortSignal; progress(done: number, total: number): void };

export async function answerTo(question: CodeQuestion, watching: Watching): Promise<CodeAnswer> {
  const { root, indexDir, profile, said, path } = question;
  const { clock, signal } = watching;
  const startedAt = clock.now();
  await using docs = await openDocs(indexDir, { signal });
  if (!docs) return { type: "none", text: NO_DOCS };
  const { project, textAt } = await projectAt(root, watching);
  const { surface, version } = docs;
  const docsText = (word: string) => docs.hasWord(word);
  const world = { surface, profile, project, docsText, exists: ownersWord(said, surface) };
  const wanted = pathsOf(path, project, profile);
  if ("none" in wanted) return { type: "none", text: wanted.none };
  if (question.type === "dry_run") {
    // Without a path the profile's entry scripts begin.
    const changed = path === null ? null : wanted.paths;
    return { type: "dry_ran", report: await dryRun({ world, changed }, { clock, signal }) };
  }
  const { files, problems } = await checkAll(wanted.paths, { world, textAt, watching });
  const result = { root, version, since: null, files, problems, ms: clock.now() - startedAt };
  return { type: "checked", result, leftOut: project.leftOut ?? null };
}

export const NO_DOCS =
  "There is no documentation to check against. Name some in .handrail/docs.json; nothing was looked at.";

type TextAt = (path: string) => Promise<string | null>;

async function projectAt(
  root: string,
  { clock, signal }: Watching,
): Promise<{ project: ProjectFiles; textAt: TextAt }> {
  const workspace = await openWorkspace(root, { clock, failpoint: noFailpoint });
  // Read once, so no file has a second version.
  const listed = (await workspace.list(signal)).map(({ path, bytes }) => ({ path, bytes, version: "" }));
  const textAt: TextAt = async (path) => {
    const file = await workspace.read(path, signal);
    return file.ok ? decodeScript(file.bytes) : null;
  };
  const project = (await createProjectTexts().load(listed, textAt)).under(new Map());
  // Scripts beyond what is searched for names are checked all the same.
  return { project, textAt: async (path) => project.read(path) ?? (await textAt(path)) };
}

type Wanted = { paths: string[] } | { none: string };

function pathsOf(asked: string | null, project: ProjectFiles, { domain }: Profile): Wanted {
  const isDomain = (path: string) => domain.some((glob) => posix.matchesGlob(path, glob));
  const all = project.paths();
  const scripts = all.filter(isDomain).sort();
  if (scripts.length === 0)
    return { none: `No file here is the engine's: the profile's "domain" is ${domain.join(", ")}.` };
  if (asked === null) return { paths: scripts };
  // As it is typed: `/lib/` is a folder of the workspace.
  const typed = asked.replace(/^\/+|\/+$/g, "");
  const plain = plainPath(typed, "read");
  const path = plain.ok ? plain.path : typed;
  const found = isGlob(path) ? scripts.filter(globMatcher(path)) : named(path, scripts);
  if (found.length > 0) return { paths: found };
  if (all.includes(path))
    return { none: `${path} is not the engine's: the profile's "domain" is ${domain.join(", ")}.` };
  return { none: `No script of the engine is called ${path}, or lies under it.` };
}

/** A file, a folder's files, or the one file of that name wherever it lies: phones make whole paths hard to type. */
function named(path: string, scripts: readonly string[]): string[] {
  const inside = scripts.filter((one) => one === path || one.startsWith(`${path}/`));
  return inside.length > 0 ? inside : scripts.filter((one) => one.endsWith(`/${path}`));
}

async function checkAll(
  paths: readonly string[],
  { world, textAt, watching: { signal, progress } }: { world: World; textAt: TextAt; watching: Watching },
): Promise<Pick<CheckResult, "files" | "problems">> {
  const files: CheckedCode[] = [];
  const problems: CheckResult["problems"] = [];
  for (const [done, path] of paths.entries()) {
    progress(done, paths.length);
    await setImmediate();
    signal.throwIfAborted();
    const text = await textAt(path);
    const share = text === null ? null : weighFile({ path, text }, world);
    if (text === null || share === null) problems.push({ path, text: UNREADABLE });
    else files.push({ path, findings: checkEngineFile({ path, text }, world), ...share });
  }
  return { files, problems };
}

const UNREADABLE = "is too large, or no text, so it was not judged";
