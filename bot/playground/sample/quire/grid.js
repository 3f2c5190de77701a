// The tables of a section, drawn one below the other.

function drawTables(section) {
  var parts = section.parts;
  var row;

  // price table: one row for each part, dearest parts in bold
  var priceTable = new Grid();
  priceTable.columns = [70, 300, 60];
  priceTable.headerRows = 1;
  priceTable.rowHeight = 15;
  priceTable.padding = 2;
  sheet.gridBegin(priceTable, { lines: "horizontal", lineColour: ruleColour, caption: "Prices" });
  sheet.gridRow({ fill: shadeColour });
  sheet.gridCell("Number", { font: boldFont });
  sheet.gridCell("Part", { font: boldFont });
  sheet.gridCell("Price", { font: boldFont, align: Align.RIGHT });
  for (row = 0; row < parts.count; row++) {
    sheet.gridRow();
    sheet.gridCell(parts.field("number", row));
    sheet.gridCell(parts.field("name", row));
    sheet.gridCell(formatPrice(parts.field("price", row)), {
      font: isDear(parts.field("price", row)) ? boldFont : bodyFont,
      align: Align.RIGHT
    });
  }
  sheet.gridEnd();

  sheet.rule({ colour: ruleColour, weight: 0.25 });

  // stock table: how many of each part are on the shelf
  var stockTable = new Grid();
  stockTable.columns = [370, 60];
  stockTable.headerRows = 1;
  stockTable.rowHeight = 15;
  stockTable.padding = 2;
  sheet.gridBegin(stockTable, { lines: "horizontal", lineColour: ruleColour, caption: "On the shelf" });
  sheet.gridRow({ fill: shadeColour });
  sheet.gridCell("Part", { font: boldFont });
  sheet.gridCell("Pieces", { font: boldFont, align: Align.RIGHT });
  for (row = 0; row < parts.count; row++) {
    sheet.gridRow();
    sheet.gridCell(shorten(parts.field("name", row), 40));
    sheet.gridCell(parts.field("stock", row), { align: Align.RIGHT });
  }
  sheet.gridEnd();
}
