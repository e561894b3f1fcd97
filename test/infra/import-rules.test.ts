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
  "no-cycles": ["shared/mail/a.ts", "./b.ts"],
  "mail-alone": ["shared/mail/c.ts", "../platform/y.ts"],
  "client-alone": ["shared/client/x.ts", "../mail/y.ts"],
  "console-alone": ["shared/console/x.ts", "../mail/y.ts"],
  "console-unseen": ["shared/api/x.ts", "../console/y.ts"],
  "platform-below": ["shared/platform/x.ts", "../sending/y.ts"],
  "providers-below": ["shared/providers/x.ts", "../mailboxes/w.ts"],
  "transports-below": ["shared/transports/x.ts", "../service/w.ts"],
  "sandbox-below": ["shared/sandbox/x.ts", "../transports/w.ts"],
  "api-below": ["shared/api/y.ts", "../accounts/z.ts"],
  "sending-below": ["shared/sending/x.ts", "../inbox/y.ts"],
  "inbox-below": ["shared/inbox/x.ts", "../threads/y.ts"],
  "wiring-meets": ["shared/inbox/z.ts", "../sending/store/y.ts"],
  "stores-below-wiring": ["shared/inbox/store/x.ts", "../wiring/y.ts"],
  "functions-use-wiring": ["functions/x.ts", "../shared/sending/store/z.ts"],
  "shared-below": ["shared/sending/wiring/x.ts", "../../../infra/y.ts"],
  "mongodb-in-shared-platform-mongo-": ["shared/sending/z.ts", "mongodb"],
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
  writeFileSync(join(folder, "shared/mail/b.ts"), 'import "./a.ts";\n');
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
