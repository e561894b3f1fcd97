// A member works off a desk of her own in Chromium: whom she can give it to, whose notes she deletes, and how what she puts away comes back.
import type { BrowserContext, Page } from "playwright-core";
import { bounce } from "#test/support/delivery-report.ts";
import { joins } from "./colleagues.ts";
import type { InboxWorld } from "./inbox.ts";
import type { Lane } from "./lane.ts";
import { arrives, button, dialog, goTo, openThread, row, until, workOf } from "./small.ts";

/** The toolbar of what is selected. */
const toolbar = (page: Page) => page.getByRole("toolbar");
const select = async (page: Page, ...subjects: readonly string[]): Promise<void> => {
  for (const subject of subjects) {
    await goTo(page, subject);
    await page.keyboard.press("x");
  }
};
const unreadOf = async (world: InboxWorld, id: string): Promise<number> =>
  ((await workOf(world, id)) as unknown as { readonly unread_count: number }).unread_count;

/** Who sees one of her mailboxes can get a conversation; who sees none is not offered. */
const gives = async (page: Page, world: InboxWorld): Promise<void> => {
  const { url, run, expect, picture } = world;
  await page.goto(`${url}/console/inbox?view=open`);
  await goTo(page, `Order ${run}`);
  await page.keyboard.press("a");
  const field = dialog(page).getByLabel("Person", { exact: true });
  await field.waitFor();
  await until(page, "document.querySelectorAll('#work-known option').length > 1");
  const offered = await dialog(page)
    .locator("#work-known option")
    .evaluateAll((all) => all.map((one) => one.getAttribute("value") ?? ""));
  const is = (name: string) => offered.includes(`${name} ${run}`);
  expect(`a member is offered her colleagues: ${offered.join()}`, is("Dora") && is("Emil") && !is("Gina"));
  await field.fill("Gina");
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Nobody here is called Gina.").waitFor();
  await field.fill("Emil");
  await picture(page, "desk-assign");
  await page.keyboard.press("Enter");
  await row(page, `Order ${run}`)
    .filter({ hasText: `Emil ${run}` })
    .waitFor();
};

/** A colleague's note has no button; her own goes when she has said so twice. */
const notes = async (page: Page, world: InboxWorld, id: string): Promise<void> => {
  const { api, run, expect, picture } = world;
  await api("POST", `/v1/inbox/threads/${id}/notes`, { text: "Emil knows more.", by: `Emil ${run}` });
  await openThread(page, world, id);
  const note = (text: string) => page.locator("article.team-note", { hasText: text });
  await note("Emil knows more.").waitFor();
  expect("a colleague's note has no button", (await note("Emil knows more.").getByRole("button").count()) === 0);
  await button(page, "Add a note").click();
  await page.keyboard.type("Mine alone.");
  await page.keyboard.press("Control+Enter");
  await note("Mine alone.").getByRole("button", { name: "Delete" }).click();
  await dialog(page).getByText("Delete this note for good?").waitFor();
  await picture(page, "desk-note-delete");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect("a note stays that is not deleted for good", (await note("Mine alone.").count()) === 1);
  await note("Mine alone.").getByRole("button", { name: "Delete" }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await note("Mine alone.").waitFor({ state: "detached" });
};

/** What is put away is read, one or several, by a key or by a button; what is taken back is as it was. */
const putsAway = async (page: Page, world: InboxWorld, ids: readonly string[]): Promise<void> => {
  const { url, api, mailbox, run, expect, picture } = world;
  await page.goto(`${url}/console/inbox?view=open`);
  await select(page, `Pear ${run}`, `Quince ${run}`);
  await toolbar(page).getByRole("button", { name: "Done" }).click();
  await row(page, `Quince ${run}`).waitFor({ state: "detached" });
  expect("several that are done are read", (await Promise.all(ids.map(async (id) => unreadOf(world, id)))).join() === "0,0");
  await page.locator(".toast").getByRole("button", { name: "Take it back" }).click();
  await row(page, `Quince ${run}`).waitFor();
  expect("what is taken back is unread again", (await Promise.all(ids.map(async (id) => unreadOf(world, id)))).join() === "1,1");
  await goTo(page, `Pear ${run}`);
  await page.keyboard.press("e");
  await row(page, `Pear ${run}`).waitFor({ state: "detached" });
  expect("one that is done by its key is read", (await unreadOf(world, ids[0]!)) === 0);

  await select(page, `Quince ${run}`);
  await toolbar(page).getByRole("button", { name: "Trash" }).waitFor();
  await picture(page, "desk-selected");
  await toolbar(page).getByRole("button", { name: "Trash" }).click();
  await page.locator(".toast", { hasText: "has to sync changes" }).waitFor();
  expect("what its server is not told of stays", (await workOf(world, ids[1]!)).state === "open");
  await api("PATCH", `/v1/mailboxes/${mailbox}`, { sync_changes: true });
  await openThread(page, world, ids[1]!);
  await button(page, "Trash").click();
  await page.locator(".toast", { hasText: "In the trash" }).waitFor();
  await picture(page, "desk-trash");
  expect("what goes to the trash is done", (await workOf(world, ids[1]!)).state === "done");
  await page.locator(".toast", { hasText: "In the trash" }).getByRole("button", { name: "Take it back" }).click();
  await button(page, "Done").waitFor();
  const wish = (await api("GET", `/v1/inbox/messages?thread_id=${ids[1]!}`)) as { readonly messages: readonly { folder?: string }[] };
  expect(`and comes back: ${wish.messages[0]?.folder}`, wish.messages.length === 1 && (await workOf(world, ids[1]!)).state === "open");
};

/** An answer that came back is marked, and open; where nothing is open any more, what is snoozed is told. */
const endsWithNothing = async (page: Page, world: InboxWorld, [order, quince]: readonly string[]): Promise<void> => {
  const { url, api, put, run, expect, picture } = world;
  const sent = (await api("POST", `/v1/inbox/threads/${order!}/reply`, { body_text: "On its way." })) as { readonly message_id: string };
  await api("PATCH", `/v1/inbox/threads/${order!}`, { state: "done" });
  const { headers, body, from = "" } = bounce(sent.message_id);
  const waits = async (): Promise<void> => {
    for (let n = 0; n < 40; n += 1) {
      const { thread } = (await api("GET", `/v1/inbox/threads/${order!}`)) as { readonly thread: { readonly message_count: number } };
      if (thread.message_count > 1) return;
      await page.waitForTimeout(250);
    }
  };
  await waits();
  expect("what somebody has called done stays done when his answer leaves", (await workOf(world, order!)).state === "done");
  put(`Undelivered ${run}`, { ...headers, From: from }, body!);
  await api("GET", "/v1/inbox/messages?fresh=true&limit=1");
  await page.goto(`${url}/console/inbox?view=open`);
  await row(page, `Order ${run}`).filter({ hasText: "bounced" }).waitFor();
  await picture(page, "desk-bounced");
  await api("PATCH", `/v1/inbox/threads/${order!}`, { state: "done" });
  await goTo(page, `Quince ${run}`);
  await page.keyboard.press("h");
  await button(page, /^Tomorrow morning/).click();
  await page.getByText("Nothing is open: all is answered, done or snoozed.").waitFor();
  await picture(page, "desk-nothing-open");
  await page.getByRole("link", { name: "Snoozed: 1" }).click();
  await page.waitForURL(/view=snoozed/);
  await row(page, `Quince ${run}`).waitFor();
  expect("and found there", (await workOf(world, quince!)).snoozed_until !== undefined);
};

/** The steps of one who joins a desk, at one width. */
export const runDesk = async ({ open }: Lane, shared: Omit<InboxWorld, "run">, context: BrowserContext, run: string): Promise<void> => {
  const { system } = open;
  const { api } = shared;
  const address = `${run}@sandbox.test`;
  const mailbox = await system.connect(address);
  const put: InboxWorld["put"] = (subject, headers, body) => system.put(address, subject, headers, { body });
  const world = { ...shared, mailbox, put, run };
  const invite = async (name: string, of: string) =>
    (await api("POST", "/v1/members", { name: `${name} ${run}`, role: "member", mailbox_ids: [of] })) as { readonly id: string };
  const others = [await invite("Emil", mailbox), await invite("Gina", shared.mailbox)];
  const dora = await joins(context, world, `Dora ${run}`);
  const ids: string[] = [];
  for (const subject of ["Order", "Pear", "Quince"])
    ids.push(await arrives(world, subject, { From: `${subject} Miller <${subject.toLowerCase()}@peer.test>` }));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await gives(page, world);
  await notes(page, world, ids[0]!);
  await putsAway(page, world, ids.slice(1));
  await endsWithNothing(page, world, [ids[0]!, ids[2]!]);
  for (const id of [dora, ...others.map((one) => one.id)]) await api("DELETE", `/v1/members/${id}`);
};
