// A team's day in the inbox in Chromium: views of what needs somebody, a search that says what it does, and who wrote.
import type { Page } from "playwright-core";
import { type AnsweringWorld, arrives, becomes, button, openThread, textOf, until } from "./small.ts";

const row = (page: Page, text: string) => page.locator(".mail", { hasText: text }).first();

/** Names stand in the list with their addresses in a tooltip; a search says that it goes on, and marks what it found. */
const searching = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture, run } = world;
  await arrives(world, "Enquiry", { From: "Ada Byron <ada@peer.test>" }, `About an Émile of ${run}\r\n`);
  await page.goto(`${url}/console/inbox`);
  const who = row(page, `Enquiry ${run}`).locator(".people-names");
  await who.filter({ hasText: "Ada Byron" }).waitFor();
  expect("the address is in the tooltip", (await who.getAttribute("title")) === "Ada Byron <ada@peer.test>");
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/threads\?.*q=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("searchbox", { name: "Search" }).fill(`emile ${run} enquiry`);
  const told = page.locator(".narrow-down .told");
  await told.filter({ hasText: "Searching for" }).waitFor();
  release();
  await told.filter({ hasText: "1 conversation found" }).waitFor();
  await page.unroute(/threads\?.*q=/);
  const marked = await page.locator(".mail mark").allInnerTexts();
  expect(
    `found words are marked, whatever their case and accents: ${marked.join()}`,
    ["Enquiry", "Émile"].every((one) => marked.includes(one)),
  );
  await picture(page, "inbox-found");
};

/** Views stand in the address: what a person wrote last needs an answer, until it is answered; then we wait for one. */
const views = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture, run, address } = world;
  const thread = await arrives(world, "Question", { From: "Ada Byron <ada@peer.test>" });
  await arrives(world, "Newsletter", { "List-Id": "<news.peer.test>", From: "News <news@peer.test>" });
  await page.goto(`${url}/console/inbox`);
  await page.getByRole("link", { name: "Needs an answer" }).click();
  await page.waitForURL(/view=needs_answer/);
  // The newest is the last, and rows that are far away are not made.
  await until(
    page,
    `(() => {
      const list = document.querySelector(".mails");
      list?.scrollTo(0, list.scrollHeight);
      return [...document.querySelectorAll(".mail")].some(({ textContent }) => textContent.includes("Question ${run}"));
    })()`,
    20_000,
  );
  await row(page, `Newsletter ${run}`).waitFor({ state: "detached" });
  const ages = await page.locator(".mail time").evaluateAll((all) => all.map((one) => one.getAttribute("datetime") ?? ""));
  expect(
    `the oldest first: ${ages.join()}`,
    ages.every((one, at) => at === 0 || one >= ages[at - 1]!),
  );
  await picture(page, "inbox-needs-answer");
  await button(page, /^Filter/).click();
  await page.getByRole("dialog", { name: "Filter" }).getByLabel("Mailbox").selectOption({ label: address });
  await page.waitForURL(/mailbox=/);
  await picture(page, "inbox-filter");
  await page.keyboard.press("Escape");
  await button(page, `Remove the filter ${address}`).click();
  await row(page, `Question ${run}`).click();
  await page.getByRole("heading", { name: `Question ${run}` }).waitFor();
  await page.keyboard.press("r");
  await textOf(page).fill("It is forty-two.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("form", { name: "Reply" }).waitFor({ state: "detached" });
  await page.goto(`${url}/console/inbox?view=waiting`);
  await row(page, `Question ${run}`).waitFor();
  await page.goto(`${url}/console/inbox?view=needs_answer`);
  await page.locator(".mail, .empty").first().waitFor();
  expect("what is answered needs no answer", (await row(page, `Question ${run}`).count()) === 0);
  await openThread(page, world, thread);
  await becomes(page, world, "the open one is shown", `document.querySelector(".conversation h1").textContent === "Question ${run}"`);
};

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const HOSTILE = '<p>pasted <b>bold</b><img src="https://tracker.test/x.png" onerror="top.ran=1"><script>top.ran=1</script></p>';

/** Pastes HTML, or a picture, into the editor. */
const paste = (page: Page, what: { readonly html: string } | { readonly picture: string }): Promise<unknown> =>
  page.evaluate(`(() => {
    const what = ${JSON.stringify(what)};
    const data = new DataTransfer();
    if (what.html) data.setData("text/html", what.html);
    if (what.picture) data.items.add(new File([Uint8Array.from(atob(what.picture), (one) => one.charCodeAt(0))], "pixel.png", { type: "image/png" }));
    document.querySelector(".rich").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);

/** A formatted answer leaves as our own HTML with a text part and its pictures as files, whatever was pasted; "Send and next" goes on. */
const formatted = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, api, expect, picture, run } = world;
  const next = await arrives(world, "The next one");
  const thread = await arrives(world, "Format it");
  await page.goto(`${url}/console/inbox`);
  await row(page, `Format it ${run}`).click();
  await page.locator(".email.open").first().waitFor();
  await page.keyboard.press("r");
  await textOf(page).fill("Dear Ada,");
  await button(page, "Format").click();
  const rich = page.locator("form.answer .rich");
  await rich.filter({ hasText: "Dear Ada," }).waitFor();
  await becomes(page, world, "the editor has the focus", "document.activeElement.matches('.rich')");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("important");
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Enter");
  await button(page, "List").click();
  await page.keyboard.type("first");
  await paste(page, { html: HOSTILE });
  await rich.locator("strong", { hasText: "bold" }).waitFor();
  await paste(page, { picture: PIXEL });
  await rich.locator("img[src^='data:image/png']").waitFor();
  expect("nothing foreign is in the editor", (await rich.locator("img:not(.ProseMirror-separator)").count()) === 1);
  await picture(page, "answer-formatted");
  await page.reload();
  await rich.locator("img[src^='data:image/png']").waitFor();
  await rich.click();
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForURL(new RegExp(`/console/inbox/(?!${thread})[0-9a-f]{24}`));
  expect("the next conversation shows", page.url().includes(next));
  const [sent] = (await api("GET", `/v1/logs?kind=reply&limit=1`)) as {
    body_html: string;
    body_text: string;
    attachments: { content_id: string }[];
  }[];
  const told = JSON.stringify([sent?.body_html.slice(0, 600), sent?.body_text.slice(0, 100), sent?.attachments]);
  const isWhole = ["<strong>important</strong>", "<li>", `cid:${sent?.attachments[0]?.content_id}`].every((one) =>
    sent?.body_html.includes(one),
  );
  expect(`the HTML is ours: ${told}`, isWhole && !/tracker|script|onerror/.test(sent?.body_html ?? ""));
  expect(`with a text part: ${told}`, /Dear Ada,/.test(sent?.body_text ?? "") && /important/.test(sent?.body_text ?? ""));
  await openThread(page, world, thread);
  await page.frameLocator(".email.outbound iframe").locator("img[src^='data:image/png']").waitFor({ state: "attached" });
  expect("no script ran", (await page.evaluate("window.ran")) === undefined);
};

/** A long conversation shows its newest emails, the older ones as one line; recipients are offered from earlier mail. */
const longAgo = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { expect, picture, put, run, url } = world;
  const id = (n: number): string => `<f${n}-${run}@peer.test>`;
  for (let n = 0; n < 9; n += 1)
    put(
      `Old story ${run}`,
      {
        From: "Ada Byron <ada@peer.test>",
        "Message-ID": id(n),
        Date: new Date(Date.now() - (20 - n) * 60_000).toUTCString(),
        ...(n > 0 && { "In-Reply-To": id(n - 1), References: id(0) }),
      },
      `Part ${n}\r\n`,
    );
  const thread = await arrives(world, "Elsewhere");
  await page.goto(`${url}/console/inbox`);
  await row(page, `Old story ${run}`).click();
  await page.getByRole("heading", { name: `Old story ${run}` }).waitFor();
  const folded = page.locator(".folded");
  await folded.filter({ hasText: "3 older emails" }).waitFor();
  await picture(page, "conversation-folded");
  expect("the reasons are closed", (await page.getByRole("complementary", { name: "Why" }).count()) === 0);
  await folded.click();
  await page.locator(".email").nth(8).waitFor();
  await openThread(page, world, thread);
  await page.keyboard.press("f");
  const to = page.getByRole("form", { name: "Forward" }).getByLabel("To", { exact: true });
  await to.fill("byr");
  await page.getByRole("option", { name: /ada@peer\.test/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await picture(page, "answer-suggestions");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove ada@peer.test from To" }).waitFor();
  expect("what was typed is no address", (await to.inputValue()) === "");
  await button(page, "Discard").click();
};

const trouble = (page: Page) => page.locator(".trouble");

/** What hinders the page is said within two seconds, and goes by itself. */
const hindered = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture } = world;
  await page.goto(`${url}/console/inbox`);
  await page.locator(".mail").first().waitFor();
  const said = async (what: string, words: string, began: number): Promise<void> => {
    await trouble(page).filter({ hasText: words }).waitFor();
    const ms = Date.now() - began;
    // Two seconds, and one for a busy machine.
    expect(`${what} is said after ${ms} ms`, ms < 3_000);
  };
  let began = Date.now();
  await page.context().setOffline(true);
  await said("being offline", "You are offline", began);
  await picture(page, "inbox-offline");
  await page.context().setOffline(false);
  await trouble(page).filter({ hasText: "offline" }).waitFor({ state: "detached" });
  await page.route(/\/v1\/inbox\/threads\?.*kind=bounce/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await route.continue();
  });
  began = Date.now();
  await page.getByRole("link", { name: "Bounced" }).click();
  await said("a slow network", "Waiting for the service", began);
  await becomes(page, world, "and it goes", "document.querySelector('.trouble').textContent === ''");
  await page.unrouteAll();
  let refusals = 0;
  await page.route("**/console/changes?**", (route) =>
    (refusals += 1) > 1
      ? route.continue()
      : route.fulfill({
          status: 429,
          headers: { "retry-after": "1" },
          json: { code: 429, status: "error", type: "rate_limited", message: "Slow down" },
        }),
  );
  began = Date.now();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await said("a 429", "Too many requests", began);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await becomes(page, world, "and it goes too", "document.querySelector('.trouble').textContent === ''");
  await page.unrouteAll();
};

/** The bytes and requests of a page from now on. */
const traffic = (page: Page) => {
  const answers: Promise<readonly [string, number]>[] = [];
  page.on("response", (response) =>
    answers.push(
      response.body().then(
        (body) => [response.url().replace(/^.*?\/\/[^/]+/, ""), body.length] as const,
        () => [response.url(), 0] as const,
      ),
    ),
  );
  return async () => Promise.all(answers);
};

/** With a conversation open an event costs little, nothing new costs next to nothing, and a colleague's reading shows. */
const costs = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, api, expect, run, put } = world;
  const thread = await arrives(world, "Long read", {}, "A long letter. ".repeat(2_000));
  const other = await arrives(world, "Another one");
  await openThread(page, world, thread);
  await page.waitForTimeout(14_000);
  const idle = traffic(page);
  await page.waitForTimeout(13_000);
  const quiet = await idle();
  expect(`nothing new is one small request: ${JSON.stringify(quiet)}`, quiet.length <= 2 && quiet.every(([, bytes]) => bytes < 200));
  const since = traffic(page);
  put(`Fresh news ${run}`, {}, "Hello\r\n");
  await api("GET", "/v1/inbox/messages?fresh=true&limit=1");
  await row(page, `Fresh news ${run}`).waitFor({ state: "attached", timeout: 15_000 });
  await page.waitForTimeout(500);
  const spent = await since();
  const bytes = spent.reduce((sum, [, one]) => sum + one, 0);
  console.log(`an event with a conversation open: ${bytes} bytes in ${spent.length} requests`);
  expect(`an event costs ${bytes} bytes: ${JSON.stringify(spent)}`, bytes <= 20_000);
  await row(page, `Another one ${run}`).filter({ hasText: "unread" }).waitFor({ state: "attached" });
  await api("PATCH", `/v1/inbox/threads/${other}`, { is_read: true });
  const began = Date.now();
  await row(page, `Another one ${run}`).filter({ hasNotText: "unread" }).waitFor({ state: "attached", timeout: 20_000 });
  expect(`a colleague's reading shows after ${Date.now() - began} ms`, Date.now() - began <= 15_000);
  await page.goto(`${url}/console/settings`);
};

/** What each language calls the inbox and answering. */
const languages = [
  ["de-DE", "Posteingang", "Antworten"],
  ["fr-FR", "Boîte de réception", "Répondre"],
  ["es-ES", "Bandeja de entrada", "Responder"],
] as const;

/** The daily work in the browser's language; what people wrote stays as it is. */
const spoken = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture, run } = world;
  const thread = await arrives(world, "Inbox");
  for (const [locale, inbox, reply] of languages) {
    const context = await page
      .context()
      .browser()!
      .newContext({ locale, viewport: page.viewportSize(), storageState: await page.context().storageState(), reducedMotion: "reduce" });
    const other = await context.newPage();
    other.setDefaultTimeout(30_000);
    await other.goto(`${url}/console/inbox`);
    await other.getByRole("heading", { name: inbox, exact: true }).waitFor();
    await row(other, `Inbox ${run}`).waitFor();
    expect(`${locale} is told to screen readers`, (await other.evaluate("document.documentElement.lang")) === locale.slice(0, 2));
    await picture(other, `inbox-${locale.slice(0, 2)}`);
    await other.goto(`${url}/console/inbox/${thread}`);
    await other.getByRole("heading", { name: `Inbox ${run}` }).waitFor();
    await button(other, reply).click();
    await textOf(other).waitFor();
    await picture(other, `answer-${locale.slice(0, 2)}`);
    await context.close();
  }
};

/** Every step; each goes on although another failed. */
export const runLiving = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const isWide = (page.viewportSize()?.width ?? 0) > 700;
  for (const step of [searching, views, formatted, longAgo, spoken, ...(isWide ? [hindered, costs] : [])])
    await step(page, world).catch((error: unknown) =>
      world.expect(`${step.name}: ${String(error).split("\n").slice(0, 4).join(" ")}`, false),
    );
};
