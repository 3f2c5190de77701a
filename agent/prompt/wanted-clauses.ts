// The parts of a request that bring something in: what is only to be removed needs no documentation. Promises the parts
// in their order, and the whole request where nothing in it is a removal. Refuses to understand: verbs decide.

const REMOVES =
  /^(?:remove|delete|drop|erase|scrap|ditch|kill|clear|strip|cut|get rid of|take (?:out|away|off)|throw (?:out|away)|undo|revert|no more)\b/i;

/** What a removal's next part must begin with to be no removal any more. */
const BRINGS =
  /^(?:add|put|draw|insert|create|make|use|print|show|write|build|place|give|replace|change|turn|move|set|let|have|start|begin|fill|keep|repeat|align|load|read|sort|export|import|open|save|render|apply|instead)\b/i;

const POLITE =
  /^(?:(?:please|pls|hey|hi|hello|ok(?:ay)?|so|now|well|and|also|then|next|first|just|but|can|could|would|will|you|i|we|want|need|like|you|to|let'?s|go ahead|try|maybe|again)\b[\s,:!-]*)+/i;

const MAX_CHARS = 2000;
const MAX_CLAUSES = 16;

export function wantedClauses(request: string): string[] {
  const parts = request
    .slice(0, MAX_CHARS)
    .split(/[.!?;\n]+\s*|,\s+|\s+(?:and|then|but)\s+/i)
    .map((part) => part.trim().replace(POLITE, ""))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .slice(0, MAX_CLAUSES);
  const wanted: string[] = [];
  let removes = false;
  for (const part of parts) {
    if (REMOVES.test(part)) removes = true;
    else if (BRINGS.test(part)) removes = false;
    if (!removes) wanted.push(part);
  }
  // Whole as well: "rows and columns" is one thing, and was cut in two.
  return wanted.length === parts.length && parts.length > 1
    ? [request.slice(0, MAX_CHARS), ...wanted]
    : wanted;
}
