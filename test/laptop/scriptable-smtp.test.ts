import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterEach, expect, test } from "vitest";
import { createAuthority } from "#infra/local/certificates.ts";
import { startScriptableSmtp, type ScriptableSmtp, type ScriptableSmtpOptions } from "#test/support/scriptable-smtp.ts";

const servers: ScriptableSmtp[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
const start = async (options: ScriptableSmtpOptions = {}) => {
  const server = await startScriptableSmtp(options);
  servers.push(server);
  return server;
};
const send = async (server: Pick<ScriptableSmtp, "port" | "ca">, secure = false, requireTLS = false) => {
  const transport = createTransport({
    host: "127.0.0.1",
    port: server.port,
    secure,
    requireTLS,
    socketTimeout: 250,
    tls: { ca: server.ca },
    auth: { user: "me@here.test", pass: "secret" },
  });
  try {
    return await transport.sendMail({
      from: "me@here.test",
      to: "you@there.test",
      subject: "hello",
      text: "Hi\n.\n",
      messageId: "<1@here.test>",
    });
  } finally {
    transport.close();
  }
};

test.each([
  ["none", false, false],
  ["starttls", false, true],
  ["implicit", true, false],
] as const)("accepts and logs a message without any fault, TLS %s", async (tls, secure, requireTLS) => {
  const server = await start({ tls });

  await send(server, secure, requireTLS);

  expect(server.accepted).toMatchObject([{ messageId: "<1@here.test>", from: "me@here.test", rcpt: ["you@there.test"] }]);
  expect(server.connections).toBe(1);
});

test("refuses a certificate that is expired, of another authority or for another name", async () => {
  const authority = await createAuthority();
  const expired = await authority.issue(["localhost", "127.0.0.1"], { from: new Date(0), to: new Date(1000) });
  const otherName = await authority.issue(["mail.example.org"]);
  const foreign = await (await createAuthority()).issue(["localhost", "127.0.0.1"]);

  const outcomes = [];
  for (const certificate of [expired, otherName, foreign]) {
    const { port } = await start({ tls: "implicit", certificate });
    outcomes.push(await send({ port, ca: authority.ca }, true).catch((error: Error) => error.message));
  }

  expect(outcomes[0]).toMatch(/certificate has expired/);
  expect(outcomes[1]).toMatch(/does not match certificate's altnames|IP: 127.0.0.1 is not in the cert's list/);
  expect(outcomes[2]).toMatch(/unable to verify|signature failure|issuer/);
});

test.each([
  ["banner", "554 5.3.2 go away", "ETLS|EPROTOCOL|ECONNECTION", 554],
  ["auth", "535 5.7.8 wrong password", "EAUTH", 535],
  ["mail", "451 4.3.0 later", "EENVELOPE", 451],
  ["rcpt", "550 5.1.1 unknown", "EENVELOPE", 550],
  ["data", "452 4.3.1 full", "EENVELOPE|EMESSAGE", 452],
  ["dot", "554 5.7.1 spam", "EMESSAGE", 554],
] as const)("answers the scripted reply at %s and accepts nothing", async (step, reply, code, responseCode) => {
  const server = await start({ script: { [step]: { reply } } });

  const error: unknown = await send(server).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ code: expect.stringMatching(code) as string, responseCode });
  expect(server.accepted).toEqual([]);
});

test.each(["banner", "ehlo", "starttls", "auth", "mail", "rcpt", "data", "midBody", "dot"] as const)(
  "loses the connection at %s by drop, reset and hang, accepting nothing",
  async (step) => {
    const outcomes = [];
    for (const end of ["drop", "reset", "hang"] as const) {
      const server = await start({ tls: "starttls", script: { [step]: { end } } });
      outcomes.push(await send(server, false, true).catch(() => "failed"), server.accepted.length);
    }

    expect(outcomes).toEqual(["failed", 0, "failed", 0, "failed", 0]);
  },
);

test("keeps the message although its answer to the dot is lost, and says so in the log", async () => {
  const server = await start({ script: { dot: { accepted: true, end: "reset" } } });

  const outcome = await send(server).catch(() => "failed");

  expect(outcome).toBe("failed");
  expect(server.accepted).toHaveLength(1);
});

test.each(["none", "starttls"] as const)("resets with a RST, not a FIN, TLS %s", async (tls) => {
  const server = await start({ tls, script: { dot: { end: "reset" } } });

  const error: unknown = await send(server, false, tls === "starttls").catch((thrown: unknown) => thrown);

  expect(String(error)).toMatch(/ECONNRESET/);
});

test("takes one fault of a list each time, then works", async () => {
  const server = await start({ script: { rcpt: [{ reply: "451 4.7.1 greylisted" }, {}, { reply: "550 5.1.1 gone" }] } });

  const outcomes = [];
  for (let i = 0; i < 4; i++)
    outcomes.push(
      await send(server).then(
        () => "sent",
        () => "failed",
      ),
    );

  expect(outcomes).toEqual(["failed", "sent", "failed", "sent"]);
});

test("delays, drips its answer and closes after the 250", async () => {
  const server = await start({ script: { dot: { delayMs: 60, dripMs: 5 }, afterDot: { end: "drop" } } });
  const before = performance.now();

  await send(server);

  expect(performance.now() - before).toBeGreaterThan(60 + 5 * "250 2.0.0 accepted".length);
  expect(server.accepted).toHaveLength(1);
});

test("runs as a process of its own and writes the log to its file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "smtp-log-"));
  const logFile = join(folder, "accepted.jsonl");
  const child = spawn(process.execPath, ["test/support/scriptable-smtp.ts", JSON.stringify({ logFile })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];

  await send(JSON.parse(line.toString()) as { port: number; ca: string });
  child.kill("SIGTERM");
  const [code] = (await once(child, "exit")) as [number | null];

  expect(JSON.parse(readFileSync(logFile, "utf8"))).toMatchObject({ messageId: "<1@here.test>" });
  expect(code).toBe(0);
  rmSync(folder, { recursive: true });
});
