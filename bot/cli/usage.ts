// What the person has to type differently. Promises one line that says what is wrong, then how the command goes.
// Refuses every other fault: those are told where they are caught.

/** The message says what to type instead. */
export class UsageError extends Error {}

/** The line for arguments that do not fit, or null for a fault of another kind. */
export function usageLine(error: unknown, usage: string): string | null {
  if (error instanceof UsageError) return `${error.message} Usage: handrail ${usage}\n`;
  const isParsing =
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  if (!isParsing) return null;
  // Node goes on with advice about arguments that begin with a dash.
  const [what = ""] = error.message.split(/[.\n]\s/);
  return `${what.trim().replace(/\.$/, "")}. Usage: handrail ${usage}\n`;
}
