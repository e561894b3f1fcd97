// `node test/console/run-inbox.ts`: the inbox and its conversations in Chromium, in every view.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openConsole, screenshot, views } from "./browser.ts";
import { type InboxWorld, readInbox, runInbox } from "./inbox.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const failures: string[] = [];
const expect: InboxWorld["expect"] = (what, isSo) => void (!isSo && failures.push(what));

const open = await openConsole();
const { system, complaints } = open;
const api: InboxWorld["api"] = async (method, path, body) => (await system.call(method, path, body)).body as unknown;
const address = "sales@sandbox.test";
const mailbox = await system.connect(address);
const { token } = (await api("POST", "/v1/api-keys", { name: "reader", scopes: ["read"] })) as { token: string };

for (const view of views) {
  const at = `${view.width} ${view.theme}`;
  const picture: InboxWorld["picture"] = async (page, name) => {
    expect(`${name} ${at}: wider than the screen`, (await page.evaluate("document.documentElement.scrollWidth")) === view.width);
    await page.evaluate(axe);
    const found = await page.evaluate<string[]>(
      "axe.run(document, { iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => `${id} ${nodes[0].target}`))",
    );
    expect(`${name} ${at}: ${found.join("; ")}`, found.length === 0);
    await screenshot(page, name, view);
  };
  const put: InboxWorld["put"] = (subject, headers, body) => system.put(address, subject, headers, { body });
  const world = { url: system.url, api, run: at.replace(" ", ""), mailbox, put, expect, picture };
  try {
    await runInbox(await open.signedIn(view), world);
    await readInbox(await open.signedIn(view, token), world);
  } catch (error) {
    expect(`${at}: ${String(error)}`, false);
  }
}
await open.stop();
// The steps make mistakes on purpose, and load one image of a newsletter.
failures.push(...complaints.filter((one) => !/status of 400|asked https:\/\/news\.test\//.test(one)));
for (const failure of new Set(failures)) console.log(`failed: ${failure}`);
console.log(`console, inbox: ${new Set(failures).size} failures; screenshots in .cache/console-screenshots`);
process.exit(failures.length === 0 ? 0 : 1);
