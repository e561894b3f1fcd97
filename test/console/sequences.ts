// A sequence in Chromium: people from a pasted list with a bad line, what becomes of each step, a pause, a new text, and somebody taken out.
import type { Page } from "playwright-core";
import type { SendsWorld } from "./finding.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true }).first();
const row = (page: Page, who: string) => page.getByRole("row").filter({ hasText: who });

/** Pastes people, of whom one cannot be added, and waits for what becomes of the first step. */
const addPeople = async (page: Page, { run, expect, picture }: SendsWorld): Promise<void> => {
  await button(page, "Add people").click();
  await page
    .getByRole("textbox", { name: "People" })
    .fill(
      `reply.ann.${run}@sandbox.test, name=Ann Miller, company=Miller, Sons & Co\nbounce.ben.${run}@sandbox.test, company=Ben Ltd\nno-address, company=X`,
    );
  await button(page, /^Add$/).click();
  const bad = page.getByRole("list", { name: "Lines with errors" });
  await bad.waitFor();
  const said = await bad.innerText();
  expect(`the bad line is named with the API's words: ${said}`, /Line 3.*no-address.*to must/s.test(said));
  await picture(page, "sequence-add");
  await button(page, "Cancel").click();
  await row(page, "Ann Miller").locator(".badge", { hasText: "answered" }).waitFor();
  await row(page, `bounce.ben.${run}`).locator(".badge", { hasText: "bounced" }).waitFor();
  await row(page, "Ann Miller").locator(".badge", { hasText: "cancelled" }).first().waitFor();
  expect("why a step was cancelled stands there", (await row(page, "Ann Miller").innerText()).includes("they answered"));
};

/** A sequence with two people: its cells, its pause, its new text, and who is taken out. */
export const runSequences = async (page: Page, world: SendsWorld): Promise<void> => {
  const { url, api, run, mailbox, expect, picture } = world;
  const { id } = (await api("POST", "/v1/sequences", {
    name: `Spring ${run}`,
    mailbox_id: mailbox,
    cancel_on: ["reply", "bounce"],
    on_away: { wait: "until_return", else: "P7D" },
    steps: [
      { subject: "An offer for {{company}}", body_text: "Dear {{name|Sir or Madam}}, shall we talk on Tuesday?" },
      { scheduled_after: "P3D", body_text: "Did you see this?" },
      { scheduled_after: "P4D", body_text: "I shall not write again." },
    ],
  })) as { id: string };
  await page.goto(`${url}/console/sends`);
  await page.getByRole("link", { name: "Sequences", exact: true }).click();
  await page.getByRole("link", { name: `Spring ${run}` }).click();
  await page.getByText("Nobody is in it yet").waitFor();
  await addPeople(page, world);
  await picture(page, "sequence");
  await api("POST", `/v1/sequences/${id}/recipients`, { recipients: [{ to: `quiet.${run}@sandbox.test`, variables: { company: "Q" } }] });
  await page.reload();
  await row(page, `quiet.${run}`).getByText("until").first().waitFor();
  await button(page, "Change the text of step 2").click();
  await page.getByText("1 person has not had it").waitFor();
  await page.getByRole("textbox", { name: "Text" }).fill("Have you seen my offer?");
  await picture(page, "sequence-text");
  await button(page, "Save").click();
  await page.getByText("Have you seen my offer?").first().waitFor();
  await button(page, "Pause").click();
  await row(page, `quiet.${run}`).getByText("paused").first().waitFor();
  await picture(page, "sequence-paused");
  await button(page, "Let it go on").click();
  await row(page, `quiet.${run}`).getByText("until").first().waitFor();
  await button(page, `Remove quiet.${run}@sandbox.test`).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await row(page, `quiet.${run}`).getByText("removed").first().waitFor();
  const { recipients } = (await api("GET", `/v1/sequences/${id}/recipients`)) as { recipients: { email: string; removed_at?: string }[] };
  expect(
    "one person is taken out",
    recipients
      .filter(({ removed_at: at }) => at !== undefined)
      .map(({ email }) => email)
      .join() === `quiet.${run}@sandbox.test`,
  );
};
