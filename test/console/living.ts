// A team's day in the inbox in Chromium: views of what needs somebody, a search that says what it does, and who wrote.
import type { Page } from "playwright-core";
import { composed, formatted, longAgo, spoken } from "./writing.ts";
import { type AnsweringWorld, arrives, becomes, button, openThread, textOf, until } from "./small.ts";

const row = (page: Page, text: string) => page.locator(".mail", { hasText: text }).first();

/** Names stand in the list with their addresses in a tooltip; a search says that it goes on, and marks what it found. */
const searching = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture, run } = world;
  await arrives(world, "Enquiry", { From: "Ada Byron <ada@peer.test>" }, `About an Émile of ${run}\r\n`);
  await page.goto(`${url}/console/inbox`);
  const who = row(page, `Enquiry ${run}`).locator(".people-names");
  await who.filter({ hasText: "Ada Byron" }).waitFor();
  expect("the address is in the tooltip", (await who.getAttribute("title")) === "Ada Byron <ada@peer.test>");
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/threads\?.*q=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("searchbox", { name: "Search" }).fill(`emile ${run} enquiry`);
  const told = page.locator(".narrow-down .told");
  await told.filter({ hasText: "Searching for" }).waitFor();
  release();
  await told.filter({ hasText: "1 conversation found" }).waitFor();
  await page.unroute(/threads\?.*q=/);
  const marked = await page.locator(".mail mark").allInnerTexts();
  expect(
    `found words are marked, whatever their case and accents: ${marked.join()}`,
    ["Enquiry", "Émile"].every((one) => marked.includes(one)),
  );
  await picture(page, "inbox-found");
  await page.keyboard.press("Enter");
  await becomes(page, world, "Enter leads from the search to what was found", "document.activeElement.closest('.mails') !== null");
};

/** Views stand in the address: what a person wrote last needs an answer, until it is answered; then we wait for one. */
const views = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture, run, address } = world;
  const thread = await arrives(world, "Question", { From: "Ada Byron <ada@peer.test>" });
  await arrives(world, "Newsletter", { "List-Id": "<news.peer.test>", From: "News <news@peer.test>" });
  await page.goto(`${url}/console/inbox`);
  await page.getByRole("link", { name: "Needs an answer" }).click();
  await page.waitForURL(/view=needs_answer/);
  // The newest is the last, and rows that are far away are not made.
  await until(
    page,
    `(() => {
      const list = document.querySelector(".mails");
      list?.scrollTo(0, list.scrollHeight);
      return [...document.querySelectorAll(".mail")].some(({ textContent }) => textContent.includes("Question ${run}"));
    })()`,
    20_000,
  );
  await row(page, `Newsletter ${run}`).waitFor({ state: "detached" });
  const ages = await page.locator(".mail time").evaluateAll((all) => all.map((one) => one.getAttribute("datetime") ?? ""));
  expect(
    `the oldest first: ${ages.join()}`,
    ages.every((one, at) => at === 0 || one >= ages[at - 1]!),
  );
  await picture(page, "inbox-needs-answer");
  await button(page, /^Filter/).click();
  await page.getByRole("dialog", { name: "Filter" }).getByLabel("Mailbox").selectOption({ label: address });
  await page.waitForURL(/mailbox=/);
  await picture(page, "inbox-filter");
  await page.keyboard.press("Escape");
  await button(page, `Remove the filter ${address}`).click();
  await row(page, `Question ${run}`).click();
  await page.getByRole("heading", { name: `Question ${run}` }).waitFor();
  await page.keyboard.press("r");
  await textOf(page).fill("It is forty-two.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("form", { name: "Reply" }).waitFor({ state: "detached" });
  await page.goto(`${url}/console/inbox?view=waiting`);
  await row(page, `Question ${run}`).waitFor();
  await page.goto(`${url}/console/inbox?view=needs_answer`);
  await page.locator(".mail, .empty").first().waitFor();
  expect("what is answered needs no answer", (await row(page, `Question ${run}`).count()) === 0);
  await openThread(page, world, thread);
  await becomes(page, world, "the open one is shown", `document.querySelector(".conversation h1").textContent === "Question ${run}"`);
};

const trouble = (page: Page) => page.locator(".trouble");

/** What hinders the page is said within two seconds, and goes by itself. */
const hindered = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, expect, picture } = world;
  await page.goto(`${url}/console/inbox`);
  await page.locator(".mail").first().waitFor();
  const said = async (what: string, words: string, began: number): Promise<void> => {
    await trouble(page).filter({ hasText: words }).waitFor();
    const ms = Date.now() - began;
    // Two seconds, and three for a machine that runs other lanes beside this one.
    expect(`${what} is said after ${ms} ms`, ms < 5_000);
  };
  let began = Date.now();
  await page.context().setOffline(true);
  await said("being offline", "You are offline", began);
  await picture(page, "inbox-offline");
  await page.context().setOffline(false);
  await trouble(page).filter({ hasText: "offline" }).waitFor({ state: "detached" });
  await page.route(/\/v1\/inbox\/threads\?.*kind=bounce/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await route.continue();
  });
  began = Date.now();
  await page.getByRole("link", { name: "Bounced" }).click();
  await said("a slow network", "Waiting for the service", began);
  await becomes(page, world, "and it goes", "document.querySelector('.trouble').textContent === ''");
  await page.unrouteAll();
  let refusals = 0;
  await page.route("**/console/changes?**", (route) =>
    (refusals += 1) > 1
      ? route.continue()
      : route.fulfill({
          status: 429,
          headers: { "retry-after": "1" },
          json: { code: 429, status: "error", type: "rate_limited", message: "Slow down" },
        }),
  );
  began = Date.now();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await said("a 429", "Too many requests", began);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await becomes(page, world, "and it goes too", "document.querySelector('.trouble').textContent === ''");
  await page.unrouteAll();
};

/** The bytes and requests of a page from now on. */
const traffic = (page: Page) => {
  const answers: Promise<readonly [string, number]>[] = [];
  page.on("response", (response) =>
    answers.push(
      response.body().then(
        (body) => [response.url().replace(/^.*?\/\/[^/]+/, ""), body.length] as const,
        () => [response.url(), 0] as const,
      ),
    ),
  );
  return async () => Promise.all(answers);
};

/** With a conversation open an event costs little, nothing new costs next to nothing, and a colleague's reading shows. */
const costs = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const { url, api, expect, run, put } = world;
  const thread = await arrives(world, "Long read", {}, "A long letter. ".repeat(2_000));
  const other = await arrives(world, "Another one");
  await openThread(page, world, thread);
  await page.waitForTimeout(14_000);
  const idle = traffic(page);
  await page.waitForTimeout(13_000);
  const quiet = await idle();
  expect(`nothing new is one small request: ${JSON.stringify(quiet)}`, quiet.length <= 2 && quiet.every(([, bytes]) => bytes < 200));
  const since = traffic(page);
  put(`Fresh news ${run}`, {}, "Hello\r\n");
  await api("GET", "/v1/inbox/messages?fresh=true&limit=1");
  await row(page, `Fresh news ${run}`).waitFor({ state: "attached", timeout: 15_000 });
  await page.waitForTimeout(500);
  const spent = await since();
  const bytes = spent.reduce((sum, [, one]) => sum + one, 0);
  console.log(`an event with a conversation open: ${bytes} bytes in ${spent.length} requests`);
  expect(`an event costs ${bytes} bytes: ${JSON.stringify(spent)}`, bytes <= 20_000);
  await row(page, `Another one ${run}`).filter({ hasText: "unread" }).waitFor({ state: "attached" });
  await api("PATCH", `/v1/inbox/threads/${other}`, { is_read: true });
  const began = Date.now();
  await row(page, `Another one ${run}`).filter({ hasNotText: "unread" }).waitFor({ state: "attached", timeout: 20_000 });
  expect(`a colleague's reading shows after ${Date.now() - began} ms`, Date.now() - began <= 15_000);
  await page.goto(`${url}/console/settings`);
};

/** Every step; each goes on although another failed. */
export const runLiving = async (page: Page, world: AnsweringWorld): Promise<void> => {
  const isWide = (page.viewportSize()?.width ?? 0) > 700;
  // What does not depend on the width is tried at one: the longest words have the least room at the smallest.
  for (const step of [views, formatted, composed, ...(isWide ? [searching, longAgo, hindered, costs] : [spoken])])
    await step(page, world).catch((error: unknown) =>
      world.expect(`${step.name}: ${String(error).split("\n").slice(0, 4).join(" ")}`, false),
    );
};
