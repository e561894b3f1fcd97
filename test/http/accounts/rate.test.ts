// api/README.md, "Ground rules", Rate limit: the one file that runs with the limit as it is.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openDataFolder } from "#infra/local/data-folder.ts";
import { startLocalSystem } from "#infra/local/local-system.ts";
import { anAccount, asking } from "#test/support/client.ts";

const folder = mkdtempSync(join(tmpdir(), "rate-"));
const system = await startLocalSystem({ port: 0, folder: await openDataFolder(folder) });
afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("lets an account ask 50 times at once and ten times a second, then answers 429 with the time to wait", async () => {
  const ask = asking(system, system.account.api_key);
  const other = asking(system, (await anAccount(system, 0)).key);
  const burst = (size: number) => Promise.all(Array.from({ length: size }, () => ask("GET", "/v1/ips")));
  await ask("GET", "/v1/ips");
  await new Promise((done) => setTimeout(done, 200));
  const started = Date.now();

  const answers = await burst(100);

  const granted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  const refill = ((Date.now() - started) / 1000) * 10;
  expect(granted.length).toBeGreaterThanOrEqual(50);
  expect(granted.length).toBeLessThanOrEqual(50 + Math.ceil(refill));
  expect(granted.length + refused.length).toBe(100);
  expect(refused[0]?.body).toEqual({ error: "Too Many Requests", message: expect.any(String), code: 429, type: "rate_limited" });
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"account";q=50;w=5');
  expect(refused[0]?.headers.get("ratelimit")).toMatch(/^"account";r=0;t=5$/);
  expect(granted[0]?.headers.get("ratelimit")).toMatch(/^"account";r=(?:[0-9]|[1-4][0-9]);t=[1-5]$/);
  const refusals = [await other("GET", "/v1/nothing"), await other("GET", "/v1/logs?limit=0"), await asking(system, "")("GET", "/v1/ips")];
  expect(refusals.map(({ headers }) => headers.get("ratelimit-policy"))).toEqual([null, '"account";q=50;w=5', null]);
  expect((await other("GET", "/v1/ips")).status).toBe(200);

  await new Promise((done) => setTimeout(done, 1_000));
  expect((await ask("GET", "/v1/ips")).status).toBe(200);
});
