import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { traceStack } from "#infra/trace.ts";

const folder = mkdtempSync(join(tmpdir(), "maps-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([folder, join(folder, "jobs/deliver")])("says what to do where the maps are not, instead of the stack as it was: %s", (mapsDir) => {
  expect(() => traceStack("at x (/var/task/index.js:1:2)", mapsDir)).toThrow(/has no source maps.* npm run synth/);
});

it("says how it is called, with no function's id", () => {
  const run = () => execFileSync(process.execPath, ["infra/trace.ts"], { input: "", stdio: "pipe", encoding: "utf8" });

  expect(run).toThrow("usage: npm run --silent trace -- jobs/deliver");
});
