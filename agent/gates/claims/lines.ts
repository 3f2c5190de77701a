// The lines of a draft in which its writer speaks. Promises each with its number and without the marks of lists, headings and
// tables. Refuses code blocks, quoted blocks, boxes that are not ticked, and lists under a heading that says "plan" or "before".

export type Line = {
  text: string;
  /** From one on. */
  number: number;
  /** A block of code follows: "Updated main.js:" then only names what it shows. */
  showsCode: boolean;
  heading: boolean;
  /** A line that goes on with the one before: "…, which is\nupdated by the build". */
  goesOn: boolean;
};

const FENCE = /^[ \t]{0,12}(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]{1,4})*(`{3,}|~{3,})/;
const LEAD =
  /^[ \t]*(?:(?:[-*+•‣◦–—]|#{1,6}|\(?(?:\d{1,4}|[a-z])[.)])[ \t]+){0,4}(\[[ xX✓✔]?\][ \t]+)?(?:\d\uFE0F?\u20E3[ \t]*)?(?:(?:step|item|part|file|task) \d{1,3}(?:[:.)]| [-–—])[ \t]+)?/i;
const LIST = /^[ \t]*(?:[-*+•‣◦]|\(?\d{1,4}[.)])[ \t]+/;
const ELSEWHEN =
  /\b(?:plan|plans|planned|next steps?|to-?dos?|remaining|proposed|proposals?|suggested|suggestions?|recommend\w*|history|changelog|change log|release notes|previous(?:ly)?|earlier|background|before (?:this|my|the|now)|already (?:there|in place|done|present)|not (?:yet )?(?:done|changed|applied|made|included)|examples?|expected|later|future|pending|open|left to do|unfinished|skipped|outstanding|would|could|upstream|what you (?:did|changed|made|added)|your (?:changes|edits))\b/i;
const DONE =
  /\b(?:changes made|what (?:I|we) (?:did|changed)|executed|carried out|done in this|completed)\b/i;

export function linesOf(draft: string): Line[] {
  const found: Line[] = [];
  let fence: string | null = null;
  const section = createSection();
  let isOpen = false;
  for (const [index, raw] of draft.split(/\r\n|\r|\n/).entries()) {
    const mark = FENCE.exec(raw)?.[1] ?? null;
    if (fence !== null) {
      if (closes(raw, fence)) fence = null;
      continue;
    }
    if (mark !== null) {
      fence = mark;
      const last = found.at(-1);
      if (last) last.showsCode = true;
      continue;
    }
    const isElsewhen = section.takes(raw);
    const goesOn = isOpen && !LIST.test(raw) && !/^[ \t]*[#|>]/.test(raw);
    isOpen = raw.trim() !== "" && !/[:|]\s*$/.test(raw.slice(-40)) && !/^[ \t]*#/.test(raw);
    const lead = LEAD.exec(raw);
    const text = raw.slice(lead?.[0].length ?? 0);
    if (isElsewhen || /^[ \t]*>/.test(raw) || /^\[ ?\]/.test(lead?.[1] ?? "") || text.trim() === "") continue;
    found.push({ text, number: index + 1, showsCode: false, heading: /^[ \t]*#/.test(raw), goesOn });
  }
  return found;
}

function closes(raw: string, fence: string): boolean {
  const bare = raw.replace(/^[ \t>]*/, "").trimEnd();
  return bare.length >= fence.length && bare.length < 200 && bare === fence.charAt(0).repeat(bare.length);
}

/** Told line by line: whether it stands in a list of what is not said to be done now, or in indented code. */
function createSection() {
  let [by, blank, inList] = ["", true, false];
  const isIndentedCode = (raw: string) => blank && !inList && /^(?: {4}|\t)/.test(raw);
  return {
    takes(raw: string): boolean {
      const isList = LIST.test(raw);
      const code = !isList && isIndentedCode(raw);
      const empty = raw.trim() === "";
      if (!empty && !isList && !/^[ \t]/.test(raw)) {
        by = by === "heading" && !/^#/.test(raw) && !isLabel(raw) ? by : labelOf(raw);
      }
      const isElsewhen = by !== "" && (isList || by === "heading" || /^[ \t]/.test(raw));
      blank = empty;
      inList = isList || (inList && (empty || /^[ \t]/.test(raw)));
      return isElsewhen || code;
    },
  };
}

const isLabel = (raw: string) => raw.length < 120 && /(?::\**|^\*\*.*\*\*)\s*$/.test(raw.trimEnd());

function labelOf(raw: string): string {
  const heading = /^#{1,6}[ \t]/.test(raw);
  if (raw.length > 200 || (!heading && !isLabel(raw)) || !ELSEWHEN.test(raw) || DONE.test(raw)) return "";
  return heading ? "heading" : "label";
}
