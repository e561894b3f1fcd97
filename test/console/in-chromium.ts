// What every run of screens in Chromium needs: the system, pages of sessions, and a look at each screen.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { openTarget, type Target } from "#test/support/target.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type View = readonly [width: number, theme: "light" | "dark"];
const tested: readonly View[] = [
  [1280, "light"],
  [360, "dark"],
];
/** Only for screenshots. */
const further: readonly View[] = [
  [1280, "dark"],
  [360, "light"],
];
const views = process.env["PICTURES"] ? [...tested, ...further] : tested;

/** What a screen's steps get. */
export interface Screens {
  readonly target: Target;
  /** Tells the views in one account apart; letters and digits. */
  readonly run: string;
  readonly expect: (what: string, isSo: boolean) => void;
  /** Looks at a screen: no wider than the window, no fault that axe finds. PICTURES names a folder for screenshots. */
  readonly picture: (page: Page, name: string) => Promise<void>;
  /** A page of a session that was opened with a key. It tells of errors, and of requests to other hosts. */
  readonly open: (key: string) => Promise<Page>;
}

const failures: string[] = [];
const expect: Screens["expect"] = (what, isSo) => {
  if (!isSo) failures.push(what);
};

const openPage = async (browser: Browser, { url }: Target, key: string, [width, colorScheme]: View): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  await context.request.post(`${url}/console/session`, { data: { api_key: key }, headers: { "x-console": "1", origin: url } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", ({ message }) => expect(`error: ${message}`, false));
  page.on("request", (request) => expect(`asked ${request.url()}`, /^(data|blob):/.test(request.url()) || request.url().startsWith(url)));
  return page;
};

const look =
  ([width, theme]: View): Screens["picture"] =>
  async (page, name) => {
    expect(`${name} is wider than ${width}`, (await page.evaluate("document.documentElement.scrollWidth")) === width);
    await page.evaluate(AXE);
    const found = await page.evaluate<string[]>(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))",
    );
    expect(`${name}, ${width}, ${theme}: ${found.join("; ")}`, found.length === 0);
    const folder = process.env["PICTURES"];
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
  };

const runViews = async (target: Target, browser: Browser, steps: (screens: Screens) => Promise<void>): Promise<void> => {
  for (const view of views)
    await steps({ target, run: view.join(""), expect, picture: look(view), open: (key) => openPage(browser, target, key, view) });
};

/** Runs the steps in each view, prints what failed, and ends the process. */
export const inChromium = async (steps: (screens: Screens) => Promise<void>): Promise<never> => {
  if (!existsSync(CHROMIUM)) {
    console.log(`skipped: no Chromium at ${CHROMIUM}\n0 passed, 0 failed, 1 skipped`);
    process.exit(0);
  }
  const target = await openTarget();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  await runViews(target, browser, steps).catch((error: unknown) => failures.push(String(error)));
  await browser.close();
  await target.stop();
  for (const failure of new Set(failures)) console.log(`FAILED ${failure}`);
  console.log(failures.length === 0 ? `${views.length} passed, 0 failed, 0 skipped` : `0 passed, ${failures.length} failed, 0 skipped`);
  process.exit(failures.length === 0 ? 0 : 1);
};
