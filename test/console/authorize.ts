// The consent page: a person who opens a client's link signs in, sees who asks, and allows or denies it.
import type { Page } from "playwright-core";
import { oauthFlow, startClientHost } from "#test/support/oauth-client.ts";
import { keyboardFaults } from "./keyboard.ts";
import { screenshot } from "./browser.ts";
import type { Lane } from "./lane.ts";

/** A laptop's width, a phone's, and the smallest that has to do (WCAG 1.4.10), px. */
const WIDTHS = [1280, 390, 320] as const;

/** Where the client listens, as far as a page is led there. */
const CLIENT = /^https:\/\/app\.example\/|^http:\/\/127\.0\.0\.1:49152\//;

/** Waits until the page is led to the client, which says nothing; gives the address. */
const ledTo = async (page: Page, act: () => Promise<void>): Promise<URL> => {
  await page.route(CLIENT, (route) => route.fulfill({ status: 200, contentType: "text/plain", body: "Done" }));
  await act();
  await page.waitForURL(CLIENT);
  return new URL(page.url());
};

/** At each width: what is shown, that it fits, by the keyboard; then allowing and denying. */
export const runAuthorize = async (lane: Lane): Promise<void> => {
  const { open, expect, look } = lane;
  const { system, complaints } = open;
  const host = await startClientHost();
  const flow = oauthFlow(system, `${host.url}/client.json`, "");
  const addressOf = (more: Readonly<Record<string, string>> = {}) =>
    `/console/authorize?${new URLSearchParams({ ...flow.request, ...more }).toString()}`;
  try {
    for (const width of WIDTHS) {
      const page = await open.signedIn(width);
      for (const [name, more] of [
        ["authorize", {}],
        ["authorize-elsewhere", { redirect_uri: "https://app.example/cb" }],
        ["authorize-refused", { resource: "https://evil.example/mcp" }],
        ["authorize-unknown", { redirect_uri: "https://evil.example/cb" }],
      ] as const) {
        await open.open(page, addressOf(more));
        await look(page, name);
        for (const fault of await keyboardFaults(page)) expect(`${name} ${width}: ${fault}`, false);
      }
      await page.context().close();
    }
    for (const locale of ["de-DE", "fr-FR", "es-ES"]) {
      const page = await open.signedIn(390, undefined, locale);
      await open.open(page, addressOf());
      await screenshot(page, `${locale.slice(0, 2)}-authorize`, { theme: "light", width: 390 });
      expect(`${locale} authorize: wider than 390`, await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"));
      expect(`${locale} authorize is in English`, !/What it may do|Give Claude/.test(await page.locator("main").innerText()));
      await page.context().close();
    }
    await allowAndDeny(lane, flow, addressOf());
  } finally {
    // What leaves for the client is meant to.
    const own = complaints.filter((one) => !(one.startsWith("asked ") && CLIENT.test(one.slice("asked ".length))));
    complaints.splice(0, complaints.length, ...own);
    await host.stop();
  }
};

/** From a link of the client: sign in there, allow to draft, exchange; then deny. */
const allowAndDeny = async ({ open, expect }: Lane, flow: ReturnType<typeof oauthFlow>, path: string): Promise<void> => {
  const { browser, system } = open;
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto(`${system.url}${path}`);
  await page.getByRole("button", { name: "Use an API key" }).click();
  await page.getByLabel("API key").fill(system.apiKey);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Give Claude access to your mail?" }).waitFor();
  expect("Draft is chosen at first, and never Send", await page.getByLabel("Draft").isChecked());
  const back = await ledTo(page, () => page.getByRole("button", { name: "Allow" }).click());
  expect(`the client is told who answers: ${back.search}`, back.searchParams.get("iss") === system.url);
  expect("the client gets its state", back.searchParams.get("state") === flow.request.state);
  const { status, body } = await flow.exchange(back.searchParams.get("code") ?? "");
  expect(`the client gets its token: ${status}`, status === 200 && body.scope === "read draft");
  await page.goto(`${system.url}${path}`);
  const denied = await ledTo(page, () => page.getByRole("button", { name: "Deny" }).click());
  expect("the client is told of a denial", denied.searchParams.get("error") === "access_denied" && !denied.searchParams.has("code"));
  await page.goto(`${system.url}/console/settings/keys`);
  await page.getByText("Claude", { exact: true }).first().waitFor();
  await screenshot(page, "settings-keys-oauth", { theme: "light", width: 1280 });
  await page.context().close();
};
