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

/** What an owner is asked for: the console's choice stands in the consent page's address and in the link. */
const access = async (page: Page, { url, api, run, expect, picture }: SettingsWorld): Promise<void> => {
  const asked: string[] = [];
  await page.route("**/v1/mailboxes/oauth/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      status: 400,
      json: { error: "Bad Request", message: "Not here", code: 400, type: "invalid_fields", details: [] },
    });
  });
  await page.goto(`${url}/console/mailboxes`);
  await button(page, "Connect a mailbox").click();
  await page.getByLabel("Access").selectOption("send");
  const left = await page
    .getByRole("dialog")
    .getByRole("button", { name: /Sign in with/ })
    .allInnerTexts();
  expect(`only who can be asked for it is left: ${left.join()}`, left.length === 1 && left[0]!.endsWith("Google"));
  await picture(page, "mailbox-connect-access");
  await button(page, "Sign in with Google").click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  expect(`it stands in the request: ${asked.join()}`, asked.length === 1 && new URL(asked[0]!).searchParams.get("access") === "send");
  await page.unroute("**/v1/mailboxes/oauth/**");
  await page.goto(`${url}/console/connect-links`);
  await button(page, "New link").click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Leads back to" }).fill(`https://app.example.com/connected/${run}`);
  await page.getByLabel("Access").selectOption("read_send");
  await picture(page, "connect-link-access");
  await inDialog(page, "Make link").click();
  await inDialog(page, "Done").click();
  type Link = { access: string; types: string[] };
  const [link] = ((await api("GET", "/v1/connect-links?limit=1")) as { connect_links: Link[] }).connect_links;
  expect(`it stands in the link: ${JSON.stringify(link)}`, link?.access === "read_send" && link.types.join() === "google");
};

/** An application of one's own is added, gets a new secret, stays while mailboxes use it, and goes; its secret is nowhere. */
const applications = async (page: Page, { url, api, run, expect, picture }: SettingsWorld): Promise<void> => {
  await page.goto(`${url}/console/settings/oauth-clients`);
  await button(page, "Add an application").click();
  await page.getByRole("dialog").getByLabel("Name").fill(`Workspace ${run}`);
  await page.getByRole("dialog").getByLabel("Client ID").fill("4711 with a space");
  await page.getByRole("dialog").getByLabel("Secret").fill(`GOCSPX-${run}`);
  await inDialog(page, "Add").click();
  await page.getByRole("dialog").locator(".field.wrong .error").waitFor();
  await picture(page, "oauth-client-new");
  await page.getByRole("dialog").getByLabel("Client ID").fill(`4711-${run}.apps.example.com`);
  await page.getByRole("dialog").locator("summary").click();
  await page.getByRole("dialog").getByLabel("Pub/Sub topic").fill("projects/acme/topics/mail");
  await picture(page, "oauth-client-further");
  await inDialog(page, "Add").click();
  const row = page.getByRole("row", { name: `Workspace ${run}` });
  await row.waitFor();
  await picture(page, "oauth-clients");
  expect("its secret is nowhere on the page", !(await page.content()).includes(`GOCSPX-${run}`));
  type OAuthClient = { id: string; name: string; pubsub_topic: string };
  const made = ((await api("GET", "/v1/oauth-clients")) as OAuthClient[]).find(({ name }) => name === `Workspace ${run}`);
  expect(`it is as the form says: ${JSON.stringify(made)}`, made?.pubsub_topic === "projects/acme/topics/mail");
  await row.getByRole("button", { name: /^New secret/ }).click();
  await page.getByRole("dialog").getByLabel("Secret").fill(`GOCSPX-new-${run}`);
  await inDialog(page, "Save").click();
  await page.getByText("The new secret works").waitFor();
  const details = "3 mailboxes are connected with it: disconnect or connect them with another client first";
  const used = { error: "Conflict", message: "The OAuth client is in use", code: 409, type: "conflict", details };
  await page.route("**/v1/oauth-clients/*", (route) => route.fulfill({ status: 409, json: used }));
  await row.getByRole("button", { name: /^Delete/ }).click();
  await inDialog(page, "Delete").click();
  await page.getByRole("dialog").getByText("3 mailboxes are connected with it").waitFor();
  await picture(page, "oauth-client-used");
  await page.unroute("**/v1/oauth-clients/*");
  await inDialog(page, "Delete").click();
  await row.waitFor({ state: "detached" });
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
  for (const step of [keys, links, access, applications, webhook]) await step(page, world);
};
