import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSandbox, type Sandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { grantOf } from "#test/support/graph-consent.ts";

const me = "me@contoso.test";
let sandbox: Sandbox;
let ca: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), sandbox.ca]);
  ca = join(mkdtempSync(join(tmpdir(), "graph-check-")), "ca.pem");
  writeFileSync(ca, sandbox.ca);
  sandbox.store.deliver(me, Buffer.from("From: a@b.test\r\nSubject: s\r\n\r\nx\r\n"));
});
afterAll(() => sandbox.stop());

const check = async (...args: readonly string[]) =>
  new Promise<{ code: number; out: string }>((done) => {
    execFile(process.execPath, ["infra/graph-check.ts", ...args], { env: { ...process.env, NODE_EXTRA_CA_CERTS: ca } }, (error, out) =>
      done({ code: typeof error?.code === "number" ? error.code : 0, out }),
    );
  });

it("ticks every fact at the stand-in, leaves no draft, and sends nothing", async () => {
  const { access_token: token } = await grantOf(sandbox.graph, me);
  const { code, out } = await check(token, "--url", `${sandbox.graph.origin}/v1.0`);

  expect(out.match(/^\[-\] F\d+ /gm)).toEqual(["[-] F14 ", "[-] F15 "]);
  expect(out).toMatch(/graph-check: ok\n$/);
  expect([code, out.match(/^\[x\] F\d+ /gm)?.length]).toEqual([0, 13]);
  expect(sandbox.store.folders(me).map(({ name, messages }) => [name, messages.length])).not.toContainEqual(["Drafts", 1]);
  expect(sandbox.store.folder(me, "Sent")?.messages).toEqual([]);
});

it("says which facts are otherwise, and fails", async () => {
  const { access_token: token } = await grantOf(sandbox.graph, me);
  sandbox.graph.faults.plant({ on: /deltatoken=graph-check/, does: { answer: { status: 200, body: { value: [] } } } });
  const { code, out } = await check(token, "--url", `${sandbox.graph.origin}/v1.0`);

  expect(code).toBe(1);
  expect(out).toMatch(/^\[ \] F3 /m);
  expect(out).not.toContain(token);
});
