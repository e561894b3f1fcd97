// `npm run console`: the console in Chromium: sizes, every screen at both widths and in both themes, accessible, and nothing from elsewhere.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { ownEverything } from "#test/support/target.ts";
import { type Console, openConsole, screenshot, type View, views } from "./browser.ts";
import { readFromElsewhere } from "./from-elsewhere.ts";
import { keyboardFaults } from "./keyboard.ts";
import { judgeSizes } from "./sizes.ts";

/** The exit code of a lane that cannot run here. */
const SKIPPED = 75;
/** The most that the first view on the laptop takes, ms: the quickest of some tries, for other programs only make it slower. */
const FIRST_VIEW_MS = 1_000;
const TRIES = 10;
/** What a busy machine makes of that. */
const BUSY = 3;
/** Widths at which a screen must fit besides those of its pictures, px: a tablet's, a laptop's and a large screen's. */
const FURTHER_WIDTHS = [768, 1_024, 1_920];

if (!existsSync(process.env["CHROMIUM"] ?? "/usr/bin/chromium")) {
  console.log("console skipped: no Chromium at /usr/bin/chromium");
  process.exit(SKIPPED);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const failures: string[] = [];
const expect = (what: string, isSo: boolean): void => {
  if (!isSo) failures.push(what);
};

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds; by the debugger's protocol, which the page's policy does not concern. */
const violations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate<{ violations: readonly Violation[] }>("axe.run(document, { iframes: false })");
  return found.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.split("\n")[1] ?? ""}`);
};

const isTooWide = (page: Page): Promise<boolean> => page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");

/** What no picture shows, once a screen: that it fits at every width, and by the keyboard alone. */
const tryOut = async (page: Page, at: string, { theme, width }: View): Promise<void> => {
  if (theme === "dark") return;
  for (const fault of await keyboardFaults(page)) expect(`${at}: ${fault}`, false);
  if (width < 700) return;
  for (const other of FURTHER_WIDTHS) {
    await page.setViewportSize({ width: other, height: 800 });
    expect(`${at}: wider than ${other}`, !(await isTooWide(page)));
  }
  await page.setViewportSize({ width, height: 800 });
};

/** Looks at every screen in every view. */
const lookAround = async (open: Console, screens: readonly (readonly [string, string])[]): Promise<void> => {
  for (const view of views) {
    const page = await open.signedIn(view);
    for (const [name, path] of screens) {
      const at = `${name} ${view.theme} ${view.width}`;
      try {
        await open.open(page, path);
        await screenshot(page, name, view);
        for (const found of await violations(page)) expect(`${at}: ${found}`, false);
        expect(`${at}: wider than the screen`, !(await isTooWide(page)));
        await tryOut(page, at, view);
      } catch (error) {
        expect(`${at}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`, false);
      }
    }
    await page.context().close();
  }
};

/** Signs in by hand, wrongly and rightly, stays signed in, and signs out; no key is in any storage of the page. */
const signInAndOut = async ({ system, browser }: Console): Promise<void> => {
  for (const view of views) {
    const context = await browser.newContext({ colorScheme: view.theme, viewport: { width: view.width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${system.url}/console/settings/wallet`);
    await page.getByRole("button", { name: "Use an API key" }).click();
    await page.getByLabel("API key").fill("sk_live_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await screenshot(page, "sign-in", view);
    for (const found of await violations(page)) expect(`sign-in ${view.theme} ${view.width}: ${found}`, false);
    await page.getByLabel("API key").fill(system.apiKey);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    const kept = await page.evaluate<string>("JSON.stringify([document.cookie, localStorage, sessionStorage, history.state])");
    expect("the page can read a secret", !/sk_live_|session_/.test(kept) && !(await page.content()).includes(system.apiKey));
    await page.reload();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    if (view.width < 700) await page.getByRole("button", { name: "Screens" }).click();
    await page.getByRole("button", { name: "Account" }).filter({ visible: true }).click();
    await page.getByRole("button", { name: "Sign out" }).filter({ visible: true }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect("the cookie is kept after signing out", (await context.cookies()).length === 0);
    await context.close();
  }
};

/** The quickest first view, without anything in the browser's cache; once it is below the mark no further one is tried. */
const firstView = async (open: Console): Promise<number> => {
  let quickest = Infinity;
  for (let n = 0; n < TRIES && quickest > FIRST_VIEW_MS; n += 1) {
    const page = await open.signedIn();
    const began = performance.now();
    await page.goto(`${open.system.url}/console`);
    await page.locator("#screen h1").waitFor();
    quickest = Math.min(quickest, performance.now() - began);
    await page.context().close();
  }
  return Math.round(quickest);
};

const { report, faults } = await judgeSizes();
console.log(report);
failures.push(...faults);

const open = await openConsole();
try {
  const { url, apiKey: key, otherKey, mail } = open.system;
  const mine = await ownEverything({ url, key, otherKey, mail, stop: async () => {} }, open.api, "console@sandbox.test");
  await signInAndOut(open);
  await lookAround(open, [
    ["home", "/console"],
    ["inbox", "/console/inbox"],
    ["conversation", `/console/inbox/${mine.thread}`],
    ["sends", "/console/sends"],
    ["send", `/console/sends/${mine.send}`],
    ["compose", "/console/compose"],
    ["mailboxes", "/console/mailboxes"],
    ["mailbox", `/console/mailboxes/${mine.mailbox}`],
    ["webhooks", "/console/webhooks"],
    ["events", "/console/events"],
    ["suppressions", "/console/suppressions"],
    ["settings", "/console/settings"],
    ["settings-keys", "/console/settings/keys"],
    ["settings-wallet", "/console/settings/wallet"],
    ["settings-audit-log", "/console/settings/audit-log"],
  ]);
  for (const found of await readFromElsewhere(await open.signedIn(), { url, message: mine.message, mailbox: mine.mailbox }))
    expect(`from elsewhere: ${found}`, false);
  const ms = await firstView(open);
  console.log(`first view: ${ms} ms; ${FIRST_VIEW_MS} are the mark`);
  expect(`the first view takes ${ms} ms, far beyond ${FIRST_VIEW_MS}`, ms <= BUSY * FIRST_VIEW_MS);
  failures.push(...open.complaints);
} finally {
  await open.stop();
}
for (const failure of new Set(failures)) console.log(`failed: ${failure}`);
console.log(`console: ${new Set(failures).size} failures; screenshots in .cache/console-screenshots`);
process.exit(failures.length === 0 ? 0 : 1);
