// Debian's Chromium, with a profile of its own. Promises that all of it ends and is removed when it is disposed of.
// Refuses to be skipped in CI: a browser that is missing there fails.

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

const path = process.env.HANDRAIL_CHROMIUM ?? "/usr/bin/chromium";

/** Why the browser tests are skipped here, or false when they run. */
export function whyNoBrowser(): string | false {
  if (existsSync(path) || process.env.CI) return false;
  return `no browser at ${path}: install Debian's chromium, or set HANDRAIL_CHROMIUM to one`;
}

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type Browser = { context: BrowserContext; [Symbol.asyncDispose](): Promise<void> };

/** A phone of 360 × 780, used with a finger; or a desktop with a mouse. */
export async function openBrowser(kind: "phone" | "desktop"): Promise<Browser> {
  if (!existsSync(path)) throw new Error(`There is no browser at ${path}: set HANDRAIL_CHROMIUM to one.`);
  const isPhone = kind === "phone";
  const profile = await mkdtemp(join(tmpdir(), "handrail-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: path,
    headless: true,
    args,
    viewport: isPhone ? { width: 360, height: 780 } : { width: 1280, height: 860 },
    hasTouch: isPhone,
    isMobile: isPhone,
    locale: "en-GB",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(10_000);
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
