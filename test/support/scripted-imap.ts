/** An IMAP server that says any line between any two lines: the sandbox's, behind a proxy with a script. */
import { connect as connectTls } from "node:tls";
import { afterAll, beforeEach } from "vitest";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { startImap } from "#infra/local/sandbox/imap/start-imap.ts";
import type { Secret } from "#infra/local/sandbox/correspondents.ts";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";
import { startScriptedProxy } from "./scripted-proxy.ts";

/** Starts it on 127.0.0.1, without TLS; any user, the password is "sandbox". `script` may be replaced while it runs. */
export const startScriptedImap = async () => {
  const store = openMailStore();
  const authority = await createAuthority();
  const accepts = (_user: string, secret: Secret) => secret.password === "sandbox";
  const sandbox = await startImap({ store, certificate: await authority.issue(loopbackNames), accepts });
  const connectServer = () => connectTls({ host: "127.0.0.1", port: sandbox.port, rejectUnauthorized: false });
  const stopServer = async () => {
    await sandbox.stop();
    store.close();
  };
  return Object.assign(await startScriptedProxy(connectServer, stopServer), { store });
};

/** A running scripted server. */
export type ScriptedImap = Awaited<ReturnType<typeof startScriptedImap>>;

/** One for a file of tests: it stops with the file, and is honest again before each test. */
export const scriptedImap = async (): Promise<ScriptedImap> => {
  const server = await startScriptedImap();
  afterAll(() => server.stop());
  beforeEach(() => {
    server.script = (answer) => [answer];
  });
  return server;
};
