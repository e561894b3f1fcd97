// The console in Chromium: the local system with mail in it, and pages that are signed in.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { connectApi } from "#infra/local/demo/play.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Where the screenshots go, for a person to leaf through; .gitignore names it. */
const SCREENSHOTS = join(import.meta.dirname, "../../.cache/console-screenshots");

/** How a reader may see the console: in these themes, at these widths, px. */
export const themes = ["light", "dark"] as const;
export const widths = [1280, 360] as const;

/** One way of seeing it. */
export interface View {
  readonly theme: (typeof themes)[number];
  readonly width: number;
}

/** The running console. */
export interface Console {
  readonly system: RunningSystem;
  readonly api: ReturnType<typeof connectApi>;
  readonly browser: Browser;
  /** What a page complained about, or loaded from elsewhere; nothing when all is well. */
  readonly complaints: string[];
  /** A page of this width that is signed in with the account's key, or with another one, in a browser of this language. */
  signedIn(width?: number, key?: string, locale?: string): Promise<Page>;
  /** Opens a screen and waits until nothing is read any more. */
  open(page: Page, path: string): Promise<void>;
  stop(): Promise<void>;
}

const watch = (page: Page, url: string, complaints: string[]): void => {
  page.on("console", (message) => {
    // Chromium notes each error answer; the session's 401 is how a visitor learns that he has to sign in.
    if (message.type() === "error" && !/status of 401/.test(message.text())) complaints.push(`console: ${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", ({ message }) => complaints.push(`${page.url()}: ${message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(?:data|blob|about):/.test(request.url())) complaints.push(`asked ${request.url()}`);
  });
};

const signIn = async (context: BrowserContext, url: string, apiKey: string): Promise<void> => {
  const headers = { "x-console": "1", origin: url };
  const answer = await context.request.post(`${url}/console/session`, { data: { api_key: apiKey }, headers });
  if (answer.status() !== 204) throw new Error(`not signed in: ${await answer.text()}`);
};

/** Starts the local system and Chromium, once for a run. */
export const openConsole = async (): Promise<Console> => {
  const system = await runSystem();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const complaints: string[] = [];
  const { url, apiKey } = system;
  return {
    system,
    api: connectApi(url, apiKey),
    browser,
    complaints,
    signedIn: async (width = 1280, key = apiKey, locale = "en-US") => {
      const context = await browser.newContext({ locale, colorScheme: "light", viewport: { width, height: 800 }, reducedMotion: "reduce" });
      await signIn(context, url, key);
      const page = await context.newPage();
      watch(page, url, complaints);
      return page;
    },
    open: async (page, path) => {
      await page.goto(`${url}${path}`);
      await page.locator("#screen :is(h1, h2):visible, .sign-in h1").first().waitFor();
      await page.locator(".loading").first().waitFor({ state: "detached" });
    },
    stop: async () => {
      await browser.close();
      await system.stop();
    },
  };
};

/** Keeps a picture of the page as `<name>-<theme>-<width>.png`. */
export const screenshot = async (page: Page, name: string, { theme, width }: View): Promise<void> => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}-${theme}-${width}.png`) });
};
