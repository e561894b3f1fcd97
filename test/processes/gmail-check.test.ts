import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSandbox, type Sandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { GMAIL_SCOPES, gmailError } from "#test/support/call-gmail.ts";
import { grantOf } from "#test/support/graph-consent.ts";

const me = "me@gmail.test";
let sandbox: Sandbox;
let ca: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), sandbox.ca]);
  ca = join(mkdtempSync(join(tmpdir(), "gmail-check-")), "ca.pem");
  writeFileSync(ca, sandbox.ca);
  for (const subject of ["one", "two"]) sandbox.store.deliver(me, Buffer.from(`From: a@b.test\r\nSubject: ${subject}\r\n\r\nx\r\n`));
});
afterAll(() => sandbox.stop());

const check = async (...args: readonly string[]) => {
  const { access_token: token } = await grantOf(sandbox.graph, me, GMAIL_SCOPES);
  const at = [token, "--url", sandbox.gmail.origin, "--keys", `${sandbox.gmail.origin}/oauth2/v3/certs`, ...args];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca };
  return new Promise<{ code: number; out: string; token: string }>((done) => {
    execFile(process.execPath, ["infra/gmail-check.ts", ...at], { env }, (error, out) =>
      done({ code: typeof error?.code === "number" ? error.code : 0, out, token }),
    );
  });
};

it("ticks every fact at the stand-in, leaves no draft, and sends nothing", async () => {
  sandbox.gmail.history.expire(me);
  const { code, out } = await check("--topic", "projects/acme-prod/topics/mail");

  expect(out.match(/^\[-\] F\d+ /gm)).toEqual(["[-] F11 ", "[-] F12 "]);
  expect(out).toMatch(/gmail-check: ok\n$/);
  expect([code, out.match(/^\[x\] F\d+ /gm)?.length]).toEqual([0, 13]);
  expect(sandbox.store.folders(me).map(({ name, messages }) => [name, messages.length])).not.toContainEqual(["Drafts", 1]);
  expect(sandbox.store.folder(me, "Sent")?.messages ?? []).toEqual([]);
});

it("says which facts are otherwise, and fails", async () => {
  sandbox.gmail.faults.plant({ on: /startHistoryId=1$/, does: gmailError(400, "invalidArgument") });
  const { code, out, token } = await check();

  expect(code).toBe(1);
  expect(out).toMatch(/^\[ \] F3 /m);
  expect(out).not.toContain(token);
});
