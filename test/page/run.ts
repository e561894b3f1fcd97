// `npm run page`: the documentation in Chromium, wide and narrow: guides, search, copying, try-it with a key; no error, no other host.
import { existsSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import { furtherPages, guides } from "#shared/docs/contract.ts";
import { runSamples } from "./samples.ts";
import { openTarget, type Target } from "#test/support/target.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const widths = [1400, 390];
const failures: string[] = [];
/** Programs that the samples of the reference need, and that are not here. */
const missing: string[] = [];
const expect = (what: string, isSo: boolean): void => {
  if (!isSo) failures.push(what);
};

/** Opens an address and notes whatever the browser complains about. */
const open = async (page: Page, { url }: Target, path: string): Promise<void> => {
  page.on("console", (message) => expect(`console: ${message.text()}`, message.type() !== "error"));
  page.on("pageerror", ({ message }) => expect(`error: ${message}`, false));
  page.on("request", (request) => expect(`asked ${request.url()}`, /^(data|blob):/.test(request.url()) || request.url().startsWith(url)));
  await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
};

/** Reads the guides: each stands in the list, the search finds one, a block is copied, and no page is wider than the screen. */
const read = async (page: Page, target: Target, width: number): Promise<void> => {
  await open(page, target, "/docs");
  for (const { slug } of [...guides, ...furtherPages]) {
    await page.goto(`${target.url}/docs/${slug}`);
    expect(`${slug} is wider than ${width}`, (await page.evaluate("document.documentElement.scrollWidth")) === width);
    expect(`${slug} names a test`, !/test\/(unit|ports|http)\//.test(await page.locator("article").innerText()));
  }
  await page.goto(`${target.url}/docs`);
  await page.getByRole("button", { name: "Copy" }).first().click();
  expect("copied", (await page.evaluate<string>("navigator.clipboard.readText()")).includes("curl"));
  await page.getByPlaceholder("Search the guides").fill("who gets no mail");
  await page.getByRole("link", { name: /Who gets no mail/ }).click();
  await page.waitForURL(/bounces-and-suppressions#who-gets-no-mail/);
};

/** Tries an operation of the reference with a key, which outlives a reload. */
const use = async (page: Page, { key }: Target, width: number): Promise<void> => {
  await page.getByPlaceholder("sk_live_…").first().fill(key);
  await page.waitForFunction((part) => JSON.stringify(localStorage).includes(part), key);
  await page.reload({ waitUntil: "networkidle" });
  if (width > 1000) {
    await page
      .getByRole("button", { name: /search/i })
      .first()
      .click();
    await page.keyboard.type("cancel a send");
    await page.getByText("/v1/send/{id}/cancel").first().click();
    await page.waitForURL(/#tag\/sending\/POST/);
  }
  await page.goto(page.url().replace(/#.*|$/, "#tag/credits/GET/v1/credits"));
  // On a busy machine the page is still scrolled by what it loads late; opened at the place itself, it begins there.
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("button", { name: /Test Request.*get .v1.credits\)/ }).click();
  const dialog = page.locator(".scalar-client, [role=dialog]");
  await dialog
    .getByRole("button", { name: /^Send(?![A-Z])/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByText("200 OK").first().waitFor();
};

/** Looks at the page in one width. */
const look = async (target: Target, width: number): Promise<void> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const context = await browser.newContext({ viewport: { width, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
    await read(await context.newPage(), target, width);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await open(page, target, "/docs/reference");
    await page.getByRole("heading", { name: "Email sending and unified inbox" }).first().waitFor();
    expect(`wider than ${width}`, (await page.evaluate("document.documentElement.scrollWidth")) === width);
    await use(page, target, width);
    if (width === widths[0]) missing.push(...(await runSamples(() => context.newPage(), target, expect)));
    const picture = process.env["PICTURES"];
    if (picture) await page.screenshot({ path: `${picture}/docs-${width}.png` });
  } finally {
    await browser.close();
  }
};

if (existsSync(CHROMIUM)) {
  const target = await openTarget();
  for (const width of widths) await look(target, width).catch((error: unknown) => failures.push(`${width}: ${String(error)}`));
  await target.stop();
  for (const program of missing) console.log(`the sample for ${program} is skipped: there is no ${program}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${failures.length === 0 ? widths.length : 0} passed, ${failures.length} failed, ${missing.length} skipped`);
  process.exit(failures.length === 0 ? 0 : 1);
} else {
  console.log(`skipped: no Chromium at ${CHROMIUM} (apt-get install chromium, or set CHROMIUM)\n0 passed, 0 failed, 1 skipped`);
}
