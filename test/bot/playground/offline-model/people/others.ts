// What people say to workspaces that are not the sample: the loom, a plain folder, and the kiln in Lua.

import {
  answers,
  deletes,
  deletesOrAsks,
  drops,
  edits,
  editsOrAsks,
  moves,
  nothing,
  saying,
} from "./saying.ts";

const BORDER = { "cloth.js": "22-27 33-37" };
const DIAMOND = { "cloth.js": "15-20 41-47" };

export const loomSayings = [
  saying("remove the border motif", deletes(BORDER)),
  saying("get rid of the border pls", deletes(BORDER)),
  saying("pls rip out the diamond", deletes(DIAMOND)),
  saying("drop the right edge", deletesOrAsks({ "edges.js": "9-13 17 22" })),
  saying("no, the diamond", deletes(DIAMOND), "remove the border"),
  saying("remove the diamond instead", deletes(DIAMOND), "remove the border"),
  saying("what does throwPick do", answers(/Loom-throwPick/)),
  saying("what is tension", answers(/Warp-tension/)),
  saying("tell me about loom.warpOpen()", answers(/Loom-warpOpen/)),
  saying("does loom.pickOpen exist", answers(/pickOpen/, /no |not /i)),
  saying("how do i lift the shafts", answers(/Loom-lift/)),
  saying("where do we choose the yarn", answers(/cloth\.js|stripes\.js/)),
  saying("rename leftEdge to westEdge", edits({ "edges.js": [{ old: "leftEdge", to: "westEdge" }] })),
  saying("set reed to 12", editsOrAsks({ "settings.js": [{ old: "10", to: "12", line: 6 }] })),
  saying(
    "change Moorland to Highland in cloth.js",
    editsOrAsks({ "cloth.js": [{ old: "Moorland", to: "Highland" }] }),
  ),
  saying("remove moss from the stripes", nothing()),
  saying("remove the fringe", nothing()),
  saying("remove the footer", nothing(/footer/)),
  saying("remove the motif", nothing()),
  saying("remove the edges", nothing()),
];

export const plainSayings = [
  saying("delete line 2 of notes.txt", deletes({ "notes.txt": "2" })),
  saying("remove the ladder", nothing(/notes\.txt/)),
  saying("remove the file tally.py", drops("tally.py")),
  saying("rename greeting to salute", edits({ "greet.js": [{ old: "greeting", to: "salute" }] })),
  saying("rename greet.js to hello.js", moves("greet.js", "hello.js")),
  saying(
    "change Good evening to Good night",
    edits({ "greet.js": [{ old: "Good evening", to: "Good night" }] }),
  ),
  saying("replace Monday with Tuesday", edits({ "notes.txt": [{ old: "Monday", to: "Tuesday" }] })),
  saying("remove greet", deletesOrAsks({ "greet.js": "7-10" })),
  saying("remove the tally function", deletesOrAsks({ "tally.py": "6-9" })),
  saying("remove the main block in tally.py", deletesOrAsks({ "tally.py": "12-14" })),
  saying("what does tally do", answers(/tally\.py/)),
  saying("whats in notes.txt", answers(/ferns/)),
  saying("is there a readme?", answers(/no |not /i)),
  saying("find ladder", answers(/notes\.txt/, /2/, /4/)),
  saying("what does sheet.frameBegin do", answers(/frameBegin/)),
  saying("convert tally.py to javascript", nothing()),
  saying("remove notes", nothing()),
];

export const kilnSayings = [
  saying("remove the cooling stage", deletesOrAsks({ "firing.lua": "16-17 30" })),
  saying("kill the preheat", deletesOrAsks({ "firing.lua": "9-10 28" })),
  saying("get rid of soak", deletesOrAsks({ "firing.lua": "12-14 29" })),
  saying("remove the overheat alarm", deletesOrAsks({ "alarms.lua": "12-17" })),
  saying("remove alarms.door", deletesOrAsks({ "alarms.lua": "5-10" })),
  saying("remove the function runStage", deletesOrAsks({ "firing.lua": "19-25" })),
  saying("delete lines 16-17 in firing.lua", deletes({ "firing.lua": "16-17" })),
  saying("delete kiln.ini", drops("kiln.ini")),
  saying("set MAX_DEGREES to 1220", edits({ "firing.lua": [{ old: "1240", to: "1220" }] })),
  saying("change 1240 to 1220", edits({ "firing.lua": [{ old: "1240", to: "1220" }] })),
  saying("rename runStage to runStep", edits({ "firing.lua": [{ old: "runStage", to: "runStep" }] })),
  saying("rename `soak` to `hold`", nothing(/hold/)),
  saying("change celsius to fahrenheit", edits({ "kiln.ini": [{ old: "celsius", to: "fahrenheit" }] })),
  saying("where is toText", answers(/units\.lua/, /5/, /firing\.lua/)),
  saying("what does runStage do", answers(/firing\.lua/, /19/)),
  saying("what is HOLD_MINUTES", answers(/firing\.lua/, /7/)),
  saying("remove the hold", deletesOrAsks({ "firing.lua": "7 14" })),
  saying("remove the kiln", nothing()),
  saying("remove the alarms", nothing()),
  saying("remove the end", nothing()),
  saying("undo that", nothing(), "delete lines 16-17 in firing.lua"),
  saying("remove the footer", nothing(/footer/)),
];
