// A workspace of several languages in folders, without a profile and without documentation; and what is said to it.

import { answers, deletes, deletesOrAsks, edits, nothing, saying } from "./saying.ts";

export const SHOP: Record<string, string> = {
  "src/cart.ts": `// The cart of the shop.
import { tax } from "./tax.ts";

export type Item = { name: string; price: number };

const FREE_SHIPPING = 50;

// banner: shown above the cart
const banner = createBanner({
  text: "Free shipping over 50",
  colour: "green",
});
banner.onClick(() => {
  track("banner");
});

export function total(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.price, 0) + tax(items);
}

// The discount of a returning customer.
export function discount(items: Item[]): number {
  if (items.length > 3) {
    return 5;
  }
  return 0;
}

export class Checkout {
  private coupon: string | null = null;

  applyCoupon(code: string) {
    this.coupon = code;
  }

  pay(items: Item[]) {
    const due = total(items) - discount(items);
    send(due, this.coupon);
  }
}
`,
  "src/tax.ts": `import type { Item } from "./cart.ts";

export const tax = (items: Item[]) => items.length * 0.2;
`,
  "style.css": `.banner {\n  color: green;\n}\n\n.cart, .banner-small {\n  margin: 0;\n}\n`,
  "index.html": `<body>\n  <div class="banner">Hi</div>\n  <main id="cart">\n    <p>Cart</p>\n  </main>\n  <footer>\n    <p>(c)</p>\n  </footer>\n</body>\n`,
  "config.yml": `shop:\n  name: Corner\n  banner: true\nmail:\n  host: a.example\n`,
  "lib/report.rb": `# Reports.\nrequire "json"\n\nclass Report\n  def header\n    puts "Head"\n  end\n\n  def footer\n    puts "Foot"\n  end\n\n  def print\n    header\n    footer\n  end\nend\n`,
};

const BANNER = { "src/cart.ts": "8-15" };

export const shopSayings = [
  saying("remove the banner", deletes(BANNER, /style\.css/)),
  saying("remove the banner from cart.ts", deletes(BANNER)),
  saying("only in style.css", deletes({ "style.css": "1-3" }), "remove the banner"),
  saying("remove the banner from config.yml", deletes({ "config.yml": "3" })),
  saying("remove the discount", deletesOrAsks({ "src/cart.ts": "21-27" }, /29|discount/)),
  saying("drop discount()", deletesOrAsks({ "src/cart.ts": "21-27" })),
  saying("remove the Checkout class", deletes({ "src/cart.ts": "29-40" })),
  saying("remove the footer in index.html", deletes({ "index.html": "6-8" })),
  saying("remove the footer from report.rb", deletes({ "lib/report.rb": "9-11" }, /still uses? footer/)),
  saying("get rid of the mail section in config.yml", deletes({ "config.yml": "4-5" })),
  saying("remove the item", nothing()),
  saying("remove the items", nothing()),
  saying("remove the cart", nothing()),
  saying("remove the coupon", nothing(/cart\.ts/)),
  saying("remove the return", nothing()),
  saying("remove the import", nothing()),
  saying("remove banner.colour", nothing()),
  saying("remove the colour of the banner", nothing()),
  saying("remove the if in discount", nothing()),
  saying("remove the end", nothing()),
  saying(
    "change green to blue",
    edits({
      "src/cart.ts": [{ old: "green", to: "blue" }],
      "style.css": [{ old: "green", to: "blue" }],
    }),
  ),
  saying(
    "rename Item to Product",
    edits({
      "src/cart.ts": [{ old: "Item", to: "Product" }],
      "src/tax.ts": [{ old: "Item", to: "Product" }],
    }),
  ),
  saying("set FREE_SHIPPING to 80 in cart.ts", edits({ "src/cart.ts": [{ old: "50", to: "80", line: 6 }] })),
  saying("where is coupon used", answers(/src\/cart\.ts/, /33/)),
  saying("what does tax do", answers(/src\/tax\.ts/)),
];
