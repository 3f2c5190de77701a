// What the ledger tells of outcomes that came to nothing again and again. Promises one count for all processes. Refuses
// to know what was tried.

/** What came to nothing `count` times in a row; its input differed from the one before `changes` times. */
export type Streak = {
  name: string;
  count: number;
  since: number;
  lastAt: number;
  changes: number;
  costMs: number;
};
export type NewStreak = {
  name: string;
  /** Something came of it: the streak is over. */
  moved: boolean;
  input: string;
  costMs: number;
  at: number;
  limit: number;
};

export type Streaks = {
  /** Counts one outcome; the streak when it has just passed the limit, which is once until it clears. */
  noteStreak(noted: NewStreak): Promise<Streak | null>;
  /** Those beyond a limit, oldest first. */
  streaks(limit: number): Promise<Streak[]>;
};
