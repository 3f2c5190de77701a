// A finger on the screen: held still, or dragged. Promises real touch events from the browser itself, so that what they
// become (scrolling, clicks, gestures) is the browser's doing. Refuses to fake events in the page.

import { setTimeout as delay } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";

export type Drag = { x?: number; holdMs?: number };

/** Puts a finger on the middle of the place, holds or drags it, and lifts it. */
export async function holdAndDrag(page: Page, place: Locator, { x = 0, holdMs = 0 }: Drag): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (box === null) throw new Error("There is nothing to touch.");
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [from]);
  // The gesture itself is made of time; nothing is waited for.
  if (holdMs > 0) await delay(holdMs);
  for (let step = 1; x !== 0 && step <= 10; step++) {
    await touch("touchMove", [{ x: from.x + (x * step) / 10, y: from.y }]);
  }
  await touch("touchEnd", []);
  await client.detach();
}
