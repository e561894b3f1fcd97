// The console by the keyboard alone and in the smallest windows in Chromium; and Compose, when its mailbox goes or nothing is accepted.
import type { Page } from "playwright-core";
import type { InboxWorld } from "./inbox.ts";

/** The first button of this name that shows. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
/** The text of the answer. */
export const textOf = (page: Page) => page.locator("form.answer textarea");

/** Waits until it is so in the page: by the debugger's protocol, because the page's policy forbids what Playwright's own waiting does. */
export const until = async (page: Page, condition: string, ms = 6_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await page.evaluate<boolean>(condition))) {
    if (Date.now() > end) throw new Error(`it is never so: ${condition}`);
    await page.waitForTimeout(50);
  }
};

/** Expects that it becomes so in the page: what a key does may take a busy machine a moment. */
export const becomes = async (page: Page, { expect }: Pick<InboxWorld, "expect">, what: string, condition: string): Promise<void> =>
  until(page, condition).then(
    () => expect(what, true),
    () => expect(what, false),
  );

/** Puts a mail of a person into the mailbox and gives the id of its conversation. */
export const arrives = async (
  { put, api, run }: InboxWorld,
  subject: string,
  headers: Readonly<Record<string, string>> = {},
  body = "Hello\r\n",
) => {
  put(`${subject} ${run}`, headers, body);
  const all = (await api("GET", "/v1/inbox/messages?fresh=true&limit=200")) as { messages: { subject: string; thread_id: string }[] };
  return all.messages.find((one) => one.subject === `${subject} ${run}`)!.thread_id;
};
/** Opens a conversation. */
export const openThread = async (page: Page, { url }: InboxWorld, thread: string): Promise<void> => {
  await page.goto(`${url}/console/inbox/${thread}`);
  await page.locator(".email.open").first().waitFor();
};

/** What these steps need besides the inbox's. */
export interface AnsweringWorld extends InboxWorld {
  /** The mailbox's address. */
  readonly address: string;
}

/** A mailbox that goes while an email is written: nobody else sends it silently; and what the service refused is not called sent. */
export const composing = async (page: Page, { url, expect, picture, address, mailbox }: AnsweringWorld): Promise<void> => {
  await page.goto(`${url}/console/compose?to=jane@sandbox.test&mailbox=${mailbox}`);
  await page.getByLabel("Subject").fill("From whom?");
  await page.getByLabel("Text", { exact: true }).fill("Hello");
  await page.getByLabel("Files").setInputFiles({ name: "offer.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await page.getByText("offer.pdf").first().waitFor();
  await page.route("**/v1/mailboxes", async (route) => {
    const response = await route.fetch();
    const all = (await response.json()) as { id: string; email: string }[];
    await route.fulfill({
      json: all.flatMap((one) => [...(one.id === mailbox ? [] : [one]), { ...one, id: "f".repeat(24), email: "other@sandbox.test" }]),
    });
  });
  await page.goto(`${url}/console/compose`);
  await page.locator(".error", { hasText: "no longer connected" }).waitFor();
  expect("no other sender is chosen", (await page.getByLabel("From", { exact: true }).inputValue()) === mailbox);
  expect("and nothing can be sent", await button(page, "Check what it would do").isDisabled());
  expect("the text is kept", (await page.getByLabel("Text", { exact: true }).inputValue()) === "Hello");
  await page.getByText("offer.pdf").first().waitFor();
  await picture(page, "compose-sender-gone");
  await page.unroute("**/v1/mailboxes");
  await page.goto(`${url}/console/compose`);
  await page.getByText(/sent in the last 24 hours/).waitFor();
  expect(`the sender is ${address} again`, (await page.getByLabel("From", { exact: true }).inputValue()) === mailbox);
  await button(page, "Check what it would do").click();
  await button(page, "Send 1 email").waitFor();
  await page.route("**/v1/send/*/approve", (route) =>
    route.fulfill({
      status: 409,
      json: { status: "error", code: 409, message: "A recipient is suppressed", type: "recipient_suppressed" },
    }),
  );
  await button(page, "Send 1 email").click();
  await page.getByRole("alert").filter({ hasText: "A recipient is suppressed" }).waitFor();
  await picture(page, "compose-refused");
  await page.unroute("**/v1/send/*/approve");
};

const LONG = Array.from({ length: 120 }, (_, n) => `Line ${n} of a long letter, as some people write them.\r\n`).join("");
const COVERED = `(() => {
  const [head, first] = [document.querySelector(".conversation > .title"), document.querySelector(".conversation > .email")];
  const [above, below] = [head.getBoundingClientRect(), first.getBoundingClientRect()];
  return above.bottom <= below.top + 1 && head.scrollHeight <= head.clientHeight + 1;
})()`;

/** By the keyboard: the list is one stop, Enter leads to the newest email, PageDown scrolls it, a menu has its keys. */
export const byKeys = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture, run } = world;
  const subject = "Long, as subjects are that have grown over the years and with every answer, until they take more than a line";
  const thread = await arrives(world, subject, {}, LONG);
  await arrives(world, "Newer");
  await page.goto(`${url}/console/inbox`);
  await page.locator(".mail").nth(3).waitFor();
  expect("one h1 in the list", (await page.locator("h1:visible").count()) === 1);
  await page.keyboard.press("/");
  const isInList = (): Promise<boolean> => page.evaluate("document.activeElement.closest('.mails') !== null");
  for (let n = 0; n < 12 && !(await isInList()); n += 1) await page.keyboard.press("Tab");
  expect("Tab comes to the list", await isInList());
  await page.keyboard.press("Tab");
  expect("and leaves it with the next", !(await isInList()));
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await until(page, `document.activeElement?.dataset.thread === "${thread}"`);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `${subject} ${run}` }).waitFor();
  await until(page, "document.activeElement?.matches('.conversation .email:last-of-type .line')");
  expect("one h1 in a conversation", (await page.locator("h1:visible").count()) === 1);
  expect("the head is not covered", await page.evaluate<boolean>(COVERED));
  await page.keyboard.press("PageDown");
  await until(page, "document.querySelector('.conversation').scrollTop > 100 || document.documentElement.scrollTop > 100");
  await picture(page, "conversation-long");
  await page.keyboard.press("Escape");
  await until(page, `document.activeElement?.dataset.thread === "${thread}"`);
  await page.goto(`${url}/console/mailboxes`);
  await page
    .getByRole("button", { name: /^More about/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  const isAt = (name: string): string =>
    `document.activeElement.matches('[role=menuitem]') && document.activeElement.textContent === '${name}'`;
  await becomes(page, world, "a menu opens at its first item", isAt("Test"));
  await page.keyboard.press("ArrowDown");
  await becomes(page, world, "arrow keys go through it", isAt("Pause sending"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await becomes(page, world, "and around its end", isAt("Disconnect"));
  await page.keyboard.press("Escape");
  await becomes(page, world, "Escape leads back", "document.activeElement.matches('[aria-label^=\"More about\"]')");
  // Not a moment passes between opening it and the next key.
  const inOneGo = `(() => {
    const opener = document.activeElement;
    opener.click();
    const at = document.activeElement.textContent;
    opener.click();
    return at;
  })()`;
  expect("its first item has the focus at once", (await page.evaluate<string>(inOneGo)) === "Test");
  await becomes(page, world, "and it closes", "document.querySelector('.menu:popover-open') === null");
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("3");
  await page.getByRole("heading", { name: "Sends" }).waitFor();
  await becomes(page, world, "a digit leads to a screen", "document.activeElement.id === 'screen'");
  await page.keyboard.press("Tab");
  await becomes(page, world, "and Tab goes on in it", "document.activeElement.textContent === 'Drafts'");
  await page.goto(`${url}/console/inbox/${thread}`);
  await page.locator(".email.open").first().waitFor();
};

/** The smallest windows: 320 px, as 400 % of 1280 is, in height too, and a phone held across. */
const WINDOWS = [
  [320, 640],
  [320, 256],
  [740, 320],
] as const;

/** Every screen in the smallest windows: nothing is wider, a row of the list shows, an answer can be sent. */
export const small = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture } = world;
  const size = page.viewportSize()!;
  const thread = await arrives(world, "Smallinawindowsoverysmallthatnowordofthissubjectfitsinone", {}, `${"long".repeat(60)}\r\n`);
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    for (const path of [
      `/console/inbox/${thread}`,
      "/console/inbox",
      "/console/compose",
      "/console/mailboxes",
      "/console/sends",
      "/console",
    ]) {
      await page.goto(`${url}${path}`);
      await page.locator("#screen :is(h1, h2):visible").first().waitFor();
      await page.locator(".loading").first().waitFor({ state: "detached" });
      const name = `${path.split("/").slice(2, 3).join("") || "home"}${path.endsWith(thread) ? "-conversation" : ""}`;
      expect(`${name} fits in ${width} x ${height}`, await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"));
      if (path === "/console/inbox") {
        const row = page.locator(".mail").first();
        await row.scrollIntoViewIfNeeded();
        const box = await row.boundingBox();
        expect(
          `a row of the list is seen in ${width} x ${height}: ${JSON.stringify(box)}`,
          (box?.y ?? -1) >= 0 && (box?.y ?? height) + 60 <= height,
        );
      }
      if (path.endsWith(thread)) {
        await page.keyboard.press("r");
        await textOf(page).waitFor();
        expect(
          `an answer fits in ${width} x ${height}`,
          await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"),
        );
        await button(page, "Send").scrollIntoViewIfNeeded();
        expect(`Send is reached in ${width} x ${height}`, await button(page, "Send").isVisible());
      }
      if (height > 300) await picture(page, `small-${height}-${name}`);
    }
  }
  await page.setViewportSize(size);
};

/** A conversation's row in the list, by a text in it. */
export const row = (page: Page, text: string) => page.locator(".mail", { hasText: text }).first();
/** The dialog that is open. */
export const dialog = (page: Page) => page.locator("dialog[open]");

/** Whose turn a conversation is, and who has it. */
interface Work {
  readonly id: string;
  readonly state: string;
  readonly snoozed_until?: string;
  readonly assigned_to: string;
  readonly labels: readonly string[];
}

/** What the service says of a conversation's work. */
export const workOf = async ({ api }: InboxWorld, id: string): Promise<Work> =>
  ((await api("GET", `/v1/inbox/threads/${id}`)) as { readonly thread: Work }).thread;

/** By j and k to a row; fails when they do not come to it. */
export const goTo = async (page: Page, subject: string): Promise<void> => {
  for (const key of "kkkkkkjjjjjjj") {
    if (await row(page, subject).evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
  }
  throw new Error(`j and k do not come to ${subject}`);
};
