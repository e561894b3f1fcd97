// A team works off its inbox in Chromium, by keys alone: it assigns, labels, snoozes, ends and writes notes, one conversation or several at once.
import type { Page } from "playwright-core";
import german from "#shared/console/languages/de.json" with { type: "json" };
import { screenshot } from "./browser.ts";
import type { InboxWorld } from "./inbox.ts";
import type { Lane } from "./lane.ts";
import { englishIn } from "./screens.ts";
import { bothAnswer, givesAndTakesBack, joins } from "./colleagues.ts";
import { runDesk } from "./desk.ts";
import { arrives, button, dialog, goTo, openThread, row, until, workOf } from "./small.ts";

/** Opens a dialog by its key, which has the focus in its field, and saves a text by Enter. */
const give = async (page: Page, key: string, label: string, text: string, look?: () => Promise<void>): Promise<void> => {
  await page.keyboard.press(key);
  const field = dialog(page).getByLabel(label, { exact: true });
  await field.waitFor();
  await until(page, "document.activeElement.matches('dialog[open] input')");
  await field.fill(text);
  await look?.();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
};

const NAMES = ["Amber", "Basalt", "Coral", "Dune"] as const;

/** One, two and three conversations by keys: what is done to one is not done to another, and the focus goes on to what is left. */
const byKeys = async (page: Page, world: InboxWorld): Promise<void> => {
  const { url, api, run, expect, picture } = world;
  const ids: Record<string, string> = {};
  for (const name of NAMES) ids[name] = await arrives(world, name, { From: `${name} Miller <${name.toLowerCase()}@peer.test>` });
  await page.goto(`${url}/console/inbox?view=open&q=${run}`);
  for (const name of NAMES) await row(page, `${name} ${run}`).waitFor();
  const at = (name: string) => goTo(page, `${name} ${run}`);
  await at("Amber");
  await give(page, "a", "Person", "anna", async () => picture(page, "team-assign"));
  await row(page, `Amber ${run}`).filter({ hasText: "anna" }).waitFor();
  await at("Amber");
  await page.route("**/v1/inbox/threads/*", async (route) => {
    const response = await route.fetch();
    await page.waitForTimeout(500);
    await route.fulfill({ response });
  });
  await give(page, "l", "Labels", "order, urgent", async () => picture(page, "team-label"));
  await at("Basalt");
  await page.keyboard.press("x");
  await row(page, `Amber ${run}`).filter({ hasText: "order, urgent" }).waitFor();
  await page.waitForTimeout(1_000);
  expect("what was selected while a change ran stays selected", (await page.getByText("1 selected").count()) === 1);
  await page.keyboard.press("x");
  await page.unroute("**/v1/inbox/threads/*");

  await at("Amber");
  await page.keyboard.press("x");
  await at("Basalt");
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await picture(page, "team-selected");
  await page.keyboard.press("l");
  await dialog(page).getByLabel("Labels", { exact: true }).waitFor();
  expect("the labels of one are no labels of all", (await dialog(page).getByLabel("Labels", { exact: true }).inputValue()) === "");
  // Left and opened again within one turn of the page: neither is lost.
  await page.evaluate(`(async () => {
    document.querySelector("dialog[open]").requestClose();
    for (let turn = 0; turn < 20; turn += 1) await undefined;
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "l", bubbles: true }));
  })()`);
  await page.waitForTimeout(300);
  expect("a dialog that is opened again at once is open", (await dialog(page).count()) === 1);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await give(page, "l", "Labels", "rush");
  for (const name of ["Amber", "Basalt"]) await row(page, `${name} ${run}`).filter({ hasText: "rush" }).waitFor();
  await page.getByText("2 selected").waitFor({ state: "detached" });
  const labels = [(await workOf(world, ids["Amber"]!)).labels, (await workOf(world, ids["Basalt"]!)).labels].map((all) => all.join());
  expect(`what several get takes nothing from one: ${labels.join(" ")}`, labels.join(" ") === "order,urgent,rush rush");

  for (const name of ["Amber", "Basalt"]) {
    await at(name);
    await page.keyboard.press("x");
  }
  await page.keyboard.press("Escape");
  await page.getByText("2 selected").waitFor({ state: "detached" });
  for (const name of ["Amber", "Basalt"]) {
    await at(name);
    await page.keyboard.press("x");
  }
  await page.keyboard.press("h");
  await picture(page, "team-snooze");
  await button(page, /^Tomorrow morning/).click();
  await row(page, `Amber ${run}`).waitFor({ state: "detached" });
  await row(page, `Basalt ${run}`).waitFor({ state: "detached" });
  expect("what was not selected stays", (await row(page, `Coral ${run}`).count()) === 1);
  const until9 = (await workOf(world, ids["Amber"]!)).snoozed_until ?? "";
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(`until nine in the morning of this clock: ${until9}`, until9.startsWith(`${tomorrow}T09:00`));
  // The focus is on a row that is left, so that the next key does the next thing.
  await until(page, "document.activeElement.matches('.mail')");
  await page.keyboard.press("e");
  await until(page, "document.querySelectorAll('.mail').length === 1");
  const left = NAMES.slice(2).map((name) => ids[name]!);
  const states = (await Promise.all(left.map(async (id) => workOf(world, id)))).map(({ state }) => state).toSorted();
  expect(`one is done: ${states.join()}`, states.join() === "done,open");

  // A colleague's change shows without reloading.
  const open = (await Promise.all(left.map(async (id) => workOf(world, id)))).find(({ state }) => state === "open")!;
  await api("PATCH", `/v1/inbox/threads/${open.id}`, { assigned_to: "bert" });
  await page.locator(".mail", { hasText: "bert" }).waitFor({ timeout: 20_000 });
};

/** The views tell how many, a snoozed one gets a note and is ended in its conversation, and is found by person and label. */
const inViews = async (page: Page, world: InboxWorld): Promise<void> => {
  const { url, api, run, expect, picture } = world;
  await page.goto(`${url}/console/inbox?q=${run}`);
  const counts = (await api("GET", "/v1/inbox/counts")) as { readonly open_now: number; readonly snoozed: number };
  for (const [name, n] of [
    ["Open", counts.open_now],
    ["Snoozed", counts.snoozed],
  ] as const)
    await page.getByRole("link", { name: `${name} ${n}`, exact: true }).waitFor();
  await page.getByRole("link", { name: /^Snoozed/ }).click();
  await page.waitForURL(/view=snoozed/);
  await row(page, `Basalt ${run}`).waitFor();
  await picture(page, "team-snoozed");
  await row(page, `Amber ${run}`).click();
  await button(page, "Add a note").click();
  await until(page, "document.activeElement.matches('.team-note textarea')");
  await page.keyboard.type("The parcel is in Leipzig.\nAnna asks the carrier.");
  await picture(page, "team-note-writing");
  await page.keyboard.press("Control+Enter");
  const note = page.locator("article.team-note", { hasText: "Leipzig" });
  await note.waitFor();
  await picture(page, "team-note");
  await note.getByRole("button", { name: "Delete" }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await note.waitFor({ state: "detached" });
  await page.locator(".conversation h1").click();
  await page.keyboard.press("e");
  await button(page, "Open again").waitFor();
  await picture(page, "team-done-open");
  await page.goto(`${url}/console/inbox?view=done&assignee=anna&label=urgent&q=${run}`);
  await row(page, `Amber ${run}`).waitFor();
  expect("found by person and label alone", (await page.locator(".mail").count()) === 1);
  await picture(page, "team-done");
  await button(page, /^Filter/).click();
  const chosen = page.getByRole("dialog", { name: "Filter" });
  const shown = [await chosen.getByLabel("Person").inputValue(), await chosen.getByLabel("Label", { exact: true }).inputValue()];
  expect(`the filter shows who and what is chosen, although all of it is done: ${shown.join()}`, shown.join() === "anna,urgent");
  await picture(page, "team-filter");
};

/** A change of a conversation far below leaves it where it is. */
const farBelow = async (page: Page, world: InboxWorld): Promise<void> => {
  const { url, api, run, put, expect } = world;
  const id = await arrives(world, "Deep");
  for (let n = 0; n < 24; n += 1) put(`Above ${n} ${run}`, { From: `Above <above${n}@peer.test>` }, "Above\r\n");
  await api("GET", "/v1/inbox/messages?fresh=true&limit=1");
  await page.goto(`${url}/console/inbox`);
  await row(page, `Above 23 ${run}`).waitFor();
  const deep = page.locator(`[data-thread="${id}"]`);
  await page.locator(".mails").evaluate((list) => list.scrollTo(0, 18 * 74));
  await deep.waitFor();
  await api("PATCH", `/v1/inbox/threads/${id}`, { labels: ["far below"] });
  await deep.filter({ hasText: "far below" }).waitFor();
  await page.waitForTimeout(1_000);
  expect("a change leaves a conversation where it is", (await deep.count()) === 1);
};

/** In German, whose words are longer: nothing is left in English. */
const inGerman = async ({ open, expect }: Lane, world: InboxWorld, width: number): Promise<void> => {
  const page = await open.signedIn(width, undefined, "de-DE");
  page.setDefaultTimeout(20_000);
  const thread = await arrives(world, "Paket");
  const look = async (name: string): Promise<void> => {
    await screenshot(page, `de-${name}`, { theme: "light", width });
    expect(`de ${name}: wider than ${width}`, await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"));
    const left = await englishIn(page, german);
    expect(`de ${name} ${width} shows in English: ${left.join(" | ")}`, left.length === 0);
  };
  await page.goto(`${world.url}/console/inbox?q=${world.run}`);
  await row(page, `Paket ${world.run}`).waitFor();
  await goTo(page, `Paket ${world.run}`);
  await page.keyboard.press("x");
  await page.getByText("1 ausgewählt").waitFor();
  await look("team-selected");
  await page.keyboard.press("h");
  await button(page, /^Morgen früh/).waitFor();
  await look("team-snooze");
  await page.keyboard.press("Escape");
  await openThread(page, world, thread);
  await button(page, "Notiz hinzufügen").click();
  await look("team-note");
  await page.context().close();
};

/** Every step at a laptop's width and a phone's; each goes on although another failed. */
export const runTeamwork = async (lane: Lane, shared: Omit<InboxWorld, "run">): Promise<void> => {
  const failed = (step: string, width: number) => (error: unknown) =>
    lane.expect(`${step} ${width}: ${String(error).split("\n").slice(0, 4).join(" ")}`, false);
  // Where people have joined, as after the part `people`, conversations go to them alone.
  const hers = await lane.open.browser.newContext();
  const anna = await joins(hers, shared, "anna");
  for (const width of [1280, 390]) {
    const page = await lane.open.signedIn(width);
    page.setDefaultTimeout(20_000);
    const world = { ...shared, run: `team${width}` };
    for (const step of [byKeys, inViews, bothAnswer, givesAndTakesBack, ...(width > 700 ? [farBelow] : [])])
      await step(page, world).catch(failed(step.name, width));
    await page.context().close();
    const options = { viewport: { width, height: 800 }, reducedMotion: "reduce" as const, locale: "en-US" };
    const desk = await lane.open.browser.newContext(options);
    await runDesk(lane, shared, desk, `desk${width}`).catch(failed("runDesk", width));
    await desk.close();
    await inGerman(lane, { ...shared, run: `de${width}` }, width).catch(failed("inGerman", width));
  }
  await hers.close();
  await shared.api("DELETE", `/v1/members/${anna}`);
};
