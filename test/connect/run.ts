// `npm run connect`: a mailbox's owner connects it by a link in Chromium, at both widths and in both themes, with a password and by OAuth.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core";
import { connectApi } from "#infra/local/demo/play.ts";
import { listenOnLoopback } from "#infra/local/socket-input.ts";
import { waysPage } from "#shared/connect/page/steps.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

/** The exit code of a lane that cannot run here. */
const SKIPPED = 75;
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const SCREENSHOTS = join(import.meta.dirname, "../../.cache/connect-screenshots");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const views = (["light", "dark"] as const).flatMap((theme) => [1280, 360].map((width) => ({ theme, width })));
type View = (typeof views)[number];

const failures: string[] = [];
const expect = (what: string, isSo: boolean): void => {
  if (!isSo) failures.push(what);
};

/** The embedding product: where the browser comes back to, and a page that frames what it is given. */
const startProduct = async () => {
  const server = createServer((request, response) => {
    const framed = new URL(request.url ?? "/", "http://product").searchParams.get("frame");
    const body = framed === null ? "<h1>Welcome back</h1>" : `<iframe src="${framed}" width="600" height="700"></iframe>`;
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Product</title>${body}`);
  });
  const origin = `http://localhost:${await listenOnLoopback(server, 0)}`;
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, stop };
};
type Product = Awaited<ReturnType<typeof startProduct>>;

/** Looks at a page: a picture, nothing wider than the window, no fault that axe finds. */
const look = async (page: Page, name: string, { theme, width }: View): Promise<void> => {
  const at = `${name}-${theme}-${width}`;
  await page.screenshot({ path: join(SCREENSHOTS, `${at}.png`), fullPage: true });
  expect(`${at} is wider than the window`, (await page.evaluate("document.documentElement.scrollWidth")) === width);
  await page.evaluate(AXE);
  const found = await page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))",
  );
  expect(`${at}: ${found.join("; ")}`, found.length === 0);
};

interface World {
  readonly system: RunningSystem;
  readonly product: Product;
  readonly view: View;
  readonly context: BrowserContext;
  readonly linkFor: (more?: object) => Promise<{ readonly id: string; readonly url: string }>;
}

const openPage = async ({ context }: World): Promise<Page> => {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", ({ message }) => expect(`error: ${message}`, false));
  page.on("console", (message) => expect(`console: ${message.text()}`, !/Content Security Policy|Refused/i.test(message.text())));
  return page;
};

const enter = async (page: Page, email: string): Promise<void> => {
  await page.getByRole("textbox").first().fill(email);
  await page.getByRole("button").first().click();
};

/** The page as it is, but that it does not lead back by itself. */
const stay = async (route: Route): Promise<void> => {
  const answer = await route.fetch();
  const { refresh: _refresh, ...headers } = answer.headers();
  await route.fulfill({ response: answer, headers });
};

/** With a password: refused once, then connected, and back to the product. */
const byPassword = async (world: World): Promise<void> => {
  const { system, product, view, linkFor } = world;
  const email = `owner-${view.theme}-${view.width}@sandbox.test`;
  const { id, url } = await linkFor({ locale: "en" });
  const page = await openPage(world);
  await page.goto(url);
  await look(page, "address", view);
  await enter(page, email);
  await page.getByLabel("Password").waitFor();
  await look(page, "password", view);
  await page.getByText("Server settings").click();
  const [smtp, imap] = await page.getByLabel("Port").evaluateAll((fields) => fields.map((field) => (field as { value?: string }).value));
  expect(`${smtp} ${imap} are not the ports that were found`, smtp === String(system.mail.smtps) && imap === String(system.mail.imaps));
  await look(page, "settings", view);
  const fill = async (password: string) => {
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Connect" }).click();
  };
  await fill("wrong");
  await page.getByRole("alert").waitFor();
  await look(page, "refused", view);
  await fill(system.mail.password);
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  await page.waitForURL(`${product.origin}/**`);
  expect(`${page.url()} has no link and state`, page.url() === `${product.origin}/back?connect_link=${id}&state=s1`);
  await page.route(url, stay);
  await page.goto(url);
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  await look(page, "connected", view);
  const other = await (
    await world.context.browser()!.newContext({ viewport: { width: view.width, height: 800 }, colorScheme: view.theme })
  ).newPage();
  await other.goto(url);
  await other.getByRole("heading", { name: "This link has been used" }).waitFor();
  await look(other, "used", view);
  await other.context().close();
};

/** By consent at the sandbox's provider. */
const byConsent = async (world: World, provider: "Google" | "Microsoft", domain: string): Promise<void> => {
  const { product, view, linkFor } = world;
  const types = provider === "Google" ? ["google", "smtp"] : ["outlook"];
  const email = `owner-${view.theme}-${view.width}@${domain}`;
  const { url } = await linkFor({ types, locale: "en", email });
  const page = await openPage(world);
  await page.goto(url);
  await page.getByRole("button").first().click();
  await page.getByRole("link", { name: `Continue with ${provider}` }).waitFor();
  await look(page, provider.toLowerCase(), view);
  await page.getByRole("link", { name: `Continue with ${provider}` }).click();
  await page.locator("#accept").waitFor();
  // Back from the consent, and once more, shows the page's steps: a browser that would have to send a form again shows an error of its own.
  await page.goBack();
  await page.getByRole("link", { name: `Continue with ${provider}` }).waitFor();
  await page.goBack();
  await page.getByRole("textbox").first().waitFor();
  await page.goForward();
  await page.reload();
  await page.getByRole("link", { name: `Continue with ${provider}` }).click();
  await page.locator("#cancel").click();
  await page.getByRole("alert").waitFor();
  await page.goBack();
  await page
    .getByRole("button", { name: "Accept" })
    .or(page.getByRole("link", { name: `Continue with ${provider}` }))
    .first()
    .waitFor();
  await page.goto(`${url}?step=connect`);
  await page.getByRole("link", { name: `Continue with ${provider}` }).click();
  await page.locator("#accept").click();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  const visited = await page.evaluate<string>("navigation.entries().map(({ url }) => url).join(' ')");
  expect(`the history has the code: ${visited}`, visited.includes("/connect/") && !/code=|callback/.test(visited));
  await page.waitForURL(`${product.origin}/**`);
};

/** An address of which nothing is known: a sentence, and ways out. */
const ofUnknownDomain = async (world: World): Promise<void> => {
  const { url } = await world.linkFor({ locale: "en" });
  const page = await openPage(world);
  await page.goto(url);
  await enter(page, "owner@nothing.invalid");
  await page.getByText("were not found").waitFor();
  await look(page, "unknown", world.view);
  await page.getByRole("link", { name: "Back to Acme CRM" }).waitFor();
  await page.getByRole("link", { name: "Use another address" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
};

/** Servers outside of the domain, in every language: recorded, since no name service here tells of any. */
const ofServersOutside = async (world: World): Promise<void> => {
  const server = { port: 465, secure: "tls", username: "a@example.com", source: "srv", guessed: true, outside: true } as const;
  const found = {
    email: "owner@example.com",
    providerId: "",
    providerName: "",
    type: "smtp",
    login: "password",
    source: "srv",
    guessed: true,
    smtp: { ...server, host: "smtp.mail-for-everybody-with-a-long-name.hosting.test" },
    imap: { ...server, host: "imap.elsewhere.test", port: 993 },
  } as const;
  const page = await openPage(world);
  for (const language of ["en", "de", "fr", "es", "pt", "nl", "it", "pl", "ja"] as const) {
    const scene = { language, product: "Acme CRM", logoUrl: "", frameOrigins: [] };
    const step = { scene, key: "k", framed: false, email: found.email, problems: [] };
    const kept = {
      email: found.email,
      ways: { found, consents: [], password: "asked" },
      fields: {},
      problems: [],
      confirmed: false,
    } as const;
    await page.setContent(waysPage(step, kept).body as string);
    await look(page, `outside-${language}`, world.view);
    expect(`outside-${language} asks for a password`, (await page.locator('input[type="password"]').count()) === 0);
  }
};

/** A frame shows it on a page of the account's own, and on no other. */
const inFrames = async (world: World, allow: (origins: readonly string[]) => Promise<unknown>): Promise<void> => {
  const { product, linkFor } = world;
  const { url } = await linkFor({ locale: "en" });
  const framed = `${product.origin}/?frame=${encodeURIComponent(url)}`;
  const seen = async () => {
    const page = await world.context.newPage();
    await page.goto(framed);
    const heading = page.frameLocator("iframe").getByRole("heading", { name: "Connect your mailbox" });
    const shown = await heading.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    await page.close();
    return shown;
  };
  expect("a page of nobody's frames it", !(await seen()));
  await allow([product.origin]);
  expect("the account's own page cannot frame it", await seen());
  await allow(["https://another.example"]);
  expect("a page of another site frames it because one is listed", !(await seen()));
  await allow([]);
};

/** How long an owner's browser needs from opening the link to "connected", who types in no time. */
const secondsOf = async (world: World): Promise<string> => {
  const { linkFor } = world;
  const page = await openPage(world);
  const { url } = await linkFor({ types: ["google"], locale: "en", email: "quick@gmail.com" });
  const began = performance.now();
  await page.goto(url);
  await page.getByRole("button").first().click();
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.locator("#accept").click();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  return ((performance.now() - began) / 1000).toFixed(1);
};

const inEveryView = async (browser: Browser, system: RunningSystem, product: Product): Promise<void> => {
  const api = connectApi(system.url, system.apiKey);
  const set = (more: object) => api.attempt("PATCH", "/v1/account", more);
  await set({ connect_name: "Acme CRM", connect_redirect_uris: [`${product.origin}/back`] });
  const linkFor = (more: object = {}) => api.post("/v1/connect-links", { redirect_uri: `${product.origin}/back`, state: "s1", ...more });
  for (const view of views) {
    // No certificate's error is ignored: on a laptop, too, the browser warns of none.
    const context = await browser.newContext({ colorScheme: view.theme, viewport: { width: view.width, height: 800 } });
    const world = { system, product, view, context, linkFor };
    await byPassword(world);
    await ofUnknownDomain(world);
    await ofServersOutside(world);
    await byConsent(world, "Google", "gmail.com");
    await byConsent(world, "Microsoft", "contoso.test");
    // Its tenant has SMTP AUTH and IMAP switched off: it is connected over Graph.
    await byConsent(world, "Microsoft", "graph-only.test");
    if (view === views[0]) {
      await inFrames(world, (connect_frame_origins) => set({ connect_frame_origins }));
      console.log(`from opening the link to "connected": ${await secondsOf(world)} s`);
    }
    await context.close();
  }
};

if (!existsSync(CHROMIUM)) {
  console.log("connect skipped: no Chromium at /usr/bin/chromium");
  process.exit(SKIPPED);
}
mkdirSync(SCREENSHOTS, { recursive: true });
const [system, product] = [await runSystem(), await startProduct()];
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
await inEveryView(browser, system, product).catch((error: unknown) => failures.push(String(error)));
await browser.close();
product.stop();
await system.stop();
for (const failure of new Set(failures)) console.log(`FAILED ${failure}`);
console.log(failures.length === 0 ? `${views.length} passed, 0 failed, 0 skipped` : `0 passed, ${failures.length} failed, 0 skipped`);
process.exit(failures.length === 0 ? 0 : 1);
