// What a dry run is asked and what it tells. Promises plain data: it travels between threads and into the log. Refuses to
// say that a script works: it says what ran, what it touched that is not documented, and what was never entered.

import type { Confidence, Finding } from "../check/finding.ts";
import type { World } from "../check/world.ts";

export type DryRunAsked = {
  /** Staged files among the project's, as they would be; never null here. */
  world: World & { project: NonNullable<World["project"]> };
  /** Paths whose content changed; null for all: then the profile's entries alone are run. */
  changed: readonly string[] | null;
};

export type DryRunLimits = {
  /** Wall time of the whole run, in milliseconds. */
  ms: number;
  memoryBytes: number;
  /** Of everything that scripts print, in characters. */
  outputChars: number;
  findings: number;
};

/** How one script ended. `unparsed` never began; the others name the limit that ended it. */
export type EntryEnd = "completed" | "threw" | "unparsed" | "time" | "memory" | "stack" | "output";

export type EntryRun = { path: string; end: EntryEnd; error: RunError | null };

/**
 * `certain`: a name that is declared nowhere, a text that no engine parses. `likely`: what stubs hand out is empty (no text, no
 * elements, nought), and the error may be of that.
 */
export type RunError = {
  message: string;
  path: string;
  line: number;
  column: number;
  confidence: Confidence;
};

export type FunctionPlace = { name: string; path: string; line: number };

export type DryRunReport = {
  entries: EntryRun[];
  /** Undocumented names that the run touched on documented objects, with the file each is in; first place only. */
  findings: (Finding & { path: string })[];
  /** Functions of the scripts that were loaded. */
  entered: number;
  notEntered: FunctionPlace[];
  /** Project files that a loader asked for and that are not there. */
  missing: { path: string; from: string; line: number }[];
  loaded: string[];
  /** Names that stood in as stubs, since other files declare them that nothing loads by a path that can be read. */
  assumed: string[];
  /** Scripts that would have been run, were there not so many. */
  leftOut: string[];
  output: string[];
  ms: number;
};
