// What every part of the console's lane needs: what failed, and a look at a screen in both themes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { type Console, screenshot, themes } from "./browser.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds; by the debugger's protocol, which the page's policy does not concern. */
const violations = async (page: Page): Promise<readonly string[]> => {
  const { violations: found } = await page.evaluate<{ violations: readonly Violation[] }>("axe.run(document, { iframes: false })");
  return found.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.split("\n")[1] ?? ""}`);
};

/** A run of the lane. */
export interface Lane {
  readonly open: Console;
  readonly failures: ReadonlySet<string>;
  readonly expect: (what: string, isSo: boolean) => void;
  /** Looks at a screen in both themes: a picture, no wider than the window, no fault that axe finds. */
  readonly look: (page: Page, name: string) => Promise<void>;
}

/** Begins a run. */
export const laneOf = (open: Console): Lane => {
  const failures = new Set<string>();
  // Told at once: a lane that is stopped would say nothing of what it has found.
  const expect: Lane["expect"] = (what, isSo) => {
    if (isSo || failures.has(what)) return;
    console.log(`${new Date().toTimeString().slice(0, 8)} failed: ${what}`);
    failures.add(what);
  };
  const look: Lane["look"] = async (page, name) => {
    const width = page.viewportSize()?.width ?? 0;
    await page.evaluate(AXE);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      // What fades in has less contrast until it is there.
      await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
      await screenshot(page, name, { theme, width });
      const headings = await page.evaluate<number>("[...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).length");
      expect(`${name} ${width}: ${headings} headings of the first level`, headings === 1);
      for (const found of await violations(page)) expect(`${name} ${theme} ${width}: ${found}`, false);
      expect(`${name} ${theme}: wider than ${width}`, await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"));
    }
  };
  return { open, failures, expect, look };
};
