// `npm run console`: the console in Chromium, on one running system. `-- --only inbox,sends` runs some parts.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { runAgent } from "./agent.ts";
import { runAnswering } from "./answering.ts";
import { runApprovals } from "./approvals.ts";
import { runAuthorize } from "./authorize.ts";
import { openConsole, widths } from "./browser.ts";
import { runDrafts } from "./drafts.ts";
import { readInbox, runInbox, scroll } from "./inbox.ts";
import { type Lane, laneOf } from "./lane.ts";
import { readMailboxes, runMailboxes } from "./mailboxes.ts";
import { runLiving } from "./living.ts";
import { runFirstView, runScreens } from "./screens.ts";
import { readSends, runSends } from "./sends.ts";
import { runPeople } from "./people.ts";
import { runSequenceWorld } from "./sequence-world.ts";
import { runSequences } from "./sequences.ts";
import { runSettings } from "./settings.ts";
import { judgeSizes } from "./sizes.ts";
import { runTeamwork } from "./teamwork.ts";

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

/** Runs steps in a page of this width, in the account's session or in another key's. */
const run = async (lane: Lane, shared: Omit<World, "run">, steps: Steps<World>, width: number, key?: string): Promise<void> => {
  const page = await lane.open.signedIn(width, key);
  page.setDefaultTimeout(60_000);
  await steps(page, { ...shared, run: `w${width}` }).catch((error: unknown) => lane.expect(`${width}: ${String(error)}`, false));
  await page.context().close();
};

/**
 * A part's steps at one width after the other, with a session that may do everything and then with one that may only read. Not side by side: what one
 * width does moves the other's rows.
 */
const atEachWidth =
  (act: Steps<World>, read: Steps<World>) =>
  async (lane: Lane, shared: Omit<World, "run">): Promise<void> => {
    const { token } = (await shared.api("POST", "/v1/api-keys", { name: "reader", scopes: ["read"] })) as { token: string };
    for (const width of widths) {
      await run(lane, shared, act, width);
      await run(lane, shared, read, width, token);
    }
  };

/** Steps at one width after the other: they measure, or change what there is once in an account. */
const oneByOne =
  (...all: readonly Steps<World>[]) =>
  async (lane: Lane, shared: Omit<World, "run">): Promise<void> => {
    for (const width of widths) for (const steps of all) await run(lane, shared, steps, width);
  };

const parts: Readonly<Record<string, (lane: Lane, world: Omit<World, "run">) => Promise<void>>> = {
  "first-view": runFirstView,
  screens: runScreens,
  scrolling: oneByOne(scroll),
  answering: oneByOne(runAnswering),
  living: oneByOne(runLiving),
  approvals: runApprovals,
  agent: runAgent,
  authorize: runAuthorize,
  drafts: runDrafts,
  teamwork: runTeamwork,
  people: runPeople,
  settings: oneByOne(runSettings),
  sequences: async (lane, shared) => {
    await oneByOne(runSequences)(lane, shared);
    await runSequenceWorld(lane);
  },
  mailboxes: atEachWidth(runMailboxes, readMailboxes),
  inbox: atEachWidth(runInbox, readInbox),
  sends: atEachWidth(runSends, readSends),
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
    const [began, before] = [Date.now(), open.complaints.length];
    const part = parts[name];
    if (!part) throw new Error(`there is no part ${name}; there are ${Object.keys(parts).join(", ")}`);
    await part(lane, world).catch((error: unknown) => lane.expect(`${name}: ${String(error)}`, false));
    // The steps make mistakes on purpose and show hostile HTML, of which Chromium tells.
    if (name !== "screens") open.complaints.push(...open.complaints.splice(before).filter((one) => !one.startsWith("console: ")));
    console.log(`${name}: ${Math.round((Date.now() - began) / 1000)} s`);
  }
} finally {
  await open.stop();
}
// One image of a newsletter is loaded on purpose.
const complaints = open.complaints.filter((one) => !one.includes("asked https://news.test/"));
const failures = new Set([...faults, ...lane.failures, ...complaints]);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`console: ${failures.size} failures; screenshots in .cache/console-screenshots`);
process.exit(failures.size === 0 ? 0 : 1);
