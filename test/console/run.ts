// `npm run console`: the console in Chromium, on one running system. `-- --only inbox,sends` runs some parts.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { openConsole, widths } from "./browser.ts";
import { readInbox, runInbox } from "./inbox.ts";
import { type Lane, laneOf } from "./lane.ts";
import { readMailboxes, runMailboxes } from "./mailboxes.ts";
import { runFirstView, runScreens } from "./screens.ts";
import { readSends, runSends } from "./sends.ts";
import { readSettings, runSettings } from "./settings.ts";
import { judgeSizes } from "./sizes.ts";

/** The exit code of a lane that cannot run here. */
const SKIPPED = 75;

if (!existsSync(process.env["CHROMIUM"] ?? "/usr/bin/chromium")) {
  console.log("console skipped: no Chromium at /usr/bin/chromium");
  process.exit(SKIPPED);
}

type Steps<World> = (page: Awaited<ReturnType<Lane["open"]["signedIn"]>>, world: World) => Promise<void>;
type World = Parameters<typeof runInbox>[1] &
  Parameters<typeof runMailboxes>[1] &
  Parameters<typeof runSends>[1] &
  Parameters<typeof runSettings>[1];

const worldOf = async ({ open: { system }, expect, look }: Lane): Promise<Omit<World, "run">> => {
  const address = "sales@sandbox.test";
  return {
    url: system.url,
    api: async (method, path, body) => (await system.call(method, path, body)).body as unknown,
    mail: system.mail,
    mailbox: await system.connect(address),
    address,
    put: (subject, headers, body) => system.put(address, subject, headers, { body }),
    expect,
    picture: look,
  };
};

/** A part's steps at each width, with a session that may do everything and then with one that may only read. */
const atEachWidth =
  (act: Steps<World>, read: Steps<World>) =>
  async (lane: Lane, shared: Omit<World, "run">): Promise<void> => {
    const { token } = (await shared.api("POST", "/v1/api-keys", { name: "reader", scopes: ["read"] })) as { token: string };
    for (const width of widths)
      for (const [steps, key] of [[act] as const, [read, token] as const]) {
        const page = await lane.open.signedIn(width, key);
        page.setDefaultTimeout(30_000);
        await steps(page, { ...shared, run: `w${width}` }).catch((error: unknown) => lane.expect(`${width}: ${String(error)}`, false));
        await page.context().close();
      }
  };

const parts: Readonly<Record<string, (lane: Lane, world: Omit<World, "run">) => Promise<void>>> = {
  "first-view": runFirstView,
  screens: runScreens,
  mailboxes: atEachWidth(runMailboxes, readMailboxes),
  inbox: atEachWidth(runInbox, readInbox),
  sends: atEachWidth(runSends, readSends),
  settings: atEachWidth(runSettings, readSettings),
};

const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
const wanted = only?.split(",") ?? Object.keys(parts);
const { report, faults } = await judgeSizes();
console.log(report);
const open = await openConsole();
const lane = laneOf(open);
try {
  const world = await worldOf(lane);
  for (const name of wanted) {
    const began = Date.now();
    const part = parts[name];
    if (!part) throw new Error(`there is no part ${name}; there are ${Object.keys(parts).join(", ")}`);
    await part(lane, world);
    console.log(`${name}: ${Math.round((Date.now() - began) / 1000)} s`);
  }
} finally {
  await open.stop();
}
// The steps make mistakes on purpose, and load one image of a newsletter.
const complaints = open.complaints.filter((one) => !/status of 40[09]|asked https:\/\/news\.test\//.test(one));
const failures = new Set([...faults, ...lane.failures, ...complaints]);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`console: ${failures.size} failures; screenshots in .cache/console-screenshots`);
process.exit(failures.size === 0 ? 0 : 1);
