// A sequence in Chromium: written, looked at and begun with a messy list; what becomes of each step, a pause, a new text, and somebody taken out.
import type { Page } from "playwright-core";
import type { SendsWorld } from "./finding.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true }).first();
const row = (page: Page, who: string) => page.getByRole("row").filter({ hasText: who });

/** A list as spreadsheets make them: a byte order mark, semicolons, quotes, umlauts, empty lines, a column that nobody needs, and a bad line. */
const listOf = (run: string): string =>
  [
    `\u{feff}E-Mail;Name;Company;Phone;`,
    `reply.ann.${run}@sandbox.test ;"Ann ""Änne"" Müller";"Miller; Sons & Co";0123;`,
    "",
    `bounce.ben.${run}@sandbox.test;Ben;Ben Ltd;;`,
    `quiet.${run}@sandbox.test;;Stille GmbH;;`,
    `nobody.${run}@sandbox.test;Nobody;;;`,
    `no-address;X;X;;`,
    ` QUIET.${run}@sandbox.test;Again;Again;;`,
  ].join("\n");

/** Writes the steps and the list, and sees them filled in; what has no value is named. */
const write = async (page: Page, { url, run, expect, picture }: SendsWorld): Promise<void> => {
  await page.goto(`${url}/console/sends`);
  await page.getByRole("link", { name: "Sequences", exact: true }).click();
  await page.getByRole("link", { name: "New sequence" }).click();
  await page.getByRole("heading", { name: "New sequence" }).waitFor();
  await picture(page, "sequence-new-empty");
  await page.getByLabel("Name", { exact: true }).fill(`Spring ${run}`);
  await page.getByLabel("From", { exact: true }).first().selectOption({ label: "sales@sandbox.test" });
  await page.getByLabel("List", { exact: true }).fill(listOf(run));
  const [subject, text] = [page.getByLabel("Subject"), page.getByLabel("Text", { exact: true })];
  await subject.first().fill("An offer for ");
  await button(page, "{{company}}").click();
  await text.first().fill("Dear {{name|Sir or Madam}},\n\nshall we talk on Tuesday about {{ company }}?\n\nKind regards\nSam");
  await text.nth(1).fill("Did you see this, {{name|perhaps}}?");
  await button(page, "Add a step").click();
  await text.nth(2).fill("I shall not write again.");
  await page.getByLabel("Wait", { exact: true }).last().fill("1");
  await page.getByLabel("Unit").last().selectOption("weeks");
  const preview = page.locator(".beside");
  await preview.getByText("An offer for Miller; Sons & Co").first().waitFor();
  expect("the preview has the umlauts and the quotes", (await preview.innerText()).includes('Dear Ann "Änne" Müller,'));
  for (let n = 0; n < 3; n += 1) await button(page, "Next").click();
  expect("a missing value is named", (await preview.innerText()).includes("variables.company is required by step 1"));
  await picture(page, "sequence-new-missing");
  await button(page, "Before").click();
  await page.getByLabel("Only at certain hours").uncheck();
  await picture(page, "sequence-new");
};

/** Looks at who would get what, and begins: three people, and three lines that add nobody. */
const begin = async (page: Page, { api, run, expect, picture }: SendsWorld): Promise<void> => {
  const credits = async () => ((await api("GET", "/v1/credits")) as { balance: number }).balance;
  const before = await credits();
  await button(page, "See who gets what, and when").click();
  await page.getByText("3 people, 9 emails").waitFor();
  const said = await page.getByRole("list", { name: "Lines with errors" }).innerText();
  expect(`lines are named as pasted, in the API's words: ${said}`, /Line 6.*variables\.company is required by step 1/s.test(said));
  expect(`a bad address is named: ${said}`, /Line 7.*no-address.*to.email must/s.test(said));
  expect(`who is named twice is told: ${said}`, /Line 8.*to is named twice/s.test(said));
  const planned = await row(page, "quiet").first().locator("time").count();
  expect(`each step has its date: ${planned}`, planned === 3);
  expect("the look costs nothing", (await credits()) === before);
  await picture(page, "sequence-look");
  await button(page, "Make it and add 3 people").click();
  await page.getByText("3 people added").first().waitFor();
  expect("each step of each person was charged", (await credits()) === before - 9);
  await picture(page, "sequence-added");
  await button(page, "Correct these lines").click();
  await page.getByRole("heading", { name: "Add people" }).waitFor();
  const left = await page.getByLabel("List", { exact: true }).inputValue();
  expect(
    `the lines that added nobody are left: ${left}`,
    left.split("\n").length === 4 && left.includes("E-Mail") && !left.includes("ann"),
  );
  await picture(page, "sequence-people");
  await page
    .getByLabel("List", { exact: true })
    .fill(`quiet.${run}@sandbox.test, company=X\nmore.${run}@sandbox.test, company=More, Ltd, compny=Y`);
  await button(page, "See who gets what, and when").click();
  const again = await page.getByRole("list", { name: "Lines with errors" }).innerText();
  expect(`who is in it already is told: ${again}`, /Line 1.*is in this sequence already/s.test(again));
  expect(`a value that no step has is told: ${again}`, /Line 2.*variables\.compny is in no step/s.test(again));
  await page.getByRole("link", { name: `Spring ${run}` }).click();
};

/** What becomes of each step shows, with the numbers. */
const watch = async (page: Page, { run, expect, picture }: SendsWorld): Promise<void> => {
  await row(page, "Müller").locator(".badge", { hasText: "answered" }).waitFor();
  await row(page, `bounce.ben.${run}`).locator(".badge", { hasText: "bounced" }).waitFor();
  await row(page, "Müller").locator(".badge", { hasText: "cancelled" }).first().waitFor();
  expect("why a step was cancelled stands there", (await row(page, "Müller").innerText()).includes("they answered"));
  await row(page, `quiet.${run}`).locator(".badge", { hasText: "sent" }).waitFor();
  const numbers = page.locator(".sequence-steps > li").first();
  for (const shown of [/^sent\s*3$/, /^answered\s*1$/, /^bounced\s*1$/]) await numbers.locator("div", { hasText: shown }).waitFor();
  await picture(page, "sequence");
};

/** A pause, another text for those who have not had it, going on, and somebody taken out. */
const change = async (page: Page, { api, run, expect, picture }: SendsWorld, id: string): Promise<void> => {
  await button(page, "Pause").click();
  await row(page, `quiet.${run}`).getByText("paused").first().waitFor();
  await picture(page, "sequence-paused");
  await button(page, "Change the text of step 2").click();
  await page.getByText("1 person has not had it").waitFor();
  await page.getByRole("textbox", { name: "Text" }).fill("Have you seen my offer?");
  await picture(page, "sequence-text");
  await button(page, "Save").click();
  await page.getByText("Have you seen my offer?").first().waitFor();
  await button(page, "Let it go on").click();
  await row(page, `quiet.${run}`).getByText("until").first().waitFor();
  await button(page, `Remove quiet.${run}@sandbox.test`).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await row(page, `quiet.${run}`).getByText("removed").first().waitFor();
  const { recipients } = (await api("GET", `/v1/sequences/${id}/recipients`)) as { recipients: { email: string; removed_at?: string }[] };
  const removed = recipients.filter(({ removed_at: at }) => at !== undefined).map(({ email }) => email);
  expect("one person is taken out", removed.join() === `quiet.${run}@sandbox.test`);
};

/** What the next weeks would bring of it, drawn by day and mailbox. */
const rehearse = async (page: Page, { expect, picture }: SendsWorld): Promise<void> => {
  await page.getByRole("link", { name: "Rehearse" }).click();
  await page.getByText("What this sequence would do").waitFor();
  await button(page, "Rehearse").click();
  const calendar = page.getByRole("region", { name: "Calendar" });
  await calendar.waitFor();
  expect("the calendar has a column for the mailbox", (await calendar.innerText()).includes("sales@sandbox.test"));
  expect("each day with mail has a bar", (await calendar.locator(".day-bar").count()) >= 2);
  await picture(page, "sequence-rehearsal");
  await page.goBack();
};

/** A sequence from its first word to its last. */
export const runSequences = async (page: Page, world: SendsWorld): Promise<void> => {
  await write(page, world);
  await begin(page, world);
  await page.getByRole("heading", { name: `Spring ${world.run}` }).waitFor();
  await watch(page, world);
  await rehearse(page, world);
  await change(page, world, page.url().split("/").at(-1)!);
};
