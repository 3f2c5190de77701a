// The remarks below the tables of a section.

var LOW_STOCK = 10;

function drawNotes(section) {
  var parts = section.parts;
  var remarks = new List();
  var block = new Group();
  var row;

  remarks.marker = "*";
  remarks.indent = 12;
  block.keepTogether = true;
  block.spaceAfter = 10;

  sheet.groupBegin(block);
  sheet.text("Good to know", { font: boldFont, spaceBefore: 8 });
  sheet.listBegin(remarks, { compact: true });
  for (row = 0; row < parts.count; row++) {
    if (parts.field("note", row) !== "") {
      sheet.listItem(parts.field("name", row) + ": " + parts.field("note", row));
    }
    if (parts.field("stock", row) < LOW_STOCK) {
      sheet.listItem(parts.field("name", row) + ": nearly gone, ask before you travel.");
    }
  }
  sheet.listItem("Shelf value of this section: " + formatPrice(shelfValue(parts)), { font: smallFont });
  sheet.listEnd();
  sheet.groupEnd();
}
