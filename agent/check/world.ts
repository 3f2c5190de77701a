// What code is checked against: the documentation's surface, the engine's profile, the rest of the project. Promises that
// files are read only when a finding depends on them. Refuses the disk: whoever asks brings the texts.

import type { Surface } from "../docs/surface/surface.ts";
import type { Profile } from "../workspace/profile.ts";
import type { Finding } from "./finding.ts";

/** Paths from the workspace's root, with "/"; staged files among them as they would be. */
export type ProjectFiles = {
  paths(): readonly string[];
  /** Null for what cannot be read, or is no text. */
  read(path: string): string | null;
  /** What of the scripts was not searched, in words: a name may stand there. */
  leftOut?: string | null;
  /** The scripts in which a word stands, where that is known without a look at each; null where it is not. */
  mentions?(word: string): readonly string[] | null;
  /** Written just now: what it has is no custom of the project. */
  isFresh?(path: string): boolean;
  /** The same for each state of one project: what was read out of its texts is kept under it. */
  keptFor?: object;
};

export type World = {
  surface: Surface;
  profile: Profile;
  /** Null where nothing is known of other files: then nothing is said of files, nor of bare names. */
  project: ProjectFiles | null;
  /** Whether this word occurs anywhere in the documentation's text, by exact case. */
  docsText?(word: string): boolean;
  /** The owner's word that this is there, whatever the documentation says. */
  exists?(finding: Pick<Finding, "family" | "about">): boolean;
};
