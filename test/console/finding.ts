// Finding a send in Chromium, following it up, and a week's numbers.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

/** What the steps need of the system under test. */
export interface SendsWorld {
  readonly url: string;
  /** Asks the API with the account's key; gives the answer's body. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Tells the runs in one account apart. */
  readonly run: string;
  /** A connected mailbox of the sandbox. */
  readonly mailbox: string;
  readonly expect: (what: string, isSo: boolean) => void;
  /** Takes a screenshot by name. */
  readonly picture: (page: Page, name: string) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true }).first();

/** An email that nobody has answered is found and followed up. */
export const followUp = async (page: Page, { url, api, run, mailbox, expect, picture }: SendsWorld): Promise<void> => {
  const email = {
    mailbox_id: mailbox,
    to: `quiet.${run}@sandbox.test`,
    subject: `Quiet ${run}`,
    body_text: "Any news?",
    tags: [`quiet-${run}`],
  };
  await api("POST", "/v1/send", email);
  await page.goto(`${url}/console/sends?result=unanswered&tag=quiet-${run}`);
  await page.getByRole("link", { name: email.to }).click();
  await page.locator(".badge", { hasText: "sent" }).first().waitFor();
  await button(page, "Follow up").click();
  const form = page.getByRole("form", { name: "Reply" });
  await form.getByRole("button", { name: `Remove ${email.to} from To` }).waitFor();
  await form.getByLabel("Text", { exact: true }).fill("Just asking again.");
  await picture(page, "send-follow-up");
  await button(page, "Send").click();
  await form.waitFor({ state: "detached" });
  const [last] = (await api("GET", "/v1/logs?kind=reply&limit=1")) as { to_email: string; subject: string }[];
  expect(
    `the follow-up goes to the same recipient: ${JSON.stringify(last)}`,
    last?.to_email === email.to && last.subject === `Re: Quiet ${run}`,
  );
};

/** Finds a send by a part of its recipient, a word of its subject, and its Message-ID; the week's numbers are shown and exported. */
export const find = async (page: Page, { url, api, run, mailbox, expect, picture }: SendsWorld): Promise<void> => {
  const email = {
    mailbox_id: mailbox,
    to: `zacharias.${run}@sandbox.test`,
    subject: `Über ${run}`,
    body_text: "x",
    tags: [`found-${run}`],
  };
  const { message_id: named } = (await api("POST", "/v1/send", email)) as { message_id: string };
  await page.goto(`${url}/console/sends`);
  for (const sought of [`charias.${run}`, `uber ${run}`, named]) {
    await page.getByLabel("Search").fill(sought);
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=/);
    await page.getByText(sought === named ? "The send with this Message-ID" : "1 send found").waitFor();
    expect(`one is found for ${sought}`, (await page.locator("table.list tbody tr[aria-rowindex]").count()) === 1);
  }
  await picture(page, "sends-found");
  await page.goto(`${url}/console/deliverability`);
  await page.getByRole("heading", { name: "By mailbox" }).waitFor();
  await page.getByText("No such address").waitFor();
  await picture(page, "deliverability");
  const download = page.waitForEvent("download");
  await button(page, "Export as CSV").click();
  const path = await (await download).path();
  const csv = readFileSync(path, "utf8");
  expect(
    `the file has both weeks: ${csv.slice(0, 300)}`,
    csv.startsWith("by,name,sent,sent_week_before,replied") && csv.includes("\r\nmailbox,"),
  );
};
