// Parts catalogue of the Harbour Street workshop.
// Prints a cover, then one page for each section of the parts list.

include("lib/style.js");
include("lib/text.js");
include("lib/money.js");
include("loader.js");
include("grid.js");
include("notes.js");
include("cover.js");

var MARGIN = 36;

var shopName = "Harbour Street Workshop";
var edition = "Spring edition";

sheet.setup({ size: "A4", orientation: "portrait", margin: MARGIN });

var contentWidth = sheet.pageWidth - MARGIN * 2;

// header: the shop's name and the section at the top of each page
var header = new Frame();
header.left = MARGIN;
header.top = 20;
header.width = contentWidth;
header.height = 24;
header.align = Align.LEFT;
header.fill = shadeColour;

// footer: the page number at the bottom of each page
var footer = new Frame();
footer.left = MARGIN;
footer.top = sheet.pageHeight - 40;
footer.width = contentWidth;
footer.height = 20;
footer.align = Align.CENTRE;
footer.stroke = ruleColour;

// body: the tables and notes of one section
var body = new Frame();
body.left = MARGIN;
body.top = 60;
body.width = contentWidth;
body.height = sheet.pageHeight - 120;
body.overflow = "shrink";

function drawSection(section) {
  // header
  sheet.frameBegin(header, { clip: true });
  sheet.text(shopName + " - " + section.title, {
    font: smallFont,
    colour: inkColour
  });
  sheet.frameEnd();

  sheet.frameBegin(body);
  drawHeading(section.title);
  drawTables(section);
  drawNotes(section);
  sheet.frameEnd();

  // footer
  sheet.frameBegin(footer, { clip: true });
  sheet.text("Page " + sheet.pageNumber + " of " + sheet.pageCount, {
    font: smallFont,
    colour: inkColour
  });
  sheet.frameEnd();
}

var sections = loadSections();
var index;

drawCover(shopName, edition, sections);

for (index = 0; index < sections.length; index++) {
  sheet.pageBreak();
  drawSection(sections[index]);
}

sheet.finish({ file: "catalogue.pdf", title: shopName + ", " + edition });
trace("Printed " + sections.length + " sections.");
