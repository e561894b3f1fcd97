// The screens Sends, Send and Compose in Chromium: send one, a list with a bad row, cancel and move a scheduled one, a bounce with its reason.
import type { Page } from "playwright-core";
import { find, followUp, type SendsWorld } from "./finding.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true }).first();

/** Opens an empty draft: one that an earlier step began may have been kept. */
const openCompose = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/console/settings`);
  await page.evaluate("localStorage.clear()");
  await page.goto(`${url}/console/compose`);
};

/** Writes one email to an address that bounces, and reads why in its timeline. */
const sendOne = async (page: Page, { url, expect, picture }: SendsWorld): Promise<void> => {
  await page.goto(`${url}/console/compose?to=bounce.jane@sandbox.test`);
  await button(page, "Check what it would do").click();
  await page.getByText("body_html or body_text is required").first().waitFor();
  expect("an empty subject is told at its field", (await page.getByLabel("Subject").getAttribute("aria-invalid")) === "true");
  await page.getByLabel("Subject").fill("An offer");
  await page.getByLabel("Text", { exact: true }).fill("Shall we talk?");
  await page.getByLabel("Tags").fill("console");
  await button(page, "Check what it would do").click();
  await page.getByText("1 credit of").waitFor();
  await picture(page, "compose-one");
  await button(page, "Send 1 email").click();
  await page.getByRole("link", { name: "See what becomes of it" }).click();
  await page.getByRole("heading", { name: "An offer" }).waitFor();
  await page.locator(".timeline li", { hasText: "Bounced" }).locator(".words").first().waitFor();
  const words = await page.locator(".timeline li", { hasText: "Bounced" }).locator(".words").first().innerText();
  expect(`the bounce has the server's words: ${words}`, /\b5[.\d]+/.test(words));
  expect("and what it means", /There is no such|No such address/.test(await page.locator(".timeline").innerText()));
  await picture(page, "send-bounced");
};

const HOSTILE = `<p id="styled" style="color: rgb(1, 2, 3)">Hello {{you}}</p><script>top.document.title = "run"</script>
<img src="https://tracker.test/x.png" alt="logo" onerror="top.document.title = 'run'"><a href="javascript:top.document.title = 'run'">go</a>
<style>@import "https://tracker.test/x.css";</style><iframe src="https://tracker.test/"></iframe><meta http-equiv="refresh" content="0;url=https://tracker.test/">`;

/** Shows the HTML as it will look, and runs and loads nothing of it. */
const preview = async (page: Page, { url, expect, picture }: SendsWorld): Promise<void> => {
  await page.goto(`${url}/console/compose?to=jane@sandbox.test`);
  await page.locator("summary", { hasText: "HTML" }).click();
  await page.getByRole("textbox", { name: "HTML" }).fill(HOSTILE);
  const frame = page.frameLocator("iframe[title='The email as HTML']");
  await frame.getByText("Hello {{you}}").waitFor();
  expect(
    "styles show",
    (await frame.locator("#styled").evaluate((one) => one.ownerDocument.defaultView!.getComputedStyle(one).color)) === "rgb(1, 2, 3)",
  );
  await frame.getByText("go", { exact: true }).click({ force: true });
  expect("scripts do not run", (await page.title()).startsWith("Compose"));
  expect("pictures are named, not loaded", (await frame.getByText("[logo]").count()) === 1);
  await picture(page, "compose-html");
  await page.getByRole("textbox", { name: "HTML" }).fill("");
};

/** Changes the draft while the service is asked about it: what it says of the old one may not be sent. */
const changeWhileChecked = async (page: Page, expect: SendsWorld["expect"]): Promise<void> => {
  const subject = page.getByLabel("Subject").first();
  await subject.fill("Changed");
  await page.route("**/v1/send/batch", async (route) => {
    const response = await route.fetch();
    await subject.fill("For {{first_name}}");
    await route.fulfill({ response });
  });
  const answered = page.waitForResponse("**/v1/send/batch");
  await button(page, "Check what it would do").click();
  await answered;
  await page.unroute("**/v1/send/batch");
  await button(page, "Check what it would do").click({ trial: true });
  expect("a draft that changed meanwhile is not sent", (await page.getByRole("button", { name: /^Send \d/ }).count()) === 0);
  await button(page, "Check what it would do").click();
  await page.getByText("4 emails to 2 recipients").waitFor();
};

/** Sends to a pasted list with a bad row, clicks twice, and looks at what the service has accepted. */
const sendList = async (page: Page, { url, api, run, expect, picture }: SendsWorld): Promise<void> => {
  await openCompose(page, url);
  await button(page, /Write another|Clear|Check/).waitFor();
  await page.getByLabel("A pasted list").check();
  await page
    .getByRole("textbox", { name: "List" })
    .fill('email;first_name\nann@sandbox.test;Ann\nno-address;Ben\ncid@sandbox.test;"Cid; ""C"""\ndan@sandbox.test');
  await page.getByLabel("Subject").fill("For {{first_name}}");
  await page.getByLabel("Text", { exact: true }).fill("Dear {{first_name}}, shall we talk?");
  await page.getByLabel("Tags").fill(`list-${run}`);
  await button(page, "Add a follow-up").click();
  await page.getByLabel("Text", { exact: true }).nth(1).fill("Did you see this?");
  await page.getByText("has 1 value, but there are 2 columns").waitFor();
  await button(page, "Check what it would do").click();
  await page.getByText("4 emails to 2 recipients").waitFor();
  await picture(page, "compose-list");
  await changeWhileChecked(page, expect);
  const bad = await page.getByRole("list", { name: "Rows with errors" }).innerText();
  expect(`the bad address is named by its line: ${bad}`, /Line 3 no-address/.test(bad));
  await button(page, "Send 4 emails").dblclick();
  await page.getByText("2 recipients accepted").waitFor();
  expect(
    "who was left out is told again",
    /Line 3 no-address/.test(await page.getByRole("list", { name: "Rows with errors" }).innerText()),
  );
  const accepted = (await api("GET", `/v1/logs?tag=list-${run}`)) as { to_email: string; subject: string }[];
  expect(`each was accepted once: ${accepted.map(({ to_email }) => to_email).join()}`, accepted.length === 4);
  expect(
    "the placeholders are filled",
    accepted.some(({ subject }) => subject === 'For Cid; "C"'),
  );
};

/** Loses the answer of a batch until the page is loaded again: what is sent then is what was sent. */
const loseAnswer = async (page: Page, { url, api, run, expect }: SendsWorld): Promise<void> => {
  const write = async () => {
    await button(page, "Check what it would do").click();
    await button(page, "Send 2 emails").click();
  };
  await openCompose(page, url);
  await page.getByLabel("A pasted list").check();
  await page.getByRole("textbox", { name: "List" }).fill("email\neve@sandbox.test\nfay@sandbox.test");
  await page.getByLabel("Subject").fill("Once");
  await page.getByLabel("Text", { exact: true }).fill("Once");
  await page.getByLabel("Tags").fill(`once-${run}`);
  let isLost = true;
  await page.route("**/v1/send/batch", async (route) => {
    const response = await route.fetch();
    if (isLost && !route.request().postData()?.includes("dry_run")) await route.abort();
    else await route.fulfill({ response });
  });
  await write();
  await button(page, "Go on").waitFor({ timeout: 60_000 });
  isLost = false;
  await page.reload();
  await write();
  await page.getByText("2 recipients accepted").waitFor();
  await page.unroute("**/v1/send/batch");
  const accepted = (await api("GET", `/v1/logs?tag=once-${run}`)) as unknown[];
  expect(`a lost answer sends nothing twice: ${accepted.length}`, accepted.length === 2);
};

/** Cancels and moves scheduled sends, one and many; of those that cannot be cancelled each has its reason. */
const change = async (page: Page, { url, api, run, mailbox, expect, picture }: SendsWorld): Promise<void> => {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const email = { mailbox_id: mailbox, subject: "Later", body_text: "Later", scheduled_at, tags: [`later-${run}`] };
  const ids: string[] = [];
  for (const to of ["one", "two", "three"])
    ids.push(((await api("POST", "/v1/send", { ...email, to: `${to}@sandbox.test` })) as { id: string }).id);
  await page.goto(`${url}/console/sends/${ids[0]}`);
  await button(page, "Move").click();
  const in3Days = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("Leaves at").fill(`${in3Days}T09:30`);
  await page.getByLabel("Time zone").fill("Mars/Base");
  await picture(page, "send-move");
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("must be an IANA time zone").waitFor();
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText(`${in3Days} 09:30 in Europe/Berlin`).waitFor();
  await button(page, "Cancel it").click();
  await button(page, "Cancel the send").click();
  await page.locator(".timeline li", { hasText: "cancelled it" }).locator("time").waitFor();
  await picture(page, "send-cancelled");
  await page.goto(`${url}/console/sends?tag=later-${run}`);
  await button(page, "Choose all 3").click();
  await picture(page, "sends-chosen");
  await button(page, "Move them").click();
  await page.getByLabel("Leaves at").fill(`${in3Days}T10:00`);
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("1 send could not be changed").waitFor();
  await picture(page, "sends-problems");
  expect("the one that could not is named", /one@sandbox\.test/.test(await page.getByRole("dialog").innerText()));
  await page.keyboard.press("Escape");
  await button(page, "Choose all 3").click();
  await button(page, "Cancel them").click();
  await button(page, "Cancel 3 sends").click();
  await page.getByText("3 sends cancelled").waitFor();
  const states = ((await api("GET", `/v1/logs?tag=later-${run}`)) as { status: string }[]).map(({ status }) => status);
  expect(
    `all are cancelled: ${states.join()}`,
    states.every((status) => status === "cancelled"),
  );
};

/** Schedules an email with a file, copies and sending hours, and compares the record. */
const schedule = async (page: Page, { url, api, run, expect, picture }: SendsWorld): Promise<void> => {
  await page.goto(`${url}/console/compose?to=ivy@sandbox.test`);
  await page.locator("summary", { hasText: "Cc and Bcc" }).click();
  await page.getByLabel("Cc", { exact: true }).fill("jon@sandbox.test, kim@sandbox.test");
  await page.getByLabel("Subject").fill("With a file");
  await page.getByLabel("Text", { exact: true }).fill("See the file.");
  await page.getByLabel("At a time").check();
  const in3Days = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("Leaves at").fill(`${in3Days}T10:15`);
  await page.getByLabel("Time zone").fill("Asia/Tokyo");
  await page.getByLabel("Only at certain hours").check();
  await page.getByLabel("Sat", { exact: true }).check();
  await page.getByLabel("Files").setInputFiles({ name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("An offer") });
  await page.getByText("8 B").waitFor();
  await page.getByLabel("Metadata").fill(`file=${run}`);
  await button(page, "Check what it would do").click();
  await button(page, "Send 1 email").waitFor();
  await picture(page, "compose-scheduled");
  await button(page, "Send 1 email").click();
  await page.getByText("The email was accepted").waitFor();
  const [sent] = (await api("GET", `/v1/logs?metadata[file]=${run}`)) as Record<string, unknown>[];
  const { attachments, send_at, window, cc } = sent as { attachments: object[]; send_at: object; window: object; cc: object[] };
  const found = JSON.stringify([attachments, send_at, window, cc]);
  const days = ["mon", "tue", "wed", "thu", "fri", "sat"];
  const wanted = JSON.stringify([
    [{ name: "offer.txt", type: "text/plain", size: 8, content_id: "" }],
    { local: `${in3Days}T10:15`, timezone: "Asia/Tokyo" },
    { days, from: "09:00", to: "17:00", timezone: "Asia/Tokyo" },
    ["jon", "kim"].map((name) => ({ name: "", email: `${name}@sandbox.test` })),
  ]);
  expect(`the record has what was asked for: ${found}`, found === wanted);
};

/** Cancels what waits with some metadata. */
const cancelCampaign = async (page: Page, { url, api, run, mailbox, expect, picture }: SendsWorld): Promise<void> => {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const email = { mailbox_id: mailbox, subject: "Spring", body_text: "Spring", scheduled_at, metadata: { campaign: run } };
  await api("POST", "/v1/send/batch", { emails: ["gus", "hal"].map((to) => ({ ...email, to: `${to}@sandbox.test` })) });
  await page.goto(`${url}/console/sends?metadata=campaign%3D${run}`);
  await button(page, "Cancel all that wait").click();
  await picture(page, "sends-campaign");
  await button(page, `Cancel all of campaign=${run}`).click();
  await page.getByText("2 sends cancelled").waitFor();
  const states = ((await api("GET", `/v1/logs?metadata[campaign]=${run}`)) as { status: string }[]).map(({ status }) => status);
  expect(`the campaign is cancelled: ${states.join()}`, states.join() === "cancelled,cancelled");
};

/** Filters by the form; the address can be shared. */
const filter = async (page: Page, { url, expect, picture }: SendsWorld): Promise<void> => {
  await page.goto(`${url}/console/sends`);
  await page.getByLabel("State").selectOption("cancelled");
  await page.waitForURL(/status=cancelled/);
  await page.getByRole("link", { name: "one@sandbox.test" }).first().waitFor();
  expect("the filter leaves out others", (await page.getByRole("link", { name: "bounce.jane@sandbox.test" }).count()) === 0);
  await page.getByLabel("Recipient").fill("nonsense");
  await page.keyboard.press("Enter");
  await page.locator(".field.wrong .error").first().waitFor();
  await picture(page, "sends-wrong-filter");
  await button(page, "Clear").click();
  await page.getByRole("link", { name: "bounce.jane@sandbox.test" }).first().waitFor();
  await picture(page, "sends");
};

/** Every step, with a session that may send. */
export const runSends = async (page: Page, world: SendsWorld): Promise<void> => {
  for (const step of [sendOne, preview, sendList, loseAnswer, schedule, change, cancelCampaign, filter, find, followUp])
    await step(page, world);
};

/** A session that may only read sees no buttons that write. */
export const readSends = async (page: Page, { url, expect, picture }: SendsWorld): Promise<void> => {
  await page.goto(`${url}/console/sends`);
  await page.getByRole("link", { name: "bounce.jane@sandbox.test" }).first().waitFor();
  expect("a read-only session has no box to choose", (await page.getByRole("checkbox").count()) === 0);
  await page.getByRole("link", { name: "bounce.jane@sandbox.test" }).first().click();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
  expect("nor a button to cancel", (await page.getByRole("button", { name: /Cancel|Move/ }).count()) === 0);
  await openCompose(page, url);
  await page.getByText("This session may only read").waitFor();
  await picture(page, "compose-read-only");
};
