// The console as it is served: its page, files, session and frames. `npm run lambda` tries the same on the deployed functions.
import { afterAll, expect, it } from "vitest";
import { consoleFaults } from "#test/support/console-answers.ts";
import { runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());

it("gives what a browser needs, from the page to signing out, with headers that say what it may keep", async () => {
  const address = "page@sandbox.test";
  const { messages } = await system.mailboxWith(address, () => system.put(address, "Hello"));

  const { url, apiKey: key } = system;

  expect(await consoleFaults({ url, key, message: messages[0]!.id })).toEqual([]);
}, 120_000);
