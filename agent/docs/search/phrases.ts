// Words that only together mean what they mean: "how many", "turn off", "throw away". Promises, for each, the words that
// documentation has for it. Refuses phrases of any one trade.

const TABLE = `
how many: count number length num total
how much: amount value total
how big, how large: size dimension length
how long: duration length time
how far: distance offset position
how often: frequency interval count repeat times
how tall, how high: height
how wide, how broad: width
how deep: depth level
how thick: weight width thickness stroke
how fast: speed rate
how strong: strength intensity amount opacity
how old: age date
how loud: volume level
what kind, which kind, what type: type kind
which way: direction orientation
what time: time date
turn on, switch on, turned on, switched on: enable enabled active on visible
turn off, switch off, turned off, switched off: disable disabled off enabled visible
throw away, throw out, get rid, take out, take away, take off: remove delete discard clear
look up, look for, search for: find search lookup get
go to, jump to: goto go navigate scroll
go back: back previous undo
go on, carry on: continue resume
log in, sign in: login authenticate user
log out, sign out: logout
fill in, fill out: fill set value populate
set up: configure setup init create
put in, put into: insert place add
cut off: clip crop trim truncate
cut out: crop cut extract
black out, blacked out: redact hide
leave out: skip exclude omit ignore
leave alone, left alone: ignore without keep
once more, one more time: again repeat redo
at once, right away: immediately now sync
at the end, to the end: append last end push
at the beginning, at the start, to the front: first begin prepend start
in front, on top, to the top: front top first above beginning
in the background: background async
at the back, to the back, behind everything: back last bottom behind
upside down: flip rotate vertical
side by side: horizontal row columns
one below the other: vertical column
change the size, change size, change its size: resize size scale
change the name, change its name: rename name
change the order: reorder move sort order
change the color, change the colour: color fill
make a copy: copy duplicate clone
write protect, write protected: readonly lock
read only: readonly
full screen: fullscreen screen
pop up, pops up: popup dialog menu
drop down: dropdown combo list
check box: checkbox
text box, text field, input field: text field edit
file name: filename name path
line break, new line: newline break
page break: break
upper case, capital letters: uppercase case caps
lower case: lowercase case
small caps: caps case
see through: transparent opacity
web page, web site: webpage page url
web address: url link
key press, key stroke: keystroke key keyboard
mouse click: click mouse event
right click: context menu
double click: click doubleclick
drag and drop: drag drop
copy and paste: copy paste clipboard
operating system: os platform system
command line: args arguments command
environment variable: env environment getenv
regular expression: regex regexp grep pattern
time zone: timezone offset utc
of its own, of my own: custom own
by itself, on its own: automatic auto
in a loop, over and over: loop repeat
one after the other, step by step: sequence iterate next
at random: random
in percent: percent scale
more than one: multiple
no longer, not any more: remove obsolete
does not fit, doesnt fit, too long: overflow overset truncate
does not exist, doesnt exist, is missing: missing exists valid
is there, is it there: exists has available
is allowed, may not, not allowed: permission allow can
`;

const PHRASES: ReadonlyMap<string, string[]> = new Map(
  TABLE.trim()
    .split("\n")
    .flatMap((line) => {
      const [said = "", meant = ""] = line.split(": ");
      return said.split(", ").map((phrase): [string, string[]] => [phrase, meant.split(" ")]);
    }),
);

const LONGEST = 4;

/** The longest phrase that begins with this word: how many words it takes, and what it means. */
export function phraseAt(
  words: readonly string[],
  at: number,
): { length: number; meant: string[] } | undefined {
  for (let length = LONGEST; length >= 2; length--) {
    const meant = PHRASES.get(words.slice(at, at + length).join(" "));
    if (meant && at + length <= words.length) return { length, meant };
  }
  return undefined;
}
