// What a documentation says of the programming interface, fact by fact: what parsers yield beside their chunks, and
// what the member index is merged from. Promises that a fact states only what the page states. Refuses inference:
// whoever merges facts may draw conclusions, a parser may not.

/** A parameter or an option key. `type` is the documentation's own words. */
export type Param = { name: string; type?: string; optional?: true };

export type MemberKind = "property" | "method" | "event" | "value";
export type InterfaceKind = "class" | "enumeration" | "namespace";

/** Everything beyond a name is left out where the page does not state it; `params: []` states that there are none. */
export type Fact =
  | { type: "interface"; name: string; kind?: InterfaceKind; parents?: string[] }
  | MemberFact
  | { type: "constructor"; interface: string; params?: Param[] }
  /** A documented global; `valueType` holds the interface that it is of. */
  | { type: "global"; name: string; valueType?: string }
  | { type: "function"; name: string; params?: Param[]; valueType?: string }
  /** Keys of an option object; `of` is `Interface.member`, a global function, or `new Interface`. */
  | { type: "options"; of: string; keys: Param[] }
  /** A worked example: its code, and the words that say what it is for (heading, comment, caption, tags). */
  | { type: "example"; code: string; about?: string; tags?: string[] };

/** `valueType` is the type of a property's value, or of what a method returns. */
export type MemberFact = {
  type: "member";
  interface: string;
  name: string;
  kind?: MemberKind;
  static?: true;
  valueType?: string;
  readOnly?: true;
  /** One fact an overload. */
  params?: Param[];
  since?: string;
  deprecated?: true;
};
