// People of an account in Chromium: one invites by a link, another joins and works in his mailboxes alone, and is removed.
import type { Page } from "playwright-core";
import { ownEverything } from "#test/support/target.ts";
import { widths } from "./browser.ts";
import { signsInByProvider } from "./by-provider.ts";
import type { Lane } from "./lane.ts";

const dialog = (page: Page) => page.locator("dialog[open]");

/** Invites by hand; the link that the dialog shows. */
const invite = async (page: Page, name: string, address: string, look: (what: string) => Promise<void>): Promise<string> => {
  await page.getByRole("button", { name: "Invite", exact: true }).first().click();
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByLabel("Mailboxes").selectOption({ label: address });
  await look("people-invite");
  await dialog(page).getByRole("button", { name: "Make invitation" }).click();
  const link = await dialog(page).locator("code.key").innerText();
  await look("people-link");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  return link;
};

/** Joins by the link, in a browser of its own. */
const joins = async (page: Page, link: string, email: string, look: (what: string) => Promise<void>): Promise<void> => {
  await page.goto(link);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("a long password");
  await look("invitation");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
};

/** What a member finds: his mailbox and its mail, nothing of the account, and no screen that fails. */
const looksAround = async ({ open, expect }: Lane, page: Page, width: number, mine: { readonly thread: string }): Promise<void> => {
  const kept = await page.evaluate<string>("JSON.stringify([location.href, history.state, localStorage, sessionStorage])");
  expect(`${width}: the invitation's token stays in the page`, !/[0-9a-f]{64}/.test(kept));
  for (const path of ["", "/inbox", `/inbox/${mine.thread}`, "/sends", "/compose", "/mailboxes", "/events", "/approvals", "/drafts"]) {
    await open.open(page, `/console${path}`);
    const faults = await page.locator(".failure, [role=alert]").allInnerTexts();
    expect(`${width}: a member's ${path || "home"} fails: ${faults.join()}`, faults.length === 0);
    const links = await page.locator("nav.places a").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    expect(`${width}: a member is offered ${links.join()}`, !/settings|webhooks|suppressions/.test(links.join()));
  }
};

/** Two in one conversation: each learns of the other with the console's next poll, and who writes is said to. */
const meet = async ({ open, expect, look }: Lane, [page, hers]: readonly [Page, Page], name: string, thread: string): Promise<void> => {
  await open.open(hers, `/console/inbox/${thread}`);
  await open.open(page, `/console/inbox/${thread}`);
  await page.getByText(`${name} has this open`).waitFor({ timeout: 20_000 });
  await hers.getByRole("button", { name: "Reply", exact: true }).first().click();
  await hers.keyboard.type("On Monday.");
  await page.getByText(`${name} is writing`).waitFor({ timeout: 20_000 });
  await look(page, "people-writing");
  await hers.getByRole("button", { name: "Discard" }).click();
  await open.open(hers, "/console");
  await page.getByText(`${name} is writing`).waitFor({ state: "detached", timeout: 45_000 });
  const left = await page.locator("[role=status]").allInnerTexts();
  expect(`nobody is there any more: ${left.join()}`, !left.join().includes(name));
};

/** The people of an account: at each width one is invited, joins, looks around and is removed. */
export const runPeople = async (lane: Lane): Promise<void> => {
  const { open, expect, look } = lane;
  const { url, apiKey: key, otherKey, mail } = open.system;
  for (const width of widths) {
    const address = `people${width}@sandbox.test`;
    const mine = await ownEverything({ url, key, otherKey, mail, stop: async () => {} }, open.api, address);
    const page = await open.signedIn(width);
    await open.open(page, "/console/settings/people");
    const name = `Anna ${width}`;
    const link = await invite(page, name, address, (what) => look(page, what));
    await page
      .getByText("invited", { exact: true })
      .first()
      .waitFor({ state: width < 700 ? "attached" : "visible" });

    const context = await open.browser.newContext({ locale: "en-US", viewport: { width, height: 800 }, reducedMotion: "reduce" });
    const hers = await context.newPage();
    await joins(hers, link, `anna${width}@team.test`, (what) => look(hers, what));
    await looksAround(lane, hers, width, mine);
    await meet(lane, [page, hers], name, mine.thread);
    const again = await context.newPage();
    await again.goto(link);
    await again.getByLabel("Email").fill("eve@team.test");
    await again.getByLabel("Password").fill("a long password");
    await again.getByRole("button", { name: "Join" }).click();
    await again.getByRole("alert").filter({ hasText: "not open" }).waitFor();

    await open.open(page, "/console/settings/people");
    await look(page, "people");
    await page.getByRole("button", { name: `Change ${name}` }).click();
    await dialog(page).getByLabel("Role").selectOption("viewer");
    await look(page, "people-change");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: `Remove ${name}` }).click();
    await dialog(page).getByRole("button", { name: "Remove" }).click();
    await page.getByText(name, { exact: true }).waitFor({ state: "detached" });
    await hers.goto(`${url}/console/sign-in`);
    await hers.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: 40_000 });
    expect(`${width}: the removed one is signed in`, (await hers.locator("nav.places").count()) === 0);
    await context.close();
    await page.context().close();
    await signsInByProvider(lane, width, address);
  }
};
