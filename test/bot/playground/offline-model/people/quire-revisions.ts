// What people say after the first wish, as comments on a review or as the next message, to the Quire workspace.

import { answers, deletes, deletesOrAsks, edits, nothing, saying } from "./saying.ts";

const FOOTER = { "main.js": "30-37 62-68" };
const HEADER = { "main.js": "21-28 48-54" };
const PRICES = { "grid.js": "7-27" };
const STOCK = { "grid.js": "31-46" };
const NO_FOOTER = "remove the footer";
const NO_PRICES = "remove the price table";
const PRICING = "rename formatPrice to priceText";
const PRICING_IN_GRID = { "grid.js": [{ old: "formatPrice", to: "priceText" }] };

export const revisions = [
  saying("remove the footer instead", deletes(FOOTER), NO_PRICES),
  saying("Remove the footer instead pls!", deletes(FOOTER), NO_PRICES),
  saying("instead remove the footer", deletes(FOOTER), NO_PRICES),
  saying("rather the footer", deletes(FOOTER), NO_PRICES),
  saying("the footer instead", deletes(FOOTER), NO_PRICES),
  saying("instead of the price table remove the footer", deletes(FOOTER), NO_PRICES),
  saying("no, the price table", deletes(PRICES), NO_FOOTER),
  saying("No the price table!!", deletes(PRICES), NO_FOOTER),
  saying("nope, stock table", deletes(STOCK), NO_PRICES),
  saying("wrong one, i meant the stock table", deletes(STOCK), NO_PRICES),
  saying("not the price table, the stock table", deletes(STOCK), NO_PRICES),
  saying("the stock table, not the price table", deletes(STOCK), NO_PRICES),
  saying("header, not footer", deletes(HEADER), NO_FOOTER),
  saying("sorry I meant header", deletes(HEADER), NO_FOOTER),
  saying("and the header too", deletes({ "main.js": "21-28 30-37 48-54 62-68" }), NO_FOOTER),
  saying("also the stock table", deletes({ "grid.js": "4-5 7-27 31-46" }), NO_PRICES),
  saying("also remove the price table", deletes({ ...FOOTER, ...PRICES }), NO_FOOTER),
  saying("the header as well please", deletes({ "main.js": "21-28 30-37 48-54 62-68" }), NO_FOOTER),
  saying("keep the comment", deletes({ "grid.js": "8-27" }), NO_PRICES),
  saying("pls keep the comments", deletes({ "main.js": "31-37 63-68" }), NO_FOOTER),
  saying("keep line 7", deletes({ "grid.js": "8-27" }), NO_PRICES),
  saying("leave line 7 in", deletesOrAsks({ "grid.js": "8-27" }), NO_PRICES),
  saying("undo that", nothing(), NO_PRICES),
  saying("undo", nothing(), NO_FOOTER),
  saying("nooo put it back!!", nothing(), NO_FOOTER),
  saying("put the footer back", nothing(), NO_FOOTER),
  saying("keep the footer", nothing(), NO_FOOTER),
  saying("never mind", nothing(), NO_FOOTER),
  saying("cancel", nothing(), NO_FOOTER),
  saying("stop", nothing(), NO_FOOTER),
  saying("no", nothing(), NO_FOOTER),
  saying("not that one", nothing(), NO_PRICES),
  saying("don't remove it", nothing(), NO_FOOTER),
  saying("remove the sidebar instead", nothing(/sidebar/), NO_FOOTER),
  saying("undo that", nothing(), PRICING),
  saying("only in grid.js", edits(PRICING_IN_GRID), PRICING),
  saying("only grid.js pls", edits(PRICING_IN_GRID), PRICING),
  saying("not in cover.js, lib/money.js and notes.js", edits(PRICING_IN_GRID), PRICING),
  saying(
    "call it entry instead",
    edits({ "grid.js": [{ old: "priceTable", to: "entry" }] }),
    "rename priceTable to prices",
  ),
  saying("remove the footer instead", deletes(FOOTER), PRICING),
  saying("remove the price table", deletes(PRICES), "rename sidebar to aside"),
  saying("thanks", answers(), NO_FOOTER),
  saying("👍", answers(), NO_FOOTER),
  saying("perfect!", answers(), NO_FOOTER),
  saying("why?", answers(), NO_FOOTER),
  saying("are you sure?", answers(), NO_FOOTER),
  saying("hmm", answers(), NO_FOOTER),
  saying("make it nicer", answers(), NO_FOOTER),
  saying("what does gridBegin do?", answers(/Sheet-gridBegin/), NO_PRICES),
  saying("where is the header drawn", answers(/main\.js/), NO_FOOTER),
  saying("delete everything else too", answers(), NO_FOOTER),
];
