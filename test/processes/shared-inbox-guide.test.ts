// The program of the guide to shared inboxes, run as it is printed, in a process of its own.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { createClient } from "#shared/client/index.ts";
import { openTarget } from "#test/support/target.ts";

mkdirSync(".cache", { recursive: true });
const folder = resolve(mkdtempSync(join(".cache", "shared-inbox-guide-")));
const client = resolve("shared/client/index.ts");
const blocks = [...readFileSync("shared/docs/guides/shared-inbox.md", "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = ""]) => code,
);
writeFileSync(join(folder, "guide.ts"), blocks.join("\n").replace('"@unified-inbox/client"', JSON.stringify(client)));
const compilerOptions = { noEmit: true, strict: true, target: "es2024", module: "nodenext", types: ["node"], skipLibCheck: true };
const how = { ...compilerOptions, allowImportingTsExtensions: true, typeRoots: [resolve("node_modules/@types")] };
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: how, include: ["guide.ts"] }));

const target = await openTarget();
afterAll(async () => {
  await target.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("compiles with strict types, and says what the page says", async () => {
  const live = createClient({ baseUrl: target.url, apiKey: target.key });
  const { token } = await live.apiKeys.create({ name: "guide", scopes: ["send", "read", "admin"], mode: "test" });
  const run = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, args, {
        cwd: folder,
        env: { ...process.env, URL: target.url, TEST_KEY: token },
        timeout: 110_000,
      })
    ).stdout;

  expect(await run(resolve("node_modules/typescript/bin/tsc"), "-p", ".")).toBe("");
  const said = (await run("guide.ts")).trim().split("\n");

  expect(said.slice(0, 2)).toEqual([
    expect.stringMatching(/^Where is my order\? waits since 20/),
    expect.stringMatching(/^An invoice, please waits since 20/),
  ]);
  expect(said.slice(2)).toEqual([
    "2 are open, 2 of them not snoozed, 2 of them nobody's",
    "Anna was faster",
    "waiting",
    "[ 'An invoice, please' ]",
    "Where is my order? assigned_to, labels by api",
    expect.stringMatching(/^(An invoice, please snoozed_until by api|Where is my order\? state by mail)$/),
    expect.stringMatching(/^(An invoice, please snoozed_until by api|Where is my order\? state by mail)$/),
    "An invoice, please snoozed_until by clock",
    "Where is my order? state by api",
    "1 answered, 1 person, 1 open today",
  ]);
}, 120_000);
