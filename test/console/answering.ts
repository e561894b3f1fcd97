// An answer in Chromium: it leaves once, as it stands on the screen, to whom its form shows; what was begun is not lost.
import type { Page, Route } from "playwright-core";
import type { InboxWorld } from "./inbox.ts";
import { type AnsweringWorld, arrives, button, byKeys, composing, openThread, small, textOf, until } from "./small.ts";

const form = (page: Page, name = "Reply") => page.getByRole("form", { name });

/** Notes how often an answer's draft is sent; `answer` decides what becomes of each. */
const watchSending = async (page: Page, answer: (route: Route) => Promise<void>): Promise<string[]> => {
  const sent: string[] = [];
  await page.route("**/v1/send/*/approve", async (route) => {
    sent.push(route.request().url());
    await answer(route);
  });
  return sent;
};
interface Ours {
  readonly direction: string;
  readonly reply_text: string;
}
/** Our emails of a conversation. */
const oursIn = async ({ api }: InboxWorld, thread: string): Promise<readonly Ours[]> => {
  const { messages } = (await api("GET", `/v1/inbox/threads/${thread}`)) as { messages: Ours[] };
  return messages.filter(({ direction }) => direction === "outbound");
};
const ours = async (world: InboxWorld, thread: string): Promise<number> => (await oursIn(world, thread)).length;

/** Ctrl+Enter twice, and once more while the request is held: one email, with the letters that were typed last. */
const leavesOnce = async (page: Page, world: InboxWorld): Promise<void> => {
  const thread = await arrives(world, "Twice");
  await openThread(page, world, thread);
  const sent = await watchSending(page, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.keyboard.press("r");
  await textOf(page).fill("See you at noo");
  // Letters and keys in one go, as fast as a key that is held repeats.
  await page.evaluate(`{
    const area = document.querySelector("form.answer textarea");
    area.value = "See you at noon";
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    for (let n = 0; n < 4; n += 1) area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
  }`);
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("Control+Enter");
  await form(page).waitFor({ state: "detached" });
  await page.unroute("**/v1/send/*/approve");
  world.expect(`one request for one answer: ${JSON.stringify(sent)}`, sent.length === 1);
  const [left, ...more] = await oursIn(world, thread);
  world.expect(`the last letter leaves: ${left?.reply_text}`, left?.reply_text === "See you at noon");
  world.expect("one email left", more.length === 0);
  await until(page, "document.activeElement?.closest('.conversation') !== null");
};

/** The answer is lost, and "Send" is pressed again: one email. The page is loaded again: what was sent is no draft any more. */
const lostAnswer = async (page: Page, world: InboxWorld): Promise<void> => {
  const thread = await arrives(world, "Lost");
  await openThread(page, world, thread);
  // The service takes it, and no answer arrives.
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort("connectionreset");
  };
  await watchSending(page, lose);
  await page.keyboard.press("r");
  await textOf(page).fill("It arrives once");
  await page.keyboard.press("Control+Enter");
  await form(page).getByRole("alert").filter({ hasText: "leaves once" }).waitFor();
  await world.picture(page, "answer-lost");
  await page.unroute("**/v1/send/*/approve");
  await button(page, "Send").click();
  await form(page).waitFor({ state: "detached" });
  world.expect("one email left, although its answer was lost", (await ours(world, thread)) === 1);
  // Other words after a lost answer: the form says that the first have left.
  await page.keyboard.press("r");
  await watchSending(page, lose);
  await textOf(page).fill("Other words");
  await button(page, "Send").click();
  await form(page).getByRole("alert").filter({ hasText: "leaves once" }).waitFor();
  await textOf(page).fill("Quite other words");
  await form(page).getByRole("alert").filter({ hasText: "was sent already" }).waitFor();
  await world.picture(page, "answer-unknown");
  await page.unroute("**/v1/send/*/approve");
  world.expect("no second email left without being asked for", (await ours(world, thread)) === 2);
  await button(page, "Discard").click();
  world.expect("what was sent stays sent", (await oursIn(world, thread)).at(-1)?.reply_text === "Other words");
};

/** Drafts survive Escape, another conversation, a reload and a closed tab, with their files and time; a forward has its own. */
const drafts = async (page: Page, world: InboxWorld): Promise<void> => {
  const { url, expect } = world;
  const [thread, other] = [await arrives(world, "Draft"), await arrives(world, "Elsewhere")];
  await openThread(page, world, thread);
  await page.keyboard.press("r");
  await textOf(page).fill("Half a sentence");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  expect("Escape leaves no text", page.url().includes(thread) && (await textOf(page).isVisible()));
  await form(page).getByLabel("Cc", { exact: true }).fill("boss@sandbox.test, ");
  await form(page)
    .getByLabel("Files")
    .setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("The plan") });
  await form(page).getByText("plan.txt").waitFor();
  await form(page).getByLabel("Leaves").selectOption("at");
  await form(page).getByLabel("Date and time").fill("2031-01-02T09:00");
  await openThread(page, world, other);
  expect("another conversation has no draft", (await textOf(page).count()) === 0);
  await page.keyboard.press("f");
  await form(page, "Forward").waitFor();
  expect("a forward begins empty", (await textOf(page).inputValue()) === "");
  await openThread(page, world, thread);
  await textOf(page).waitFor();
  const closed = await page.context().newPage();
  await page.goto(`${url}/console/settings`);
  await openThread(closed, world, thread);
  await textOf(closed).waitFor();
  await form(closed).getByText("plan.txt").waitFor();
  expect("the text is kept", (await textOf(closed).inputValue()) === "Half a sentence");
  expect("the copy is kept", (await closed.getByRole("button", { name: "Remove boss@sandbox.test from Cc" }).count()) === 1);
  expect("the time is kept", (await form(closed).getByLabel("Date and time").inputValue()) === "2031-01-02T09:00");
  await closed.locator("body").click({ position: { x: 2, y: 2 } });
  await closed.keyboard.press("f");
  await form(closed, "Forward").waitFor();
  expect("a forward never opens with a reply's text", (await closed.locator("form.answer textarea").inputValue()) === "");
  await closed.close();
  await openThread(page, world, thread);
  await textOf(page).waitFor();
  await page.evaluate("Storage.prototype.setItem = () => { throw new Error('full'); }");
  await textOf(page).fill("More than there is room for");
  const asked = page.waitForEvent("dialog", { timeout: 10_000 }).catch(() => undefined);
  const left = page.goto(`${url}/console/settings`).catch(() => undefined);
  const dialog = await asked;
  expect("the page asks before it loses a text", dialog?.type() === "beforeunload");
  await dialog?.accept();
  await left;
  await openThread(page, world, thread);
  await button(page, "Discard").click();
  await page.reload();
  await page.locator(".email.open").first().waitFor();
  expect("what was discarded is gone", (await textOf(page).count()) === 0);
};

const PEOPLE = "Ann Lee <ann@peer.test>, Bob <bob@peer.test>, carl@peer.test, Dora <dora@peer.test>";

/** To whom an answer goes stands in its form, and it goes there; a Reply-To elsewhere is named. */
const recipients = async (page: Page, world: InboxWorld): Promise<void> => {
  const { expect, picture, api } = world;
  const thread = await arrives(world, "People", { From: "Jane Doe <jane@peer.test>", Cc: PEOPLE, "Reply-To": "desk@elsewhere.test" });
  await openThread(page, world, thread);
  const head = page.locator(".email.open .people").first();
  await head.getByText("Jane Doe").waitFor();
  expect("beyond three people there is a button", (await head.getByText("dora@peer.test").count()) === 0);
  await head.getByRole("button", { name: "and 1 more" }).click();
  await head.getByText("dora@peer.test").waitFor();
  await page.locator(".email.open .note").filter({ hasText: "desk@elsewhere.test" }).waitFor();
  await page.keyboard.press("A");
  const reply = form(page, "Reply to all");
  await reply.getByRole("button", { name: "Remove desk@elsewhere.test from To" }).waitFor();
  for (const one of ["ann", "bob", "carl", "dora"]) await reply.getByRole("button", { name: `Remove ${one}@peer.test from Cc` }).waitFor();
  await reply.locator(".note").filter({ hasText: "another domain" }).waitFor();
  await picture(page, "answer-recipients");
  await reply.getByRole("button", { name: "Remove dora@peer.test from Cc" }).click();
  await textOf(page).fill("To all of you");
  await page.keyboard.press("Control+Enter");
  await reply.waitFor({ state: "detached" });
  const [last] = (await api("GET", "/v1/logs?kind=reply&limit=1")) as { to_email: string; cc: { email: string }[] }[];
  expect(`it went where the form said: ${JSON.stringify(last)}`, last?.to_email === "desk@elsewhere.test" && last.cc.length === 3);
};

/** More events than a page has: they go on arriving, and older ones are a button away. */
const manyEvents = async (page: Page, { url, api, mailbox, run, expect, picture }: InboxWorld): Promise<void> => {
  const emails = Array.from({ length: 230 }, (_, n) => ({
    mailbox_id: mailbox,
    to: `r${n}@sandbox.test`,
    subject: `Many ${run}`,
    body_text: "x",
    scheduled_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  }));
  const batch = (await api("POST", "/v1/send/batch", { emails })) as { results: { id: string }[] };
  await api("POST", "/v1/send/cancel", { ids: batch.results.map(({ id }) => id) });
  await page.goto(`${url}/console/events`);
  await page.locator(".list tbody tr").first().waitFor();
  const newest = async (): Promise<string> => (await page.locator(".list tbody tr").first().innerText()).replaceAll(/\s+/g, " ");
  const before = await newest();
  await api("POST", "/v1/send", { mailbox_id: mailbox, to: `late.${run}@sandbox.test`, subject: "Late", body_text: "x" });
  await page.locator(".list tbody", { hasText: `late.${run}@sandbox.test` }).waitFor({ timeout: 15_000 });
  expect("the feed goes on", (await newest()) !== before);
  const rows = async (): Promise<number> => Number(await page.locator("table.list").getAttribute("aria-rowcount"));
  const shown = await rows();
  await button(page, "Show older events").click();
  await until(page, `Number(document.querySelector("table.list").getAttribute("aria-rowcount")) > ${shown}`);
  const sequences = (await page.locator(".list tbody td:nth-child(3)").allInnerTexts()).filter((one) => one !== "").map(Number);
  expect(
    "no event is missing between them",
    sequences.every((one, at) => at === 0 || one === sequences[at - 1]! - 1),
  );
  await picture(page, "events-older");
};

/** Every step of an answer, then what the smallest windows and the keyboard alone show; the longest once. */
export const runAnswering = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const isWide = (page.viewportSize()?.width ?? 0) > 700;
  for (const step of [leavesOnce, lostAnswer, drafts, recipients, composing, byKeys, ...(isWide ? [manyEvents, small] : [])])
    await step(page, world).catch((error: unknown) =>
      world.expect(`${step.name}: ${String(error).split("\n").slice(0, 4).join(" ")}`, false),
    );
};
