// Signing in with a provider's account in Chromium: at the stand-in, which is another site for the browser, as the real ones are.
import type { BrowserContext, Page } from "playwright-core";
import type { Lane } from "./lane.ts";

const home = (page: Page) => page.getByRole("heading", { level: 1, name: "Home" }).waitFor();

/** Has the stand-in's page under the name of another site, so that cookies are kept from what it leads to. */
const asOtherSite = (context: BrowserContext): Promise<unknown> =>
  context.route(/\/console\/sign-in\/\w+$/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch();
    const { url } = (await response.json()) as { url: string };
    return route.fulfill({ response, json: { url: url.replace("//127.0.0.1:", "//localhost:") } });
  });

/** Says who it is at the provider. */
const chooses = async (page: Page, company: string, email: string, decision = "Accept"): Promise<void> => {
  await page.getByRole("button", { name: `Continue with ${company}` }).click();
  await page.getByLabel("Your address").waitFor();
  if (new URL(page.url()).hostname !== "localhost") throw new Error(`the provider is the console's own site: ${page.url()}`);
  await page.getByLabel("Your address").fill(email);
  await page.getByRole("button", { name: decision }).click();
};

/** Somebody who is invited joins with an account at a provider, leaves, and signs in with it again; others do not. */
export const signsInByProvider = async ({ open, expect, look }: Lane, width: number, address: string): Promise<void> => {
  const { url } = open.system;
  const mailboxes = (await open.api.get("/v1/mailboxes")) as { id: string; email: string }[];
  const mailbox_ids = mailboxes.filter(({ email }) => email === address).map(({ id }) => id);
  const context = await open.browser.newContext({ locale: "en-US", viewport: { width, height: 800 }, reducedMotion: "reduce" });
  await asOtherSite(context);
  const page = await context.newPage();
  for (const company of ["Google", "Microsoft"]) {
    const name = `${company} ${width}`;
    const { url: link } = (await open.api.post("/v1/members", { name, role: "member", mailbox_ids })) as { url: string };
    const email = `${company.toLowerCase()}${width}@team.test`;
    await page.goto(link);
    if (company === "Google") {
      await chooses(page, company, email, "Cancel");
      await page.getByRole("alert").filter({ hasText: "You did not allow it" }).waitFor();
      await look(page, "sign-in-denied");
      expect(`${width}: the problem stays in the address`, new URL(page.url()).search === "");
      await page.goto(link);
    }
    await page.getByRole("button", { name: `Continue with ${company}` }).waitFor();
    await look(page, `invitation-${company}`);
    await chooses(page, company, email);
    await home(page);
    const me = await page.evaluate<{ name: string; role: string }>("fetch('/console/session').then((answer) => answer.json())");
    expect(`${width}: joined as ${me.name}, ${me.role}`, me.name === name && me.role === "member");

    await context.clearCookies();
    await page.goto(`${url}/console/mailboxes`);
    await page.getByRole("button", { name: `Continue with ${company}` }).waitFor();
    await look(page, `sign-in-${company}`);
    await chooses(page, company, `stranger${width}@team.test`);
    await page
      .getByRole("alert")
      .filter({ hasText: company === "Google" ? "Nobody here signs in" : "does not prove its address" })
      .waitFor();
    await look(page, `sign-in-nobody-${company}`);
    await chooses(page, company, email);
    await page.getByRole("heading", { level: 1, name: "Mailboxes" }).waitFor();
    expect(`${width}: leads to ${page.url()}`, page.url() === `${url}/console/mailboxes`);
    await page.goto(`${url}/console`);
    await home(page);
    await context.clearCookies();
  }
  await context.close();
};
