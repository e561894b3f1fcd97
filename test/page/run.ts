// `npm run page`: the documentation page in Chromium, wide and narrow: search, try-it with a key; no error, no other host.
import { existsSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import { openTarget, type Target } from "../contract/target.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const widths = [1400, 390];
const failures: string[] = [];
const expect = (what: string, isSo: boolean): void => {
  if (!isSo) failures.push(what);
};

/** Opens the page and notes whatever the browser complains about. */
const open = async (page: Page, { url }: Target): Promise<void> => {
  page.on("console", (message) => expect(`console: ${message.text()}`, message.type() !== "error"));
  page.on("pageerror", ({ message }) => expect(`error: ${message}`, false));
  page.on("request", (request) => expect(`asked ${request.url()}`, /^(data|blob):/.test(request.url()) || request.url().startsWith(url)));
  await page.goto(`${url}/docs`, { waitUntil: "networkidle" });
  await page.getByRole("heading", { name: "Email sending and unified inbox" }).first().waitFor();
};

/** Finds an operation by the search, and tries another with a key. */
const use = async (page: Page, { key }: Target): Promise<void> => {
  await page.getByPlaceholder(/^QUx/).fill(key);
  await page
    .getByRole("button", { name: /search/i })
    .first()
    .click();
  await page.keyboard.type("cancel a queued");
  await page.getByText("/v1/send/{id}/cancel").first().click();
  await page.waitForURL(/#tag\/sending\/POST/);
  await page.goto(page.url().replace(/#.*/, "#tag/credits/GET/v1/credits"));
  await page.getByRole("button", { name: /Test Request.*get .v1.credits\)/ }).click();
  await page
    .locator(".scalar-client, [role=dialog]")
    .getByRole("button", { name: /^Send(?![A-Z])/ })
    .first()
    .click();
  await page.getByText("200 OK").first().waitFor();
};

/** Looks at the page in one width. */
const look = async (target: Target, width: number): Promise<void> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await open(page, target);
    expect(`wider than ${width}`, (await page.evaluate("document.documentElement.scrollWidth")) === width);
    if (width === widths[0]) await use(page, target);
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
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${failures.length === 0 ? widths.length : 0} passed, ${failures.length} failed, 0 skipped`);
  process.exit(failures.length === 0 ? 0 : 1);
} else {
  console.log(`skipped: no Chromium at ${CHROMIUM} (apt-get install chromium, or set CHROMIUM)\n0 passed, 0 failed, 1 skipped`);
}
