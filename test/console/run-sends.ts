// `node test/console/run-sends.ts`: sending, the log and a send's timeline in Chromium, wide and narrow, in both themes. PICTURES names a folder for
// screenshots.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { asking, mailboxAt } from "#test/support/client.ts";
import { openTarget, type Target } from "#test/support/target.ts";
import { readSends, runSends, type SendsWorld } from "./sends.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
type View = readonly [width: number, theme: "light" | "dark"];
const views: readonly View[] = [
  [1280, "light"],
  [360, "dark"],
];
/** Only for screenshots. */
const furtherViews: readonly View[] = [
  [1280, "dark"],
  [360, "light"],
];
const failures: string[] = [];
const expect = (what: string, isSo: boolean): void => {
  if (!isSo) failures.push(what);
};

/** A page of a session that was opened with a key. It tells of errors, and of requests to other hosts. */
const openPage = async (browser: Browser, { url }: Target, key: string, width: number, colorScheme: "light" | "dark"): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  await context.request.post(`${url}/console/session`, { data: { api_key: key }, headers: { "x-console": "1", origin: url } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", ({ message }) => expect(`error: ${message}`, false));
  page.on("request", (request) => expect(`asked ${request.url()}`, /^(data|blob):/.test(request.url()) || request.url().startsWith(url)));
  return page;
};

/** Looks at a screen: no wider than the window, no fault that axe finds. */
const look =
  (width: number, theme: string): SendsWorld["picture"] =>
  async (page, name) => {
    expect(`${name} is wider than ${width}`, (await page.evaluate("document.documentElement.scrollWidth")) === width);
    await page.evaluate(AXE);
    // What fades in has less contrast until it is there.
    await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
    const found = await page.evaluate<string[]>(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))",
    );
    expect(`${name}, ${width}, ${theme}: ${found.join("; ")}`, found.length === 0);
    const folder = process.env["PICTURES"];
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
  };

const run = async (target: Target, browser: Browser): Promise<void> => {
  const ask = asking(target, target.key);
  const api: SendsWorld["api"] = async (method, path, body) => (await ask(method, path, body)).body as unknown;
  const { id: mailbox } = (await api("POST", "/v1/mailboxes", mailboxAt(target.mail, "sales@sandbox.test"))) as { id: string };
  const { token } = (await api("POST", "/v1/api-keys", { name: "reader", scopes: ["read"] })) as { token: string };
  for (const [width, theme] of process.env["PICTURES"] ? [...views, ...furtherViews] : views) {
    const world = { url: target.url, api, run: `${width}-${theme}`, mailbox, expect, picture: look(width, theme) };
    await runSends(await openPage(browser, target, target.key, width, theme), world);
    await readSends(await openPage(browser, target, token, width, theme), world);
  }
};

if (existsSync(CHROMIUM)) {
  const target = await openTarget();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  await run(target, browser).catch((error: unknown) => failures.push(error instanceof Error ? String(error.stack) : String(error)));
  await browser.close();
  await target.stop();
  for (const failure of new Set(failures)) console.log(`FAILED ${failure}`);
  console.log(failures.length === 0 ? `${views.length} passed, 0 failed, 0 skipped` : `0 passed, ${failures.length} failed, 0 skipped`);
  process.exit(failures.length === 0 ? 0 : 1);
} else {
  console.log(`skipped: no Chromium at ${CHROMIUM}\n0 passed, 0 failed, 1 skipped`);
}
