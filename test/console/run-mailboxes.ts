// `node test/console/run-mailboxes.ts`: the screens of mailboxes in Chromium, wide and narrow, in both themes. PICTURES names a folder for screenshots.
import { asking } from "#test/support/client.ts";
import { inChromium } from "./in-chromium.ts";
import { readMailboxes, runMailboxes } from "./mailboxes.ts";

await inChromium(async ({ target, run, expect, picture, open }) => {
  const ask = asking(target, target.key);
  const api = async (method: string, path: string, body?: unknown): Promise<unknown> => (await ask(method, path, body)).body;
  const { token } = (await api("POST", "/v1/api-keys", { name: `reader ${run}`, scopes: ["read"] })) as { token: string };
  const world = { url: target.url, api, run, mail: target.mail, expect, picture };
  await runMailboxes(await open(target.key), world);
  await readMailboxes(await open(token), world);
});
