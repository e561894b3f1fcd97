// The tests of the guides to test mode, to agents and to sequences, run as they are printed: one file after the other, in processes of their own.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createClient } from "#shared/client/index.ts";
import { openTarget } from "#test/support/target.ts";

/** Every block that is a test, by the file that it is written to. */
const pages = ["testing", "agents", "sequences"].map((name) => readFileSync(`shared/docs/guides/${name}.md`, "utf8")).join("\n");
const blocks = [...pages.matchAll(/```(ts|python)\n([\s\S]*?)```/g)];
const examples = blocks.flatMap(([, language, code = ""], index) => {
  if (language === "python") return [{ name: `test_${index}.py`, code }];
  return code.includes('from "vitest"') ? [{ name: `${index}.test.ts`, code }] : [];
});

mkdirSync(".cache", { recursive: true });
/** Below the repository, so that the examples find Vitest. */
const folder = resolve(mkdtempSync(join(".cache", "testing-guide-")));
for (const { name, code } of examples) writeFileSync(join(folder, name), code);
const client = resolve("shared/client/index.ts");
const alias = { "@unified-inbox/client": client };
writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify({ resolve: { alias } })};\n`);
const compilerOptions = { noEmit: true, strict: true, target: "es2024", module: "nodenext", types: ["node"], skipLibCheck: true };
const paths = { "@unified-inbox/client": [client] };
const how = { ...compilerOptions, allowImportingTsExtensions: true, paths };
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: how, include: ["*.test.ts"] }));

const target = await openTarget();
afterAll(async () => {
  await target.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program with a test key; its output when it fails is the error's message. The system lives in this process, which must go on meanwhile. */
const run = async (program: string, ...args: string[]): Promise<string> => {
  const live = createClient({ baseUrl: target.url, apiKey: target.key });
  const { token } = await live.apiKeys.create({ name: "tests", scopes: ["send", "read", "admin"], mode: "test" });
  const env = { ...process.env, URL: target.url, TEST_KEY: token };
  const { promise, resolve: end, reject } = Promise.withResolvers<string>();
  execFile(program, args, { cwd: folder, env, timeout: 110_000 }, (error, stdout, stderr) => {
    if (error) reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
    else end(stdout);
  });
  return promise;
};
const runNode = (file: string, ...args: string[]) => run(process.execPath, resolve("node_modules", file), ...args);

it("are five for Vitest, and a file for pytest", () => {
  const kinds = examples.map(({ name }) => name.slice(name.lastIndexOf(".") + 1));

  expect(kinds.toSorted()).toEqual(["py", "ts", "ts", "ts", "ts", "ts"]);
});

it("compile with strict types", async () => {
  expect(await runNode("typescript/bin/tsc", "-p", ".")).toBe("");
});

it("pass in Vitest", async () => {
  await runNode(
    "vitest/vitest.mjs",
    "run",
    "--no-file-parallelism",
    "--reporter=default",
    "--reporter=json",
    "--outputFile.json=report.json",
  );

  const report: unknown = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report).toMatchObject({ numPassedTests: 5, numTotalTests: 5 });
});

/** The Python that has pytest: Debian's package belongs to Debian's Python. */
const python = ["python3", "/usr/bin/python3"].find((program) => spawnSync(program, ["-m", "pytest", "--version"]).status === 0);
if (python === undefined)
  console.log("the guide's examples in Python are skipped: there is no pytest (Debian: apt-get install python3-pytest)");

it.skipIf(python === undefined)("pass in pytest", async () => {
  expect(await run(python ?? "", "-m", "pytest", "-q", "-p", "no:cacheprovider")).toContain("3 passed");
});
