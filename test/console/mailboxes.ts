// The screens Mailboxes and Mailbox in Chromium: connect one through the form, a wrong password, pause and resume, DNS, settings, disconnect.
import { createHash } from "node:crypto";
import type { Page } from "playwright-core";

/** What the steps need of the system under test. */
export interface MailboxesWorld {
  readonly url: string;
  /** Asks the API with the account's key; gives the answer's body. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Tells the runs in one account apart; letters and digits. */
  readonly run: string;
  /** The sandbox's servers and password. */
  readonly mail: { readonly host: string; readonly smtps: number; readonly imaps: number; readonly password: string };
  readonly expect: (what: string, isSo: boolean) => void;
  /** Takes a screenshot by name. */
  readonly picture: (page: Page, name: string) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
const inDialog = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) > 720;
const addressOf = ({ run }: MailboxesWorld): string => `box${run}@sandbox.test`;
const choose = async (page: Page, address: string, name: string): Promise<void> => {
  await button(page, `More about ${address}`).click();
  await page.locator(".menu:popover-open").getByRole("menuitem", { name, exact: true }).click();
};

/** Says at its field what is wrong, with a wrong password in the server's words, and connects with the right one. */
const connect = async (page: Page, world: MailboxesWorld): Promise<void> => {
  const { url, mail, expect, picture } = world;
  await page.goto(`${url}/console/mailboxes`);
  await button(page, "Connect a mailbox").click();
  await inDialog(page, "Connect").click();
  await page.getByRole("dialog").locator(".field.wrong").first().waitFor();
  expect("an empty address is told at its field", (await page.getByLabel("Address").getAttribute("aria-invalid")) === "true");
  expect("what is missing is told in words", (await page.getByRole("dialog").getByText("is required").count()) === 2);
  await picture(page, "mailbox-connect-empty");
  await page.getByLabel("Address").fill(addressOf(world));
  await page.getByLabel("Provider").selectOption("Sandbox of npm start");
  await page.getByLabel("SMTP server").fill(mail.host);
  await page.getByLabel("SMTP port").fill(String(mail.smtps));
  await page.getByLabel("Encryption").selectOption("tls");
  await page.getByLabel("IMAP server").fill(mail.host);
  await page.getByLabel("IMAP port").fill(String(mail.imaps));
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await inDialog(page, "Connect").click();
  const reason = page.getByRole("dialog").locator(".field.wrong", { hasText: "Stored encrypted" }).locator(".error");
  await reason.waitFor();
  expect(`the wrong password is told at its field: ${await reason.innerText()}`, /SMTP/.test(await reason.innerText()));
  await picture(page, "mailbox-connect-wrong");
  await page.getByLabel("Password", { exact: true }).fill(mail.password);
  await inDialog(page, "Connect").click();
  await page.waitForURL(/\/console\/mailboxes\/[0-9a-f]{24}/);
  await page.getByRole("heading", { name: addressOf(world) }).waitFor();
  await page.getByText("Nothing waits.").waitFor();
};

/** The servers of an address are looked up once it is written; where nobody tells them, a sentence says so and shows a way. */
const discovered = async (page: Page, { url, expect, picture }: MailboxesWorld): Promise<void> => {
  const found = (facts: object) => ({
    email: "jane@peer.test",
    provider_id: "",
    provider_name: "",
    type: "smtp",
    login: "password",
    app_password_url: "",
    source: "srv",
    guessed: false,
    ...facts,
  });
  const server = {
    host: "smtp.peer.test",
    port: 465,
    secure: "tls",
    username: "jane@peer.test",
    source: "srv",
    guessed: false,
    outside: false,
  };
  let answer = found({ smtp: server, imap: { ...server, host: "imap.peer.test", port: 993 } });
  await page.route("**/v1/mailboxes/discover?**", (route) => route.fulfill({ json: answer }));
  const open = async (): Promise<void> => {
    await page.goto(`${url}/console/mailboxes`);
    await button(page, "Connect a mailbox").click();
    await page.getByLabel("Address").fill("jane@peer.test");
    await page.keyboard.press("Tab");
  };
  await open();
  await page.getByText("Found for peer.test: smtp.peer.test and imap.peer.test.").waitFor();
  await page.locator("summary", { hasText: "Servers" }).click();
  expect("the server is filled in", (await page.getByLabel("SMTP server").inputValue()) === "smtp.peer.test");
  await picture(page, "mailbox-discovered");
  answer = found({ guessed: true });
  await open();
  await page.getByText("Nothing tells the mail servers of peer.test.").waitFor();
  expect("there is a way out", (await page.getByRole("link", { name: "Make a link" }).count()) === 1);
  await picture(page, "mailbox-unknown");
  await page.unroute("**/v1/mailboxes/discover?**");
};

/** Pausing sets the limit to 0, so that an email waits; resuming proposes the limit from before, and the email leaves. */
const pause = async (page: Page, world: MailboxesWorld): Promise<void> => {
  const { api, expect, picture } = world;
  const id = page.url().split("/").at(-1)!;
  const limit = async () => ((await api("GET", `/v1/mailboxes/${id}`)) as { max_daily_sends: number }).max_daily_sends;
  await page.getByLabel("Daily limit", { exact: true }).fill("123");
  await button(page, "Save").click();
  await page.getByText("sent in 24 hours, of 123").waitFor();
  await button(page, "Pause sending").click();
  await picture(page, "mailbox-pause");
  await inDialog(page, "Pause sending").click();
  await page.locator(".badge", { hasText: "paused" }).waitFor();
  expect(`its limit is 0: ${await limit()}`, (await limit()) === 0);
  await api("POST", "/v1/send", { mailbox_id: id, to: "jane@sandbox.test", subject: "Waits", body_text: "Waits" });
  await page.getByText("Nothing leaves while sending is paused.").waitFor();
  await button(page, "Resume sending").click();
  expect(
    "resuming proposes the limit from before",
    (await page.getByRole("dialog").getByLabel("Daily limit", { exact: true }).inputValue()) === "123",
  );
  await inDialog(page, "Resume sending").click();
  await page.locator(".badge", { hasText: "works" }).waitFor();
  expect(`its limit is as before: ${await limit()}`, (await limit()) === 123);
  await page
    .locator(".number-tile", { hasText: "sent in 24 hours, of 123" })
    .locator("strong", { hasText: /^1$/ })
    .waitFor({ timeout: 90_000 });
  await page.locator(".chart canvas").waitFor();
  await picture(page, "mailbox");
};

/** Tests its login, checks its records and compares its server; each result shows. */
const check = async (page: Page, world: MailboxesWorld): Promise<void> => {
  const { api, expect, picture } = world;
  await api("GET", `/v1/inbox/messages?fresh=true&limit=1&mailbox_id=${page.url().split("/").at(-1)!}`);
  await button(page, "Test").click();
  await page.getByText(`${addressOf(world)} works`).waitFor();
  await button(page, "Check the records").click();
  await page.getByText("The records are checked").waitFor();
  const records = await page.locator(".records").innerText();
  expect(`each record has its state: ${records.split("\n").join(" | ")}`, !records.includes("not checked"));
  expect("the record's name is shown", records.includes("_dmarc.sandbox.test"));
  await button(page, "Compare now").click();
  await page.locator(".badge", { hasText: "complete" }).waitFor({ timeout: 60_000 });
  await picture(page, "mailbox-checked");
};

/** A wrong setting is told at its field; a right one is saved. */
const set = async (page: Page, { api, expect, picture }: MailboxesWorld): Promise<void> => {
  const id = page.url().split("/").at(-1)!;
  await page.getByLabel("Further addresses").fill("no-address");
  await page.getByLabel("Looks for new mail every").fill("99");
  await button(page, "Save").click();
  await page.getByText("must be 1 to 60 minutes").waitFor();
  expect("the alias is told at its field", (await page.getByLabel("Further addresses").getAttribute("aria-invalid")) === "true");
  await picture(page, "mailbox-wrong-settings");
  await page.getByLabel("Further addresses").fill("hello@sandbox.test");
  await page.getByLabel("Looks for new mail every").fill("5");
  await page.getByLabel("While quiet, at most every").fill("15");
  await button(page, "Save").click();
  await page.locator(".facts dd", { hasText: "hello@sandbox.test" }).waitFor();
  const saved = (await api("GET", `/v1/mailboxes/${id}`)) as {
    aliases: string[];
    sync_interval_minutes: number;
    max_poll_interval: string;
  };
  expect(
    `all are saved: ${JSON.stringify(saved.aliases)}`,
    saved.aliases[0] === "hello@sandbox.test" && saved.sync_interval_minutes === 5 && saved.max_poll_interval === "PT15M",
  );
};

/** New credentials are tried first: a wrong password is told in the form and changes nothing. */
const reconnect = async (page: Page, world: MailboxesWorld): Promise<void> => {
  const { mail, expect } = world;
  await choose(page, addressOf(world), "Reconnect");
  expect("without a change there is nothing to save", await inDialog(page, "Reconnect").isDisabled());
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill("wrong");
  await inDialog(page, "Reconnect").click();
  await page.getByRole("dialog").locator(".field.wrong .error").first().waitFor();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(mail.password);
  await inDialog(page, "Reconnect").click();
  await page
    .getByText(`${addressOf(world)} is connected`)
    .last()
    .waitFor();
};

/** The list finds it, and disconnecting asks first. */
const disconnect = async (page: Page, world: MailboxesWorld): Promise<void> => {
  const { url, expect, picture } = world;
  await page.goto(`${url}/console/mailboxes`);
  await page.getByLabel("Search").fill(addressOf(world).slice(0, -5));
  await page.waitForURL(/q=/);
  const row = page.getByRole("row", { name: addressOf(world) });
  await row.waitFor();
  expect("the search leaves out others", (await page.locator("table.list tbody tr:not(.gap)").count()) === 1);
  if (isWide(page)) await row.getByText("1 / 123").waitFor();
  await picture(page, "mailboxes-search");
  await page.getByLabel("Search").fill("");
  await picture(page, "mailboxes");
  await choose(page, addressOf(world), "Disconnect");
  await page.getByLabel("Erase its messages").check();
  expect("erasing asks for its address", await inDialog(page, "Disconnect and erase its mail").isDisabled());
  await picture(page, "mailbox-disconnect");
  await page.getByRole("dialog").getByText("Its waiting sends are cancelled").click();
  expect("a click in a row's dialog does not open the row", page.url().split("?")[0] === `${url}/console/mailboxes`);
  await page.getByLabel("Erase its messages").uncheck();
  await inDialog(page, "Disconnect").click();
  await row.locator(".badge", { hasText: "disconnected" }).waitFor();
  await row.getByRole("link").click();
  await button(page, "Reconnect").waitFor();
  await picture(page, "mailbox-disconnected");
};

/** Google's consent page, played by the test, comes back with a code, which is exchanged with its PKCE verifier; a forged answer is refused. */
const consent = async (page: Page, { url, expect, picture }: MailboxesWorld): Promise<void> => {
  await page.goto(`${url}/console/mailboxes?code=stolen&state=forged`);
  await page.getByText("This answer is to no request of this window").waitFor();
  expect(`the code is out of the address: ${page.url()}`, !page.url().includes("stolen"));
  await picture(page, "mailboxes-forged");
  let challenge = "";
  await page.route("**/v1/mailboxes/oauth/google/url?**", (route) => {
    const { searchParams: asked } = new URL(route.request().url());
    challenge = asked.get("code_challenge") ?? "";
    return route.fulfill({ json: { url: `${asked.get("redirect_uri")}?code=granted&state=right`, state: "right" } });
  });
  await page.route("**/v1/mailboxes", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 409, json: { status: 409, type: "conflict", message: "The mailbox is connected already" } })
      : route.continue(),
  );
  await button(page, "Connect a mailbox").click();
  const posted = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/mailboxes"));
  await button(page, "Sign in with Google").click();
  const body = (await posted).postDataJSON() as { code: string; type: string; code_verifier: string; redirect_uri: string };
  const proves = createHash("sha256").update(body.code_verifier).digest("base64url") === challenge;
  expect(`the code goes to the service: ${body.code}`, body.code === "granted" && body.type === "google" && proves);
  expect(`the address is the one that was asked with: ${body.redirect_uri}`, body.redirect_uri === `${url}/console/mailboxes`);
  await page.getByText("The mailbox is not connected: The mailbox is connected already").waitFor();
  await page.unrouteAll();
};

const MANY = 1_000;
/** The most rows whose capacity may be asked for in a list that is scrolled to its end: those of two views of it. */
const ASKED_MOST = 60;

/** Of a thousand mailboxes only the rows that rest in view are made and asked about; trouble shows in the servers' words. */
const many = async (page: Page, world: MailboxesWorld): Promise<void> => {
  const { url, api, expect, picture } = world;
  const [one] = (await api("GET", "/v1/mailboxes")) as [Record<string, unknown>];
  const refused = { status: "disconnected", smtp_last_error: "SMTP: user name or password refused (the server's reply: 535 5.7.8)" };
  const rows = Array.from({ length: MANY }, (_, at) => ({
    ...one,
    ...(at % 7 === 3 && refused),
    id: String(at).padStart(24, "0"),
    email: `person${at}@example.com`,
  }));
  let asked = 0;
  await page.route("**/v1/mailboxes", (route) => route.fulfill({ json: rows }));
  await page.route("**/v1/mailboxes/*/capacity", (route) => {
    asked += 1;
    return route.fulfill({ json: { sent_in_day: 12, waiting: 3 } });
  });
  await page.goto(`${url}/console/mailboxes`);
  await page.getByRole("link", { name: "person0@example.com" }).waitFor();
  for (let isThere = false; !isThere;) {
    await page.mouse.wheel(0, 4_000);
    await page.waitForTimeout(30);
    isThere = (await page.getByRole("link", { name: `person${MANY - 1}@example.com` }).count()) === 1;
  }
  await page.waitForTimeout(1_000);
  const made = await page.locator("table.list tbody tr").count();
  expect(`few rows are made: ${made}`, made < 100);
  // Where the columns have no room nothing is asked.
  expect(`few are asked about: ${asked}`, asked > 0 === isWide(page) && asked <= ASKED_MOST);
  const [shown, whole] = await page.locator("table.list").evaluate((table) => {
    const widths = [...table.querySelectorAll("th")].map((head) => head.getBoundingClientRect().width);
    return [widths.reduce((sum, width) => sum + width, 0), table.getBoundingClientRect().width];
  });
  expect(`the columns take ${shown} of ${whole} px`, Math.abs(shown - whole) < 2);
  await page.evaluate("scrollTo(0, 0)");
  await page.getByRole("link", { name: "person0@example.com" }).focus();
  await page.keyboard.press("ArrowDown");
  const isAt = (what: string): Promise<boolean> => page.evaluate(`document.activeElement.${what}`);
  expect("arrow keys lead to the next row", await isAt("textContent === 'person1@example.com'"));
  let tabs = 0;
  while (tabs < 8 && (await isAt("closest('table.list') !== null"))) {
    await page.keyboard.press("Tab");
    tabs += 1;
  }
  expect(`a long table is no Tab trap: ${tabs} keys lead out of it`, tabs < 8);
  await page.getByLabel("Search").fill("person99");
  await page.getByRole("link", { name: "person0@example.com" }).waitFor({ state: "detached" });
  await picture(page, "mailboxes-many");
  await page.unrouteAll();
};

/** Every step, with a session that may change mailboxes. */
export const runMailboxes = async (page: Page, world: MailboxesWorld): Promise<void> => {
  for (const step of [discovered, connect, pause, check, set, reconnect, disconnect, consent, many]) await step(page, world);
};

/** A session that may only read sees no buttons that write. */
export const readMailboxes = async (page: Page, world: MailboxesWorld): Promise<void> => {
  const { url, expect, picture } = world;
  await page.goto(`${url}/console/mailboxes`);
  await page.getByRole("link", { name: addressOf(world) }).click();
  await page.getByRole("heading", { name: "Capacity" }).waitFor();
  await page.getByText("Nothing waits.").waitFor();
  const writing = page.getByRole("main").getByRole("button", { name: /Connect|Test|Pause|Resume|Check|Compare|Save|More/ });
  expect("a read-only session has no button that writes", (await writing.count()) === 0);
  await picture(page, "mailbox-read-only");
  await page.goto(`${url}/console/connect-links`);
  await page.getByText("Only an administrator sees this").waitFor();
};
