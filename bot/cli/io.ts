// What a command of the command line is given: where to write, whether that is a terminal, the clock, the folders.
// Promises that commands can run inside a test. Refuses the process itself: no command reads argv, environment or cwd.

import type { Clock } from "../../store/clock.ts";

export type CliIo = {
  stdout: (text: string) => void;
  stderr: (text: string) => void;
  stdin?: NodeJS.ReadableStream;
  isTty: boolean;
  clock: Clock;
  signal: AbortSignal;
  dataDir: string;
  cwd: string;
};
