// What the reference offers to copy runs as pasted, in every language whose program is at hand.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import type { Target } from "#test/support/target.ts";

/** A language of the samples, and how what was copied is run. */
interface Language {
  readonly targetKey: string;
  readonly clientKey: string;
  readonly program: string;
  /** How the program says that it is there. */
  readonly version: readonly string[];
  readonly file: string;
  readonly run: (file: string) => readonly string[];
  readonly before?: string;
}

const languages: readonly Language[] = [
  { targetKey: "shell", clientKey: "curl", program: "bash", version: ["--version"], file: "sample.sh", run: (file) => [file] },
  { targetKey: "node", clientKey: "fetch", program: "node", version: ["--version"], file: "sample.mjs", run: (file) => [file] },
  { targetKey: "python", clientKey: "python3", program: "python3", version: ["--version"], file: "sample.py", run: (file) => [file] },
  { targetKey: "go", clientKey: "native", program: "go", version: ["version"], file: "sample.go", run: (file) => ["run", file] },
  {
    targetKey: "php",
    clientKey: "curl",
    program: "php",
    version: ["--version"],
    file: "sample.php",
    run: (file) => [file],
    before: "<?php\n",
  },
];

/** The operation whose sample is run: what it did is seen at once, and undone. */
const SECTION = "tag/suppressions/POST/v1/suppressions";

/** The sample that the reference shows at first in a language, with the key in it. */
const sampleOf = async (page: Page, { url, key }: Target, { targetKey, clientKey }: Language): Promise<string> => {
  const chosen = JSON.stringify({ targetKey, clientKey });
  await page.route("**/docs/start.js", async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ body: text.replace(/(?<="defaultHttpClient":)\{[^}]*\}/, chosen), contentType: "text/javascript" });
  });
  await page.goto(`${url}/docs/reference`, { waitUntil: "networkidle" });
  await page.getByPlaceholder("sk_live_…").first().fill(key);
  await page.waitForFunction((part) => JSON.stringify(localStorage).includes(part), key);
  await page.goto(`${url}/docs/reference#${SECTION}`);
  const sample = page.locator(`[id="api-1/${SECTION}"] pre`).first();
  await sample.filter({ hasText: key }).waitFor();
  return sample.innerText();
};

/** Runs the samples; `expect` is told what went wrong, the answer is how many languages had no program here. */
export const runSamples = async (newPage: () => Promise<Page>, target: Target, expect: (what: string, isSo: boolean) => void) => {
  const headers = { "x-api-key": target.key };
  const suppressed = async () =>
    ((await (await fetch(`${target.url}/v1/suppressions`, { headers })).json()) as { suppressions: { id: string }[] }).suppressions;
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  const missing: string[] = [];
  for (const language of languages) {
    const { program, version, file, run, before = "" } = language;
    const sample = await sampleOf(await newPage(), target, language);
    if (spawnSync(program, [...version]).status !== 0) {
      missing.push(program);
      continue;
    }
    const path = join(folder, file);
    writeFileSync(path, `${before}${sample}`);
    await promisify(execFile)(program, [...run(path)]).catch((error: unknown) => expect(`${program}: ${String(error)}`, false));
    const added = await suppressed();
    expect(`the sample for ${program} added nothing`, added.length > 0);
    for (const { id } of added) await fetch(`${target.url}/v1/suppressions/${id}`, { method: "DELETE", headers });
  }
  rmSync(folder, { recursive: true });
  return missing;
};
