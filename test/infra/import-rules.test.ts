import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "imports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One file per rule that breaks it. */
const violations: Record<string, readonly [file: string, imports: string]> = {
  "no-cycles": ["shared/domain/a.ts", "./b.ts"],
  "contract-alone": ["shared/contract/x.ts", "../http/x.ts"],
  "client-alone": ["shared/client/x.ts", "../domain/y.ts"],
  "domain-alone": ["shared/domain/x.ts", "../contract/y.ts"],
  "domain-mail-below": ["shared/domain/mail/x.ts", "../inbox/y.ts"],
  "domain-mailboxes-below": ["shared/domain/mailboxes/x.ts", "../sending/y.ts"],
  "domain-sending-below": ["shared/domain/sending/x.ts", "../inbox/z.ts"],
  "domain-inbox-below": ["shared/domain/inbox/x.ts", "../conversations/y.ts"],
  "mapping-pure": ["shared/mapping/x.ts", "../runtime/y.ts"],
  "http-edge": ["shared/http/z.ts", "../runtime/y.ts"],
  "functions-use-ports": ["functions/x.ts", "../shared/adapters/mongo/y.ts"],
  "runtime-meets": ["shared/http/w.ts", "../adapters/mongo/y.ts"],
  "shared-below": ["shared/runtime/x.ts", "../../infra/y.ts"],
  "adapter-mongo-alone": ["shared/adapters/mongo/x.ts", "../sqs/y.ts"],
  "mongodb-in-shared-adapters-mongo-": ["shared/adapters/sqs/x.ts", "mongodb"],
};

it("fails a planted violation of every kind of rule", async () => {
  for (const [file, target] of Object.values(violations)) {
    for (const [path, text] of [
      [file, `import ${JSON.stringify(target)};\n`],
      ...(target.startsWith(".") ? [[join(dirname(file), target), ""]] : []),
    ] as const) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text, { flag: path === file ? "w" : "a" });
    }
  }
  writeFileSync(join(folder, "shared/domain/b.ts"), 'import "./a.ts";\n');
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));

  const run = promisify(execFile)(
    resolve("node_modules/.bin/depcruise"),
    ["shared", "functions", "infra", "--config", resolve(".dependency-cruiser.cjs"), "--output-type", "json"],
    { cwd: folder, maxBuffer: 1e8 },
  );
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);

  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  expect([...new Set(summary.violations.map(({ rule }) => rule.name))]).toEqual(expect.arrayContaining(Object.keys(violations)));
});
