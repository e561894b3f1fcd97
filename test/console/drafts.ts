// What is written is kept in the account: a second device goes on with it, two devices lose no text, and what is sent leaves once.
import type { Page } from "playwright-core";
import { screenshot } from "./browser.ts";
import type { Lane } from "./lane.ts";
import { button, textOf } from "./small.ts";

interface Kept {
  readonly id: string;
  readonly subject: string;
  readonly body_text: string;
  readonly kind: string;
}

/** Two devices of one person, at one width after the other. */
export const runDrafts = async (
  lane: Lane,
  { mailbox, address }: { readonly mailbox: string; readonly address: string },
): Promise<void> => {
  const { open, expect, look } = lane;
  const { api, system } = open;
  const drafts = async () => (await api.get("/v1/logs?waiting_for=draft&limit=50")) as readonly Kept[];
  const saved = (page: Page) => page.getByText("The draft is saved in the account.").waitFor();
  const askedIn = async (subject: string) => {
    system.put(address, subject, { From: "Jane <jane@sandbox.test>" }, { body: "Can you deliver in March?" });
    const { messages } = (await api.get("/v1/inbox/messages?fresh=true&limit=200")) as {
      messages: { subject: string; thread_id: string }[];
    };
    return messages.find((one) => one.subject === subject)!.thread_id;
  };
  const oursIn = async (thread: string) => {
    const { messages } = (await api.get(`/v1/inbox/threads/${thread}`)) as { messages: { direction: string; reply_text: string }[] };
    return messages.flatMap((one) => (one.direction === "outbound" ? [one.reply_text] : []));
  };
  const openThread = async (page: Page, thread: string): Promise<void> => {
    await page.goto(`${system.url}/console/inbox/${thread}`);
    await page.locator(".email.open").first().waitFor();
  };

  /** An answer on two devices: it goes on there, both texts show where both wrote, and one leaves. */
  const answers = async (here: Page, there: Page, width: number): Promise<void> => {
    const thread = await askedIn(`Delivery ${width}`);
    await openThread(here, thread);
    await here.keyboard.press("r");
    await textOf(here).fill("Yes, in the second week");
    await here
      .locator("form.answer")
      .getByLabel("Files")
      .setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("The plan") });
    await saved(here);
    expect(`${width}: nothing has left, and nothing waits for approval`, (await oursIn(thread)).length === 0);
    await openThread(there, thread);
    await textOf(there).waitFor();
    expect(`${width}: the other device has the text`, (await textOf(there).inputValue()) === "Yes, in the second week");
    await there.locator("form.answer").getByText("plan.txt").waitFor();
    await textOf(there).fill("Yes, in the second week of March");
    await saved(there);
    await textOf(here).fill("No, in April");
    await here.getByText("This draft was changed on another device.").waitFor();
    await here.locator(".conflict").getByText("Yes, in the second week of March").waitFor();
    await here.locator(".conflict").getByText("No, in April").waitFor();
    await here.locator(".conflict").scrollIntoViewIfNeeded();
    await look(here, "draft-conflict");
    await button(here, "Go on with that one").click();
    await saved(here);
    expect(`${width}: their text goes on here`, (await textOf(here).inputValue()) === "Yes, in the second week of March");
    await here.keyboard.press("Control+Enter");
    await textOf(here).focus();
    await here.keyboard.press("Control+Enter");
    await here.locator("form.answer").waitFor({ state: "detached" });
    await textOf(there).fill("And one more thing");
    await there.getByText("This draft was sent already, perhaps on another device.").waitFor();
    await there.keyboard.press("Control+Enter");
    await there.locator("form.answer [role=alert]").first().waitFor();
    const left = await oursIn(thread);
    expect(`${width}: one answer left: ${JSON.stringify(left)}`, left.join() === "Yes, in the second week of March");
    await button(there, "Discard").click();
    expect(
      `${width}: what was sent is no draft`,
      (await drafts()).every(({ body_text: text }) => !text.startsWith("Yes, in")),
    );
  };

  /** A new email without a recipient, offline for a while; it is found among the drafts, finished there, and sent once. */
  const composes = async (here: Page, there: Page, width: number): Promise<void> => {
    await here.goto(`${system.url}/console/compose?mailbox=${mailbox}`);
    await here.getByLabel("Subject").fill(`Half ${width}`);
    await saved(here);
    await here.route("**/v1/send/*", (route) => route.abort("internetdisconnected"));
    await here.getByLabel("Text", { exact: true }).fill("Half a sentence");
    await here.getByText("The draft is kept in this browser, and saved in the account").waitFor();
    await here.unroute("**/v1/send/*");
    await here.evaluate("dispatchEvent(new Event('online'))");
    await saved(here);
    const kept = (await drafts()).find(({ subject }) => subject === `Half ${width}`);
    expect(`${width}: the account has it: ${JSON.stringify(kept)}`, kept?.body_text === "Half a sentence");

    await there.goto(`${system.url}/console/drafts`);
    await there.getByText(`Half ${width}`).waitFor();
    await look(there, "drafts");
    await there
      .getByRole("row")
      .filter({ hasText: `Half ${width}` })
      .getByRole("button", { name: "(nobody yet)" })
      .click();
    await there.getByLabel("Text", { exact: true }).waitFor();
    expect(`${width}: it goes on there`, (await there.getByLabel("Text", { exact: true }).inputValue()) === "Half a sentence");
    await there.getByLabel("Text", { exact: true }).fill("A whole sentence");
    await there.getByLabel("To", { exact: true }).fill(`whole.${width}@sandbox.test, `);
    await button(there, "Check what it would do").click();
    await button(there, "Send 1 email").click();
    await there.getByRole("link", { name: "See what becomes of it" }).waitFor();
    const sent = (await api.get(`/v1/logs?to=whole.${width}@sandbox.test`)) as readonly Kept[];
    expect(`${width}: it left once, as it was finished`, sent.length === 1 && sent[0]?.body_text === "A whole sentence");
    expect(
      `${width}: and is no draft`,
      (await drafts()).every(({ subject }) => subject !== `Half ${width}`),
    );

    await here.goto(`${system.url}/console/compose`);
    await here.getByLabel("Subject").fill(`Unwanted ${width}`);
    await saved(here).catch(() => undefined);
  };

  for (const width of [1280, 390]) {
    const [here, there] = [await open.signedIn(width), await open.signedIn(width)];
    for (const page of [here, there]) page.setDefaultTimeout(20_000);
    for (const steps of [answers, composes])
      await steps(here, there, width).catch((error: unknown) =>
        expect(`${steps.name} ${width}: ${String(error).split("\n").slice(0, 4).join(" ")}`, false),
      );
    for (const page of [here, there]) await page.context().close();
  }
  await api.post("/v1/send", { mailbox_id: mailbox, to: "", subject: "Angebot", draft: true, body_text: "Guten Tag" });
  const page = await open.signedIn(1280, undefined, "de-DE");
  await open.open(page, "/console/drafts");
  await page.getByText("(noch niemand)").first().waitFor();
  await screenshot(page, "de-drafts", { theme: "light", width: 1280 });
  for (const before of await drafts()) {
    await page.getByRole("row").filter({ hasText: before.subject }).getByRole("button", { name: "Löschen" }).first().click();
    await page.getByText("Der Entwurf ist gelöscht").first().waitFor();
    // The words of the deletion before may still be there.
    for (let look = 0; look < 50 && (await drafts()).some(({ id }) => id === before.id); look += 1) await page.waitForTimeout(200);
  }
  expect(`deleted drafts are gone: ${JSON.stringify(await drafts())}`, (await drafts()).length === 0);
  await page.context().close();
};
