// Two people in one inbox in Chromium: of two answers the second reads first, nobody takes what another has, and what is done is taken back.
import type { BrowserContext, Page } from "playwright-core";
import type { InboxWorld } from "./inbox.ts";
import { arrives, button, dialog, goTo, openThread, row, textOf, until, workOf } from "./small.ts";

type Joining = Pick<InboxWorld, "url" | "api" | "mailbox">;

/** Joins as a colleague in a browser; the member's id. */
export const joins = async ({ request }: BrowserContext, { url, api, mailbox }: Joining, name: string): Promise<string> => {
  const body = { name, role: "member", mailbox_ids: [mailbox] };
  const invited = (await api("POST", "/v1/members", body)) as { readonly id: string; readonly url: string };
  const email = `${name.replaceAll(" ", ".").toLowerCase()}@team.test`;
  const data = { token: new URL(invited.url).hash.slice(1), email, password: "a long password" };
  const answer = await request.post(`${url}/console/invitation`, { data, headers: { "x-console": "1", origin: url } });
  if (!answer.ok()) throw new Error(`nobody joined: ${await answer.text()}`);
  return invited.id;
};

/** A colleague who has joined, in a browser of her own; `leave` ends both. */
const aColleague = async (page: Page, world: InboxWorld) => {
  const options = { viewport: page.viewportSize(), reducedMotion: "reduce" as const, locale: "en-US" };
  const context = await page.context().browser()!.newContext(options);
  const id = await joins(context, world, `Cleo ${world.run}`);
  const hers = await context.newPage();
  hers.setDefaultTimeout(20_000);
  const leave = async (): Promise<void> => {
    await context.close();
    await world.api("DELETE", `/v1/members/${id}`);
  };
  return { hers, leave };
};

/** Two answer one conversation: one answer leaves, whoever comes second reads it first, and sends all the same when that is meant. */
export const bothAnswer = async (page: Page, world: InboxWorld): Promise<void> => {
  const { api, expect, picture, put, run } = world;
  const id = await arrives(world, "Both", { From: "Both <both@peer.test>", "Message-ID": `<both.${run}@peer.test>` });
  const { hers: other, leave } = await aColleague(page, world);
  const sent = async () =>
    ((await api("GET", `/v1/inbox/threads/${id}`)) as { readonly messages: readonly { readonly direction: string }[] }).messages.filter(
      ({ direction }) => direction === "outbound",
    ).length;
  for (const each of [page, other]) {
    await openThread(each, world, id);
    await each.waitForTimeout(1_000);
    expect("what a colleague writes is no draft of the reader's", (await each.locator("form.answer").count()) === 0);
    await each.keyboard.press("r");
    await textOf(each).fill("On Monday.");
    // By then the account has the draft: it is what leaves.
    await each.getByText("The draft is saved in the account.").waitFor();
  }
  await Promise.all([page.keyboard.press("Control+Enter"), other.keyboard.press("Control+Enter")]);
  const newer = (of: Page) => of.getByRole("alert").filter({ hasText: "Something newer has come" });
  const [second, first] = await Promise.race([
    newer(page)
      .waitFor()
      .then(() => [page, other]),
    newer(other)
      .waitFor()
      .then(() => [other, page]),
  ]);
  await first!.locator("form.answer").waitFor({ state: "detached" });
  expect("one answer leaves", (await sent()) === 1);
  await second!.locator(".email.outbound", { hasText: "On Monday." }).waitFor();
  const seen = await newer(second!).evaluate(
    (one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= innerHeight,
  );
  expect("why it did not leave is in sight", seen);
  expect("the text of the other is kept", (await textOf(second!).inputValue()) === "On Monday.");
  await picture(second!, "team-newer");
  await second!.keyboard.press("Control+Enter");
  await second!.waitForTimeout(1_000);
  expect("nor does it leave by the same key", (await sent()) === 1);
  await button(second!, "Send it all the same").click();
  await second!.locator("form.answer").waitFor({ state: "detached" });
  expect("it leaves when it is meant", (await sent()) === 2);

  // A customer who writes meanwhile is read before she is answered, also where nobody has verified her.
  await first!.keyboard.press("r");
  await textOf(first!).fill("Once more.");
  put(`Re: Both ${run}`, { From: "Both <new@peer.test>", "In-Reply-To": `<both.${run}@peer.test>` }, "Stop, please.\r\n");
  await api("GET", "/v1/inbox/messages?fresh=true&limit=1");
  await first!.keyboard.press("Control+Enter");
  await newer(first!).waitFor();
  await first!.locator(".email", { hasText: "Stop, please." }).waitFor();
  expect("nothing left before that was read", (await sent()) === 2);
  await button(first!, "Discard").click();
  await leave();
};

/** A conversation is given to people alone, and taken from nobody unseen; what is done is taken back; the keyboard stays where it was. */
export const givesAndTakesBack = async (page: Page, world: InboxWorld): Promise<void> => {
  const { url, api, run, expect, picture } = world;
  const id = await arrives(world, "Ember", { From: "Ember Miller <ember@peer.test>" });
  const { leave } = await aColleague(page, world);
  await page.goto(`${url}/console/inbox?view=open&q=${run}`);
  await goTo(page, `Ember ${run}`);
  await page.keyboard.press("a");
  const field = dialog(page).getByLabel("Person", { exact: true });
  await field.fill("Zed");
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Nobody here is called Zed.").waitFor();
  await picture(page, "team-nobody");
  // The beginning of a name is enough.
  await field.fill(`cleo ${run.slice(0, -1)}`);
  await page.keyboard.press("Enter");
  await row(page, `Ember ${run}`)
    .filter({ hasText: `Cleo ${run}` })
    .waitFor();

  await goTo(page, `Ember ${run}`);
  await page.keyboard.press("a");
  await field.waitFor();
  await api("PATCH", `/v1/inbox/threads/${id}`, { assigned_to: "anna" });
  await field.fill(`Cleo ${run}`);
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: "anna has it by now." }).waitFor();
  expect("nobody loses it to who was slower", (await workOf(world, id)).assigned_to === "anna");
  await row(page, `Ember ${run}`).filter({ hasText: "anna" }).waitFor();

  await goTo(page, `Ember ${run}`);
  await page.keyboard.press("e");
  await row(page, `Ember ${run}`).waitFor({ state: "detached" });
  await page.locator(".toast", { hasText: "Take it back" }).waitFor();
  await picture(page, "team-take-back");
  await page.keyboard.press("z");
  await row(page, `Ember ${run}`).waitFor();
  expect("what is taken back is open again", (await workOf(world, id)).state === "open");

  await openThread(page, world, id);
  await button(page, "Add a note").click();
  await until(page, "document.activeElement.matches('.team-note textarea')");
  await page.keyboard.type("Back to the keys.");
  await page.keyboard.press("Control+Enter");
  await page.locator("article.team-note", { hasText: "Back to the keys." }).waitFor();
  await until(page, "document.activeElement.textContent === 'Add a note'");
  await button(page, "Done").click();
  await button(page, "Open again").waitFor();
  await until(page, "document.activeElement.textContent === 'Open again'");
  await leave();
};
