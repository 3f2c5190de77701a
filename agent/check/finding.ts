// What a check says of one place in code. Promises a place that is right to the line and column, and a message that says
// what to do instead. Refuses to decide what follows: whoever asked knows whether a file, a draft or an answer is at stake.

export type Family =
  | "member"
  | "object"
  | "function"
  | "syntax"
  | "option"
  | "constructor"
  | "engine"
  | "file";

/** `certain` may hold a write; `likely` is told and never holds one. */
export type Confidence = "certain" | "likely";

/** What a log, a card and the owner's word keep of a finding. `path` is null for code in a text. */
export type CheckNote = Pick<Finding, "family" | "about" | "symbol" | "line"> & { path: string | null };

/** `line` and `column` count from 1, in the text as it was given; `symbol` is the name as the code writes it. */
export type Finding = {
  family: Family;
  confidence: Confidence;
  symbol: string;
  /**
   * The thing itself, whatever a variable that holds it is called: `Sheet.cellEnd`, `quire`, `loadRecords()`,
   * `Sheet.frameBegin(borderColour)`, `new HttpClient`, `Object.keys`, `arrow function`, `lib/nowhere.js`.
   */
  about: string;
  line: number;
  column: number;
  message: string;
  /** The nearest names that do exist, best first. */
  suggestions: string[];
};

/** `inherited`: it stood in the file before, on this line or on one that is gone. Only what is introduced holds a write. */
export type FileFinding = Finding & { origin: "introduced" | "inherited" };
