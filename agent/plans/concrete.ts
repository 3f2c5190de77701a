// Whether an item of a plan says what is to be done: its words have to name a file, a member or a behaviour. Promises to take
// any of the three, in plain English. Refuses "improve the code", whose end nobody could see.

type Words = { title: string; done: string; files: readonly string[] };

/** `isKnown`: a word that the documentation has as an interface, a function or a global. */
export function isConcrete(item: Words, isKnown: (word: string) => boolean): boolean {
  const said = `${item.title}\n${item.done}`;
  return namesFile(said, item.files) || namesMember(said, isKnown) || namesBehaviour(said);
}

function namesFile(said: string, files: readonly string[]): boolean {
  const lower = said.toLowerCase();
  const isNamed = (path: string) => lower.includes((path.split("/").at(-1) ?? path).toLowerCase());
  return files.some(isNamed) || /(?:^|[\s"'`(])[\w-]+(?:\/[\w.-]+)*\.[a-z]\w{0,4}\b/.test(said);
}

/** `Sheet.cell`, `build()`, `frameBegin`, `GRID_SIZE`, or a name that is known. */
const MEMBER =
  /`[^`\n]+`|\b[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$]*\b|\b[\w$]+\(|\b[a-z$][\w$]*[A-Z][\w$]*|\b[A-Z][a-z0-9]+[A-Z]\w*|\b\w+_\w+/;

function namesMember(said: string, isKnown: (word: string) => boolean): boolean {
  if (MEMBER.test(said)) return true;
  return (said.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => /^[A-Z]/.test(word) && isKnown(word));
}

const BEHAVIOUR =
  /\b(?:add|append|apply|ask|assign|assert|bind|break|build|calculate|call|change|check|clear|click|close|compare|compute|convert|copy|count|create|delete|disable|display|divide|draw|emit|enable|end|export|fail|fetch|fill|filter|find|format|group|handle|hide|highlight|import|include|insert|join|list|load|log|mark|merge|move|multiply|notify|open|order|parse|place|print|put|read|receive|record|reject|remove|rename|render|repeat|replace|report|reset|resize|restore|retry|return|reverse|rotate|round|run|save|scale|scroll|search|select|send|set|show|skip|sort|split|start|stop|store|subtract|swap|throw|toggle|trim|turn|update|use|validate|wait|warn|wrap|write|expose|declare|define|register|accept|refuse|extract|centre|center|align|colour|color|highlight)(?:s|es|d|ed|ing|ting|ning|ping)?\b/i;

/** Words that could be about anything. */
const VAGUE = new Set(
  "code codebase everything anything something all work works working done finish finished complete completed task tasks project file files script scripts app application feature features improve improved improvement improvements better best good nice clean cleaner cleanup properly correctly right fine ok okay needed necessary required stuff things thing part parts item items step plan change changes update updates implement implemented implementation fix fixed issue issues problem problems make made expected etc rest remaining the and that with for from into its are was has have had will should must can when then each any this these those not every very much more most other others now also done way well as per our your them they it is be to of in on".split(
    " ",
  ),
);

/** A verb that can be seen to happen, and two words of what it happens to. */
function namesBehaviour(said: string): boolean {
  if (!BEHAVIOUR.test(said)) return false;
  const words = said.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return new Set(words.filter((word) => !VAGUE.has(word) && !BEHAVIOUR.test(word))).size >= 2;
}
