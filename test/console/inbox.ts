// The screens Inbox and Conversation in Chromium: an answer arrives, a reply goes out, a scheduled one is cancelled, search, corrections, hostile mail.
import type { Page } from "playwright-core";
import { hostileHtml } from "#test/support/hostile-html.ts";

/** What the steps need of the system under test. */
export interface InboxWorld {
  readonly url: string;
  /** Asks the API with the account's key; gives the answer's body. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Tells the runs in one account apart. */
  readonly run: string;
  /** A connected mailbox of the sandbox. */
  readonly mailbox: string;
  /** Puts a raw mail into the mailbox at its provider. */
  readonly put: (subject: string, headers: Readonly<Record<string, string>>, body: string) => void;
  readonly expect: (what: string, isSo: boolean) => void;
  /** Takes a screenshot by name. */
  readonly picture: (page: Page, name: string) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
const row = (page: Page, text: string) => page.locator(".mail", { hasText: text }).first();
const pull = (api: InboxWorld["api"]) => api("GET", "/v1/inbox/messages?fresh=true&limit=1");

/** A send is answered while the inbox shows: the answer appears without reloading, is opened by keys and read. */
const answerArrives = async (page: Page, { url, api, run, mailbox, expect, picture }: InboxWorld): Promise<void> => {
  await page.goto(`${url}/console/inbox`);
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  await page.evaluate("window.stays = true");
  await api("POST", "/v1/send", {
    mailbox_id: mailbox,
    to: "reply.jane@sandbox.test",
    subject: `Lunch ${run}`,
    body_text: "Shall we talk on Tuesday?",
  });
  await row(page, `Lunch ${run}`).filter({ hasText: "1 unread" }).waitFor();
  await picture(page, "inbox");
  expect("the answer came without reloading", (await page.evaluate("window.stays")) === true);
  await page.locator(".mails").click({ position: { x: 5, y: 5 }, trial: true });
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/console\/inbox\/[0-9a-f]{24}/);
  await page.getByRole("heading", { name: `Lunch ${run}` }).waitFor();
  await page.locator(".email.inbound.open").waitFor();
  await page.getByText("Shall we talk on Tuesday?").first().waitFor();
  await row(page, `Lunch ${run}`).filter({ hasNotText: "unread" }).waitFor({ state: "attached" });
  await picture(page, "conversation");
};

/** A reply goes out and stands in the conversation; another waits, is shown with its time, and is cancelled. */
const reply = async (page: Page, { run, expect, picture }: InboxWorld): Promise<void> => {
  await page.keyboard.press("r");
  const form = page.getByRole("form", { name: "Reply" });
  await button(page, "Send").click();
  await form.getByText("An answer needs a text.").waitFor();
  expect("the error stands at its field", (await form.getByLabel("Text", { exact: true }).getAttribute("aria-invalid")) === "true");
  await form.getByLabel("Text", { exact: true }).fill(`Tuesday suits me, ${run}`);
  await form.getByLabel("Files").setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("The plan") });
  await picture(page, "conversation-reply");
  await button(page, "Send").click();
  await page.locator(".email.outbound", { hasText: `Tuesday suits me, ${run}` }).waitFor();
  // She answers at once: what is written before that would be held back until her answer is read.
  await page.locator(".email.inbound").nth(1).waitFor();
  await page.keyboard.press("r");
  await form.getByLabel("Text", { exact: true }).fill("And once more");
  await form.getByLabel("Leaves").selectOption("at");
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await form.getByLabel("Date and time").fill(`${inTwoDays}T09:00`);
  await form.getByLabel("Time zone").fill("Mars/Base");
  await form.getByLabel("an email bounces").check();
  await button(page, "Schedule").click();
  await form.getByRole("alert").filter({ hasText: "must be an IANA time zone" }).waitFor();
  await picture(page, "conversation-schedule");
  await form.getByLabel("Time zone").fill("Europe/Berlin");
  await button(page, "Schedule").click();
  const waiting = page.locator(".email", { hasText: "And once more" }).locator(".waiting");
  await waiting.filter({ hasText: "cancelled by a bounce" }).waitFor();
  expect(
    `what waits says when it leaves: ${await waiting.innerText()}`,
    /^(?:Leaves|Expected to leave) .*:00/.test(await waiting.innerText()),
  );
  await picture(page, "conversation-waiting");
  await waiting.getByRole("button", { name: "Cancel it" }).click();
  await waiting.waitFor({ state: "detached" });
};

/** Forwarding names its recipient and the files come along. */
const forward = async (page: Page, { api, expect }: InboxWorld): Promise<void> => {
  await page.keyboard.press("f");
  const form = page.getByRole("form", { name: "Forward" });
  await form.getByLabel("To", { exact: true }).fill("nobody");
  await button(page, "Send").click();
  await form.locator(".wrong .error").first().waitFor();
  await form.getByLabel("To", { exact: true }).fill("colleague@sandbox.test");
  await button(page, "Send").click();
  await form.waitFor({ state: "detached" });
  const [sent] = (await api("GET", "/v1/logs?kind=forward&limit=1")) as { to_email: string }[];
  expect(`it was forwarded: ${sent?.to_email}`, sent?.to_email === "colleague@sandbox.test");
};

/** A person says that the rules were wrong, and takes it back. */
const correct = async (page: Page, { picture }: InboxWorld): Promise<void> => {
  const why = page.getByRole("complementary", { name: "Why" });
  if (!(await why.isVisible())) await button(page, "Why?").click();
  await why.getByText("It answers an email of yours.").waitFor();
  await picture(page, "conversation-why");
  await why.getByLabel("It is").selectOption("auto_reply");
  await why.getByRole("button", { name: "Correct", exact: true }).click();
  await why.getByText("The rules had said: answers.").waitFor();
  await why.getByRole("button", { name: "Undo the correction" }).click();
  await why.getByText("It answers an email of yours.").waitFor();
  if (await button(page, "Close").isVisible()) await why.getByRole("button", { name: "Close" }).click();
};

/** Searches as one types; filters stand in the address; u marks as unread. */
const search = async (page: Page, { url, run, put, api, expect, picture }: InboxWorld): Promise<void> => {
  put(`Zebra ${run}`, { From: "Zoe <zoe@peer.test>" }, `Stripes of ${run}\r\n`);
  await pull(api);
  await page.goto(`${url}/console/inbox`);
  await row(page, `Zebra ${run}`).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type(`zebra ${run}`, { delay: 20 });
  await page.waitForURL(/q=zebra/);
  await row(page, `Lunch ${run}`).waitFor({ state: "detached" });
  expect("the search found it", (await page.locator(".mail").count()) === 1);
  await picture(page, "inbox-search");
  await page.getByRole("searchbox", { name: "Search" }).fill("nothingofthekind");
  await page.getByText("Nothing matches").waitFor();
  await picture(page, "inbox-nothing");
  await page.getByRole("link", { name: "Show everything" }).click();
  await row(page, `Zebra ${run}`).click();
  await page.getByText(`Stripes of ${run}`).last().waitFor();
  await row(page, `Zebra ${run}`).filter({ hasNotText: "unread" }).waitFor({ state: "attached" });
  await page.keyboard.press("u");
  await row(page, `Zebra ${run}`).filter({ hasText: "unread" }).waitFor();
  // An answer to what was written before may have arrived since.
  const { threads } = (await api("GET", "/v1/inbox/threads?limit=200")) as { threads: { id: string; subject: string }[] };
  for (const { id, subject } of threads) if (subject === `Lunch ${run}`) await api("PATCH", `/v1/inbox/threads/${id}`, { is_read: true });
  await page.getByRole("link", { name: /^Unread/ }).click();
  await page.waitForURL(/view=unread/);
  await row(page, `Lunch ${run}`).waitFor({ state: "detached" });
};

/** The answers to what has a tag: chosen by the filter, named in the conversation, and reached from the log. */
const byTag = async (page: Page, { url, api, run, mailbox, expect, picture }: InboxWorld): Promise<void> => {
  const tags = [`spring ${run}`];
  const email = { mailbox_id: mailbox, body_text: "Spring is here", tags };
  await api("POST", "/v1/send", { ...email, to: "reply.kim@sandbox.test", subject: `Spring ${run}` });
  await page.goto(`${url}/console/inbox`);
  await row(page, `Spring ${run}`).filter({ hasText: "1 unread" }).waitFor();
  const others = await page.locator(".mail").count();
  await button(page, /^Filter/).click();
  await page.getByRole("combobox", { name: "Tag of our emails" }).fill(`spring ${run}`);
  await page.keyboard.press("Enter");
  await page.waitForURL(/tag=spring/);
  await page.getByRole("dialog", { name: "Filter" }).waitFor({ state: "hidden" });
  await row(page, `Lunch ${run}`).waitFor({ state: "detached" });
  expect(`one of ${others} conversations has the tag`, others > 1 && (await page.locator(".mail").count()) === 1);
  await picture(page, "inbox-tag");
  await row(page, `Spring ${run}`).click();
  await page.getByRole("heading", { name: `Spring ${run}` }).waitFor();
  await page
    .locator(".conversation")
    .getByRole("link", { name: `spring ${run}` })
    .waitFor();
  await picture(page, "conversation-tag");
  await page.goto(`${url}/console/sends?tag=spring+${run}`);
  await page.getByRole("link", { name: "Answers" }).click();
  await page.waitForURL(/kind=reply/);
  await row(page, `Spring ${run}`).waitFor();
  expect("the answers to the tag alone", (await page.locator(".mail").count()) === 1);
};

/** Hostile mail runs nothing, loads nothing from elsewhere and leaves its frame nowhere; formatted mail looks like itself. */
const hostile = async (page: Page, { url, run, put, api, expect, picture }: InboxWorld): Promise<void> => {
  const html = { "MIME-Version": "1.0", "Content-Type": "text/html; charset=utf-8" };
  const ends = '<table><tr><td id="last">The end</td></tr></table>';
  hostileHtml.forEach((vector, index) =>
    put(
      `Hostile ${run} ${index}`,
      { ...html, From: `Mallory <m${index}@evil.test>` },
      `<p>Before</p>${ends}${vector.replaceAll("alert(1)", "top.ran=1")}`,
    ),
  );
  await pull(api);
  const listed = (await api("GET", "/v1/inbox/threads?limit=200")) as { threads: { id: string; subject: string }[] };
  const threads = listed.threads.filter(({ subject }) => subject.startsWith(`Hostile ${run} `));
  expect(`all hostile mails are there: ${threads.length}`, threads.length === hostileHtml.length);
  const asked: string[] = [];
  const note = (request: { url(): string }): void =>
    void (!request.url().startsWith(url) && !/^(?:data|blob|about):/.test(request.url()) && asked.push(request.url()));
  page.on("request", note);
  await page.goto(`${url}/console/inbox`);
  for (const { id, subject } of threads) {
    await page.evaluate(`history.pushState(null, "", "/console/inbox/${id}"), dispatchEvent(new PopStateEvent("popstate"))`);
    const frame = page.frameLocator(`iframe[title="Email: ${subject}"]`);
    await frame.getByText("The end").waitFor();
    const links = frame.locator("a");
    for (let at = 0; at < (await links.count()); at += 1)
      if ((await links.nth(at).getAttribute("href")) === null)
        await links
          .nth(at)
          .click({ force: true, timeout: 2_000 })
          .catch(() => undefined);
  }
  page.off("request", note);
  expect("no script ran", (await page.evaluate("window.ran")) === undefined);
  expect("the console is still there", page.url().startsWith(`${url}/console/inbox`));
  expect(`nothing was loaded from elsewhere: ${asked.join()}`, asked.length === 0);
  expect("no dialog, no other page", page.context().pages().length === 1);
  await picture(page, "conversation-hostile");
};

const NEWSLETTER = `<table width="100%" bgcolor="#f4f4f8" cellpadding="24"><tr><td align="center"><table width="560" bgcolor="#ffffff" cellpadding="20"><tr><td>
<h1 style="color:#3b2a8c;font-family:Georgia">Spring is here</h1><p>Everything new in March, in <b>three minutes</b>.</p>
<p><a href="https://news.test/read" style="background-color:#3b2a8c;color:#ffffff;padding:10px 18px;border-radius:6px;text-decoration:none">Read it</a></p>
<img src="https://news.test/hero.png" alt="A field of tulips" width="520" height="180"></td></tr></table></td></tr></table>`;

/** A formatted mail keeps its form; its images come after a click alone; its files can be downloaded. */
const formatted = async (page: Page, { url, run, put, api, expect, picture }: InboxWorld): Promise<void> => {
  const boundary = "part";
  put(
    `News ${run}`,
    { From: "The Tulip <news@peer.test>", "MIME-Version": "1.0", "Content-Type": `multipart/mixed; boundary=${boundary}` },
    [
      `--${boundary}`,
      "Content-Type: text/html",
      "",
      NEWSLETTER,
      `--${boundary}`,
      "Content-Type: text/plain",
      "Content-Disposition: attachment; filename=prices.txt",
      "",
      "One tulip: 1",
      `--${boundary}--`,
      "",
    ].join("\r\n"),
  );
  await pull(api);
  await page.goto(`${url}/console/inbox`);
  await row(page, `News ${run}`).click();
  const frame = page.frameLocator("iframe");
  await frame.getByText("Spring is here").waitFor();
  await frame.getByText("A field of tulips").waitFor();
  await picture(page, "conversation-formatted");
  const image = page.waitForRequest("https://news.test/hero.png");
  await page.route("https://news.test/**", (route) => route.fulfill({ contentType: "image/png", body: Buffer.alloc(0) }));
  await button(page, "Load its images").click();
  expect("the image is asked for without saying who asks", (await (await image).headerValue("referer")) === null);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /prices\.txt/ }).click();
  expect("the file has its name", (await download).suggestedFilename() === "prices.txt");
};

const ROWS = 20_000;
/** The longest task that a reader does not feel, ms. */
const LONGEST_MS = 100;
/** What a busy machine makes of that. */
const BUSY = 4;

/** Pages of a list of so many conversations. */
const serveMany = (page: Page): Promise<unknown> =>
  page.route("**/v1/inbox/threads?**", (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit"))];
    const threads = Array.from({ length: Math.min(limit, ROWS - from) }, (_, at) => ({
      id: String(from + at).padStart(24, "0"),
      participants: [`person${from + at}@peer.test`],
      subject: `Conversation ${from + at}`,
      snippet: "Thanks for your message, that works for me.",
      message_count: 2,
      tags: [],
      labels: [],
      assigned_to: "",
      state: "open",
      unread_count: at % 3,
      last_message_direction: "inbound",
      last_message_at: new Date(Date.now() - (from + at) * 60_000).toISOString(),
    }));
    return route.fulfill({ json: { threads, limit, offset: 0, ...(from + limit < ROWS && { next_cursor: String(from + limit) }) } });
  });

/** Scrolls to the last conversation and back, and gives the longest task meanwhile, ms. */
const scrollThrough = async (page: Page, url: string): Promise<number> => {
  await page.goto(`${url}/console/inbox`);
  await row(page, "Conversation 0").waitFor();
  await page.evaluate(`window.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });`);
  const pane = page.locator(".mails");
  for (let isThere = false; !isThere;) {
    await pane.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    await page.waitForTimeout(20);
    isThere = (await row(page, `Conversation ${ROWS - 1}`).count()) === 1;
  }
  for (let at = 0; at < 60; at += 1) await pane.evaluate((one) => one.scrollBy(0, -20_000));
  return page.evaluate<number>("Math.max(0, ...tasks)");
};

/** Scrolls through twenty thousand conversations: none is missing at the end, and no task takes long; a busy machine gets three tries. */
export const scroll = async (page: Page, { url, expect, picture }: InboxWorld): Promise<void> => {
  await serveMany(page);
  let longest = Infinity;
  for (let tries = 0; tries < 3 && longest > LONGEST_MS; tries += 1) longest = Math.min(longest, await scrollThrough(page, url));
  console.log(
    `inbox: scrolling through ${ROWS} conversations, the longest task takes ${Math.round(longest)} ms; ${LONGEST_MS} are the mark`,
  );
  expect(`the longest task takes ${Math.round(longest)} ms, far beyond ${LONGEST_MS}`, longest <= BUSY * LONGEST_MS);
  expect("few rows are made", (await page.locator(".mail").count()) < 60);
  await picture(page, "inbox-long");
  await page.unroute("**/v1/inbox/threads?**");
};

/** Every step, with a session that may send. */
export const runInbox = async (page: Page, world: InboxWorld): Promise<void> => {
  for (const step of [answerArrives, reply, forward, correct, search, byTag, formatted, hostile]) await step(page, world);
};

/** A session that may only read shows everything and changes nothing. */
export const readInbox = async (page: Page, { url, run, expect, picture }: InboxWorld): Promise<void> => {
  await page.goto(`${url}/console/inbox?q=zebra+${run}`);
  const unread = row(page, `Zebra ${run}`);
  await unread.click();
  await page.getByText(`Stripes of ${run}`).last().waitFor();
  expect(
    "a read-only session has nothing that writes",
    (await page.getByRole("button", { name: /Reply|Forward|Mark|Correct|Cancel/ }).count()) === 0,
  );
  await page.keyboard.press("r");
  expect("nor a form", (await page.locator("form.answer").count()) === 0);
  await page.goto(`${url}/console/inbox?q=zebra+${run}`);
  await row(page, `Zebra ${run}`).filter({ hasText: "unread" }).waitFor();
  await picture(page, "inbox-read-only");
};
