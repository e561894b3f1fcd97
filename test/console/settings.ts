// Keys that are bound and end, links for mailboxes' owners, and a webhook that fails, in Chromium.
import type { Page } from "playwright-core";

/** What the steps need of the system under test. */
export interface SettingsWorld {
  readonly url: string;
  /** Asks the API with the account's key; gives the answer's body. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Tells the runs in one account apart. */
  readonly run: string;
  /** A connected mailbox of the sandbox, and its address. */
  readonly mailbox: string;
  readonly address: string;
  readonly expect: (what: string, isSo: boolean) => void;
  /** Takes a screenshot by name. */
  readonly picture: (page: Page, name: string) => Promise<void>;
}

const inDialog = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) > 720;
const DAY_MS = 86_400_000;

/** A key for a tenant, and one for a mailbox that ends; each is what the form says. */
const keys = async (page: Page, { url, api, run, mailbox, address, expect, picture }: SettingsWorld): Promise<void> => {
  await page.goto(`${url}/console/settings/keys`);
  await button(page, "New key").click();
  await page.getByLabel("Name").fill(`tenant ${run}`);
  await page.getByLabel("It is for").selectOption("tenant");
  await page.getByRole("dialog").getByLabel("Tenant").fill("acme");
  await page.getByLabel("Ends on").fill("2020-01-01");
  await inDialog(page, "Make key").click();
  await page.getByRole("dialog").getByText("must lie in the future").waitFor();
  await picture(page, "settings-new-key");
  await page.getByLabel("Ends on").fill("");
  await inDialog(page, "Make key").click();
  await page.getByRole("dialog").getByText("shown only once").waitFor();
  await inDialog(page, "Done").click();
  await button(page, "New key").click();
  await page.getByLabel("Name").fill(`world ${run}`);
  await page.getByLabel("It is for").selectOption("test");
  await inDialog(page, "Make key").click();
  await page.getByRole("dialog").getByText("sk_test_").waitFor();
  await inDialog(page, "Done").click();
  await button(page, "New key").click();
  await page.getByLabel("Name").fill(`mailbox ${run}`);
  await page.getByLabel("It is for").selectOption("mailboxes");
  await page.getByRole("dialog").getByLabel("Mailboxes").selectOption(mailbox);
  const day = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
  await page.getByLabel("Ends on").fill(day);
  await inDialog(page, "Make key").click();
  await inDialog(page, "Done").click();
  const row = page.getByRole("row", { name: `mailbox ${run}` });
  await row.waitFor();
  if (isWide(page)) await row.getByText(address).waitFor();
  if (isWide(page))
    await page
      .getByRole("row", { name: `tenant ${run}` })
      .getByText("tenant acme")
      .waitFor();
  expect(`it ends in ten days: ${await row.innerText()}`, /in (?:9|10) days/.test(await row.innerText()));
  await picture(page, "settings-keys-bound");
  if (isWide(page))
    await page
      .getByRole("row", { name: `world ${run}` })
      .getByText("the test world")
      .waitFor();
  type Key = { name: string; tenant: string; mailbox_ids: string[]; expires_at?: string };
  const made = ((await api("GET", "/v1/api-keys")) as Key[]).filter(({ name }) => name.endsWith(` ${run}`));
  const [second, , first] = made;
  expect(`the first is the tenant's: ${JSON.stringify(first)}`, first?.tenant === "acme" && first.expires_at === undefined);
  const isBound = second?.mailbox_ids.join() === mailbox && new Date(second.expires_at ?? 0).getTime() > Date.now() + 8 * DAY_MS;
  expect(`the second is the mailbox's: ${JSON.stringify(second)}`, isBound);
};

/** A link is made, its address copied and open in the owner's browser, and deleted. */
const links = async (page: Page, { url, api, run, mailbox, expect, picture }: SettingsWorld): Promise<void> => {
  const back = `https://app.example.com/connected/${run}`;
  await page.goto(`${url}/console/mailboxes`);
  await page.getByRole("link", { name: "Links for owners" }).click();
  await button(page, "New link").click();
  await page.getByLabel("Address").fill(`owner-${run}@sandbox.test`);
  await page.getByRole("textbox", { name: "Tenant" }).fill("acme");
  await page.getByRole("dialog").getByRole("combobox", { name: "Leads back to" }).fill("http://example.com/plain");
  await inDialog(page, "Make link").click();
  await page.getByRole("dialog").locator(".field.wrong .error").waitFor();
  await picture(page, "connect-link-new");
  await page.getByRole("dialog").getByRole("combobox", { name: "Leads back to" }).fill(back);
  await page.getByLabel("Can be used for").selectOption("An hour");
  await inDialog(page, "Make link").click();
  await inDialog(page, "Copy address").waitFor();
  const address = await page.getByRole("dialog").locator("code").innerText();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await inDialog(page, "Copy address").click();
  await inDialog(page, "Copied").waitFor();
  expect("the address is copied", (await page.evaluate("navigator.clipboard.readText()")) === address);
  await picture(page, "connect-link-made");
  await inDialog(page, "Done").click();
  const row = page.getByRole("row", { name: `owner-${run}@sandbox.test` });
  await row.locator(".badge", { hasText: "open" }).waitFor();
  await picture(page, "connect-links");
  const owner = await page.context().newPage();
  await owner.goto(address);
  await owner
    .getByText(`owner-${run}@sandbox.test`)
    .or(owner.locator(`input[value="owner-${run}@sandbox.test"]`))
    .first()
    .waitFor();
  await owner.close();
  await row.getByRole("button", { name: /^Delete/ }).click();
  await row.waitFor({ state: "detached" });
  const { connect_redirect_uris: pages } = (await api("GET", "/v1/account")) as { connect_redirect_uris: string[] };
  expect(`its page joined the account's: ${pages.join()}`, pages.includes(back));
  await page.goto(`${url}/console/connect-links?mailbox=${mailbox}`);
  await page.getByRole("dialog").getByText("and no other address").waitFor();
  await inDialog(page, "Make link").click();
  await inDialog(page, "Done").click();
  type Link = { mailbox_id: string; status: string };
  const [again] = ((await api("GET", "/v1/connect-links?limit=1")) as { connect_links: Link[] }).connect_links;
  expect(`the other one is the mailbox's: ${JSON.stringify(again)}`, again?.mailbox_id === mailbox && again.status === "open");
};

/** A webhook whose address refuses says so on its own screen and in the list, in the words of the connection. */
const webhook = async (page: Page, { url, api, run, expect, picture }: SettingsWorld): Promise<void> => {
  const { id } = (await api("POST", "/v1/webhooks", { url: `http://localhost:9/${run}`, description: "Nobody listens" })) as { id: string };
  const failing = async () => ((await api("GET", `/v1/webhooks/${id}`)) as { last_error: string }).last_error !== "";
  for (let tries = 0; tries < 100 && !(await failing()); tries += 1) await page.waitForTimeout(200);
  await page.goto(`${url}/console/webhooks/${id}`);
  await page.locator(".badge", { hasText: "failing" }).waitFor();
  const facts = await page.locator(".facts").innerText();
  expect(`its state has the reason: ${facts}`, facts.includes("cannot be reached") && facts.includes("Repair it"));
  await picture(page, "webhook-failing");
  await page.goto(`${url}/console/webhooks`);
  await page.getByRole("row", { name: run }).locator(".badge", { hasText: "failing" }).waitFor();
};

/** Every step, with a session that may administer. */
export const runSettings = async (page: Page, world: SettingsWorld): Promise<void> => {
  for (const step of [keys, links, webhook]) await step(page, world);
};
