import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { aws } from "#infra/aws-cli.ts";
import { keepMaps, mapsDirOf, stageMapsDir } from "#infra/bundle.ts";
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

it("keeps a stage's maps when another stage is synthesised, and replaces them with its own", () => {
  const cdkOut = mkdtempSync(join(folder, "out-"));
  const bundles = join(cdkOut, "bundles");
  /** A run that bundles one function whose only line comes from this file; it empties the folder first, as every run does. */
  const synthesise = (stage: string, source: string) => {
    rmSync(mapsDirOf(bundles), { recursive: true, force: true });
    mkdirSync(join(mapsDirOf(bundles), "jobs/deliver"), { recursive: true });
    const map = { version: 3, sources: [source], names: [], mappings: "AAAA" };
    writeFileSync(join(mapsDirOf(bundles), "jobs/deliver/index.mjs.map"), JSON.stringify(map));
    keepMaps(stage, cdkOut, bundles);
  };
  const traced = (stage: string) => traceStack("at x (/var/task/index.mjs:1:1)", join(stageMapsDir(stage, cdkOut), "jobs/deliver"));

  synthesise("prod", "../old.ts");
  synthesise("dev", "../new.ts");
  expect([traced("prod"), traced("dev")]).toEqual(["at x (old.ts:1)", "at x (new.ts:1)"]);

  synthesise("prod", "../new.ts");
  expect(traced("prod")).toBe("at x (new.ts:1)");
});

it("reads what the command line prints of a large account: 1,000 functions with their variables", () => {
  const bin = mkdtempSync(join(tmpdir(), "aws-"));
  const one = JSON.stringify({ FunctionName: "email-prod-api", Environment: { Variables: { TEXT: "x".repeat(3_000) } } });
  writeFileSync(
    join(bin, "aws"),
    `#!${process.execPath}\nprocess.stdout.write('{"Functions":[' + Array(1000).fill('${one}').join() + "]}");\n`,
    { mode: 0o755 },
  );
  vi.stubEnv("PATH", bin);

  expect((aws("lambda", "list-functions") as { Functions: unknown[] }).Functions).toHaveLength(1_000);
  vi.unstubAllEnvs();
  rmSync(bin, { recursive: true });
});

it("says what to install where there is no AWS command line", () => {
  vi.stubEnv("PATH", "/nowhere");

  expect(() => aws("sts", "get-caller-identity")).toThrow("install the AWS CLI");
  vi.unstubAllEnvs();
});
