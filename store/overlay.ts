// The owner's word that something exists although the documentation does not have it. Rows and operations of the ledger.
// Promises that each word is kept with who gave it and when, together with its button and its audit line.

import type { Tap } from "./ledger.ts";

/** `family` and `about` as a finding names them. */
export type NewExisting = { workspace: string; family: string; about: string };
export type Existing = NewExisting & { by: string; at: number };

export type ExistingDecision =
  | { type: "decided"; row: Existing }
  /** This button was used, or somebody said so before: by whom and when. */
  | { type: "already"; row: Existing }
  /** Taking back what nobody says. */
  | { type: "nothing" }
  | { type: "not_allowed" }
  | { type: "wrong_place" }
  | { type: "unknown" };

export type Overlay = {
  /** By a once-button: row, button and audit line together. Nothing changes unless the result is "decided". */
  addExisting(tap: Tap, wanted: NewExisting): Promise<ExistingDecision>;
  /** Takes a word back, in the same way. */
  removeExisting(tap: Tap, wanted: NewExisting): Promise<ExistingDecision>;
  /** Everything that the owner of a workspace says is there, oldest first. */
  existing(workspace: string): Promise<Existing[]>;
};
