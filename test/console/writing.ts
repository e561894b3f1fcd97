// Writing and reading in Chromium: formatted answers, long conversations, recipients that are offered, and the browser's language.
import type { Page } from "playwright-core";
import { type AnsweringWorld, arrives, becomes, button, openThread, textOf } from "./small.ts";

const row = (page: Page, text: string) => page.locator(".mail", { hasText: text }).first();

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

/** Presses `r` in the very moment in which an open email shows: no key may be lost between drawing and listening. */
const AS_SOON_AS_IT_SHOWS = `new MutationObserver((_, seen) => {
  if (!document.querySelector(".email.open")) return;
  seen.disconnect();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true, cancelable: true }));
}).observe(document.body, { childList: true, subtree: true })`;

/** A formatted answer leaves as our own HTML with a text part and its pictures as files, whatever was pasted; "Send and next" goes on. */
export const formatted = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, api, expect, picture, run } = world;
  const next = await arrives(world, "The next one");
  const thread = await arrives(world, "Format it");
  await page.goto(`${url}/console/inbox`);
  await row(page, `Format it ${run}`).waitFor();
  await page.evaluate(AS_SOON_AS_IT_SHOWS);
  await row(page, `Format it ${run}`).click();
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

/** A new email is written with the same editor, and its recipient is offered from earlier mail. */
export const composed = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, api, expect, picture, run } = world;
  await arrives(world, "Earlier", { From: "Ada Byron <ada@peer.test>" });
  await page.goto(`${url}/console/compose`);
  await page.getByLabel("To", { exact: true }).fill("byr");
  await page.getByRole("option", { name: /ada@peer\.test/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await button(page, "Remove ada@peer.test from To").waitFor();
  await page.getByLabel("Subject").fill(`Composed ${run}`);
  await page.getByLabel("Text", { exact: true }).fill("Dear Ada,");
  await button(page, "Format").click();
  const rich = page.locator(".compose .rich");
  await rich.filter({ hasText: "Dear Ada," }).waitFor();
  expect("of two texts one is written: no HTML beside it", (await page.getByText("HTML", { exact: true }).count()) === 0);
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("important");
  await paste(page, { html: HOSTILE });
  await paste(page, { picture: PIXEL });
  await rich.locator("img[src^='data:image/png']").waitFor();
  await page.waitForTimeout(500);
  await page.reload();
  await rich.locator("img[src^='data:image/png']").waitFor();
  const shown = page.frameLocator("iframe[title='The email as HTML']");
  await shown.locator("strong", { hasText: "important" }).waitFor();
  await shown.locator("img[src^='data:image/png']").waitFor({ state: "attached" });
  await picture(page, "compose-formatted");
  await button(page, "Check what it would do").click();
  await button(page, "Send 1 email").click();
  await page.getByRole("link", { name: "See what becomes of it" }).waitFor();
  const [sent] = (await api("GET", "/v1/logs?to=ada@peer.test&limit=1")) as {
    subject: string;
    body_html: string;
    body_text: string;
    attachments: { content_id: string }[];
  }[];
  const told = JSON.stringify(sent).slice(0, 900);
  const isWhole = ["<strong>important</strong>", `cid:${sent?.attachments[0]?.content_id}`].every((one) => sent?.body_html.includes(one));
  expect(`the composed HTML is ours: ${told}`, isWhole && !/tracker|script|onerror/.test(sent?.body_html ?? ""));
  expect(`with a text part: ${told}`, /Dear Ada,/.test(sent?.body_text ?? "") && /important/.test(sent?.body_text ?? ""));
  expect("no script ran", (await page.evaluate("window.ran")) === undefined);
};

/** A long conversation shows its newest emails, the older ones as one line; recipients are offered from earlier mail. */
export const longAgo = async (page: Page, world: AnsweringWorld): Promise<void> => {
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

/** What each language calls the inbox and answering. */
const languages = [
  ["de-DE", "Posteingang", "Antworten"],
  ["fr-FR", "Boîte de réception", "Répondre"],
  ["es-ES", "Bandeja de entrada", "Responder"],
] as const;

/** The daily work in the browser's language; what people wrote stays as it is. */
export const spoken = async (page: Page, world: AnsweringWorld): Promise<void> => {
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
    if (locale === "de-DE") await picture(other, "inbox-de");
    await other.goto(`${url}/console/inbox/${thread}`);
    await other.getByRole("heading", { name: `Inbox ${run}` }).waitFor();
    await button(other, reply).click();
    await textOf(other).waitFor();
    await picture(other, `answer-${locale.slice(0, 2)}`);
    await context.close();
  }
};
