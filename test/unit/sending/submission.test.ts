import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type SmtpSession, submission, smtpSubmissions } from "#shared/transports/smtp/submissions.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import type { RefusedReply } from "#shared/sending/ports/submission.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const egress = { openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls };
const REPLY_MS = 20_000;
const message = (text = "Hello") => ({ from: "a@a.test", to: ["b@b.test"], raw: Buffer.from(`Message-ID: <x@a.test>\r\n\r\n${text}`) });
const yes = async () => true;

/** A submission to a server with that script. */
const openTo = async (script: Script, envelopeMs = REPLY_MS) => {
  const server = await smtpServer(script);
  const account = { host: "127.0.0.1", port: server.port, secure: "tls", username: "a", credential: { password: "p" } } as const;
  return { server, submission: await smtpSubmissions(egress, { stepMs: REPLY_MS, envelopeMs }).open(account) };
};

it.each([
  ["offers no login", { reply: "250-mx\r\n250 SIZE 1000000" }, {}, true],
  ["offers one that its owner says is not needed", {}, { auth: "none" }, true],
  ["offers one", {}, {}, false],
] as const)("logs in where it can and shall: the server %s", async (_, ehlo, auth, isAnonymous) => {
  const server = await smtpServer({ ehlo, auth: { reply: "535 5.7.8 nobody logs in here" } });
  const account = { host: "127.0.0.1", port: server.port, secure: "tls", username: "a", credential: { password: "p" }, ...auth } as const;

  const opening = smtpSubmissions(egress, { stepMs: REPLY_MS, envelopeMs: REPLY_MS }).open(account);

  if (isAnonymous) expect((await opening).isAnonymous).toBe(true);
  else await expect(opening).rejects.toMatchObject({ reason: "credentials" });
});

it.each([
  ["the mailbox's domain", { domain: "box.test" }, undefined, "box.test"],
  ["the login's domain while the mailbox is being connected", { username: "me@login.test" }, undefined, "login.test"],
  ["the stage's name", { domain: "box.test" }, "out.example.com", "out.example.com"],
  ["our address where no domain is known", { username: "me" }, undefined, "[127.0.0.1]"],
  ["nothing that is no name", { domain: "b\r\nRSET" }, undefined, "[127.0.0.1]"],
] as const)("says %s in EHLO", async (_, facts, ehloName, expected) => {
  const server = await smtpServer({});
  const account = { host: "127.0.0.1", port: server.port, secure: "tls", username: "a", credential: { password: "p" }, ...facts } as const;

  (await smtpSubmissions(egress, undefined, ehloName).open(account)).close();

  expect(server.hellos).toEqual([expected]);
});

describe("a body", () => {
  it("that a server says 250 to before the whole of it has come has no known outcome", async () => {
    const { submission: smtp, server } = await openTo({ midBody: { atByte: 1, reply: "250 2.0.0 ok", end: "hang" } });

    const outcome = await smtp.submit(message("x".repeat(40_000_000)), yes, REPLY_MS);

    expect(outcome).toEqual({ kind: "unknown" });
    expect(smtp.open).toBe(false);
    expect(server.accepted).toEqual([]);
  });

  it("that is refused before the whole of it has come is the last on its connection: the dot's answer is still to come", async () => {
    const dot = { delayMs: 20, accepted: false };
    const { submission: smtp } = await openTo({ midBody: { atByte: 1, reply: "552 5.3.4 too big" }, dot, afterDot: { delayMs: 200 } });

    const outcome = await smtp.submit(message(), yes, REPLY_MS);

    expect([outcome, smtp.open]).toMatchObject([{ kind: "refused", code: 552 }, false]);
  });

  it("has the reply's time, not the envelope's, however slowly a server takes it", async () => {
    const { submission: smtp } = await openTo({ midBody: { atByte: 1, delayMs: 900 } }, 600);

    expect(await smtp.submit(message("x".repeat(100_000)), yes, REPLY_MS)).toMatchObject({ kind: "sent" });
  });

  it("has not begun while the intent is being written: a connection that is lost then is no unknown outcome", async () => {
    const { submission: smtp, server } = await openTo({});
    let isAsked = false;
    const lost = async () => {
      isAsked = true;
      await server.stop();
      return new Promise<never>(() => undefined);
    };

    expect(await smtp.submit(message(), lost, REPLY_MS)).toMatchObject({ kind: "unreached" });
    expect(isAsked).toBe(true);
  });
});

it("counts a recipient that is refused without a reply as refused for now", async () => {
  let noted: readonly RefusedReply[] = [];
  const send = (envelope: { rejectedErrors?: object[] }, body: NodeJS.ReadableStream, done: (error: null, info: object) => void) => {
    envelope.rejectedErrors = [{ recipient: "c@b.test" }];
    body.on("end", () => done(null, { response: "250 ok" })).resume();
  };
  const session = {
    alive: true,
    connection: { send, lastServerResponse: "354 go" },
    step: (_: number, run: (done: (error: unknown, result?: unknown) => void, extend: () => void) => void) =>
      new Promise((resolve, reject) =>
        run(
          (error, result) => (error ? reject(error) : resolve(result)),
          () => undefined,
        ),
      ),
    destroy: () => undefined,
  } as unknown as SmtpSession;

  await submission(session, REPLY_MS).submit(
    { ...message(), to: ["b@b.test", "c@b.test"] },
    async (refused) => {
      noted = refused;
      return true;
    },
    REPLY_MS,
  );

  expect(noted).toEqual([{ email: "c@b.test", code: 450, reply: expect.stringMatching(/^450 /) }]);
});

describe("a server that says 250 twice after the dot", () => {
  it.each([
    ["at once", { dot: { reply: "250 2.0.0 accepted\r\n250 2.0.0 accepted" } }],
    ["a moment later", { afterDot: { delayMs: 40, reply: "250 2.0.0 accepted" } }],
  ])("%s: the next message's body is never begun on that connection", async (_, script) => {
    const { submission: smtp } = await openTo(script);
    let intents = 0;
    const intend = async () => {
      intents += 1;
      return true;
    };

    expect(await smtp.submit(message(), intend, REPLY_MS)).toMatchObject({ kind: "sent" });
    const next = await smtp.submit(message(), intend, REPLY_MS);

    expect(next).toMatchObject({ kind: "unreached" });
    expect([intents, smtp.open]).toEqual([1, false]);
  });

  it("and is asked nothing meanwhile is found out, and its connection not used again", async () => {
    const { submission: smtp } = await openTo({ afterDot: { reply: "250 2.0.0 accepted" } });

    await smtp.submit(message(), yes, REPLY_MS);
    await pause(100);

    expect(smtp.open).toBe(false);
  });
});

describe("a reply too many while the next message is given", () => {
  const OK = "250 2.0.0 accepted";
  const scripts: Readonly<Record<string, Script>> = {
    "after its MAIL": { mail: [{}, { reply: `250 2.1.0 ok\r\n${OK}` }] },
    "after its RCPT": { rcpt: [{}, { reply: `250 2.1.5 ok\r\n${OK}` }] },
    "before its 354": { data: [{}, { reply: `${OK}\r\n354 end with a dot` }] },
    "with its 354": { data: [{}, { reply: `354 end with a dot\r\n${OK}` }] },
    "of a refusal, with its 354": { data: [{}, { reply: "354 end with a dot\r\n550 5.7.1 no" }] },
  };

  it.each(Object.keys(scripts).flatMap((when) => [0, 5, 60].map((intentMs) => [when, intentMs] as const)))(
    "%s closes the connection before the body (intent of %i ms), and no outcome is unknown",
    async (when, intentMs) => {
      const { submission: smtp, server } = await openTo(scripts[when]!);
      const intend = async () => {
        await pause(intentMs);
        return true;
      };

      expect(await smtp.submit(message("first"), intend, REPLY_MS)).toMatchObject({ kind: "sent" });
      const outcome = await smtp.submit(message("second"), intend, REPLY_MS);
      await pause(100);

      expect([outcome.kind, smtp.open, server.accepted.length]).toEqual(["unreached", false, 1]);
    },
  );
});
