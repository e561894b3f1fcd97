// The queue of what waits for approval: what an agent's key writes is read, edited, rejected and approved by keys, and leaves then alone.
import type { Page } from "playwright-core";
import { connectApi } from "#infra/local/demo/play.ts";
import { screenshot, widths } from "./browser.ts";
import type { Lane } from "./lane.ts";

/** An agent writes; a person judges it at every width, in two languages. */
export const runApprovals = async (
  lane: Lane,
  { mailbox, address }: { readonly mailbox: string; readonly address: string },
): Promise<void> => {
  const { open, expect, look } = lane;
  const { api, system } = open;
  const { token } = await api.post("/v1/api-keys", { name: "agent", scopes: ["draft", "read"] });
  const agent = connectApi(system.url, token);
  const stateOf = async (id: string) =>
    (await api.get(`/v1/send/${id}`)) as { status: string; subject: string; waiting_for: string; revision: number };
  const reaching = async (id: string, status: string): Promise<boolean> => {
    for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 200)))
      if ((await stateOf(id)).status === status) return true;
    return false;
  };
  const messages = async () =>
    ((await api.get(`/v1/inbox/messages?mailbox_id=${mailbox}&limit=50`)) as { messages: { id: string; subject: string }[] }).messages;

  const judge = async (page: Page, width: number): Promise<void> => {
    const subject = `A question ${width}`;
    system.put(address, subject, { From: "Jane <jane@sandbox.test>" }, { body: "Can you deliver the ten machines in March?" });
    await api.get(`/v1/inbox/messages?mailbox_id=${mailbox}&fresh=true`);
    const asked = (await messages()).find((one) => one.subject === subject);
    const other = await agent.post("/v1/send", {
      mailbox_id: mailbox,
      to: "kim@sandbox.test",
      subject: `Not asked for ${width}`,
      body_text: "Buy now!",
    });
    const { id } = await agent.post(`/v1/inbox/messages/${asked?.id}/reply`, { body_text: "Yes, in the second week of May." });
    await open.open(page, "/console/approvals");
    await page.getByText("Can you deliver the ten machines in March?").first().waitFor();
    await look(page, "approvals-queue");

    await page.keyboard.press("e");
    await page.getByLabel("Text").fill("Yes, in the second week of March.");
    await look(page, "approvals-edit");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("ins", { hasText: "March." }).waitFor();
    await look(page, "approvals-changed");
    expect(`${width}: an edit makes a revision`, (await stateOf(id)).revision === 2);
    // A key pressed for what was there before approves nothing, and the change shows; what only the formatted text has is marked, too.
    await agent.attempt("PATCH", `/v1/send/${id}`, {
      revision: 2,
      body_text: "Yes, in the second week of March.",
      body_html: '<p>Yes, in the second week of March. <a href="https://x.test">Pay here</a></p>',
    });
    await page.keyboard.press("a");
    await page.locator("details[open] ins", { hasText: "Pay here" }).waitFor();
    await look(page, "approvals-formatted");
    // The page shows another's change by itself; a key pressed then may be meant for what stood there before.
    await agent.attempt("PATCH", `/v1/send/${id}`, { revision: 3, subject: "Re: Urgent" });
    await page.locator("ins", { hasText: "Urgent" }).waitFor();
    await page.keyboard.press("a");
    await page.getByText("It was changed meanwhile: read what is marked").waitFor();
    expect(`${width}: nothing has left by a key pressed too early`, (await stateOf(id)).waiting_for === "approval");
    expect(`${width}: nothing has left before the approval`, (await stateOf(id)).waiting_for === "approval");

    await page.keyboard.press("a");
    expect(`${width}: an approved email leaves`, await reaching(id, "sent"));
    await page.getByRole("button", { name: `Not asked for ${width}` }).waitFor();
    await page.keyboard.press("r");
    await page.getByLabel("Why").fill("Nobody asked for it");
    await page.getByRole("button", { name: "Reject" }).last().click();
    expect(`${width}: a rejected email is cancelled`, await reaching(other.id, "cancelled"));
  };
  for (const width of [...widths, 390]) {
    const page = await open.signedIn(width);
    page.setDefaultTimeout(30_000);
    await judge(page, width).catch((error: unknown) => expect(`${width}: ${String(error)}`, false));
    await page.context().close();
  }
  await agent.post("/v1/send", {
    mailbox_id: mailbox,
    to: "kim@sandbox.test",
    subject: "Angebot",
    body_text: "Guten Tag, hier ist unser Angebot.",
  });
  for (const width of [1280, 390]) {
    const page = await open.signedIn(width, undefined, "de-DE");
    await open.open(page, "/console/approvals");
    await page.getByRole("button", { name: "Freigeben" }).waitFor();
    await screenshot(page, "de-approvals-queue", { theme: "light", width });
    await page.context().close();
  }
};
