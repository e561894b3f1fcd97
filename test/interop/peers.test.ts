import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Resolver } from "node:dns/promises";
import { request } from "node:https";
import { json } from "node:stream/consumers";
import { ImapFlow } from "imapflow";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { missing, startPeers, type Peers } from "./peers.ts";
import { PASSWORD } from "./peers/dovecot.ts";

const absent = missing();
if (absent.length > 0) console.log(`interop with the mail peers is skipped, missing: ${absent.join(", ")}`);
const peerTest = test.runIf(absent.length === 0);

let peers: Peers;
beforeAll(async () => {
  if (absent.length === 0) peers = await startPeers();
});
afterAll(() => peers?.stop());

const login = async (user: string, auth: { pass: string } | { accessToken: string }) => {
  const client = new ImapFlow({
    host: "localhost",
    port: peers.ports.imaps,
    secure: true,
    tls: { ca: peers.ca },
    auth: { user, ...auth },
    logger: false,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
};
const send = async (mail: SendMailOptions) => {
  const transport = createTransport({
    host: "localhost",
    port: peers.ports.submission,
    requireTLS: true,
    tls: { ca: peers.ca },
    auth: { user: "me@local.test", pass: PASSWORD },
  });
  try {
    return await transport.sendMail({ from: "me@local.test", text: "Hi", subject: "hello", ...mail });
  } finally {
    transport.close();
  }
};
const subjectsOf = async (user: string) => {
  const client = await login(user, { pass: PASSWORD });
  await client.mailboxOpen("INBOX");
  const messages = await client.fetchAll("1:*", { envelope: true });
  await client.logout();
  return messages.map(({ envelope }) => envelope?.subject ?? "");
};

peerTest("delivers through Dovecot's submission and Postfix into a Dovecot mailbox", async () => {
  await send({ to: "you@peer.test", subject: "through" });

  await expect.poll(() => subjectsOf("you@peer.test"), { timeout: 10_000, interval: 200 }).toContain("through");
});

peerTest("refuses at RCPT, for good and for now", async () => {
  const errors = [];
  for (const to of ["x@bounce.test", "x@later.test", "x@elsewhere.test"]) errors.push(await send({ to }).catch((error: unknown) => error));

  expect(errors).toMatchObject([{ responseCode: 550 }, { responseCode: 450 }, { responseCode: 554 }]);
});

peerTest("returns a failure report, a delay report and a vacation notice", async () => {
  await send({ to: "x@dsn.test" });
  await send({ to: "x@delay.test" });
  await send({ to: "away@peer.test" });

  await expect
    .poll(() => subjectsOf("me@local.test"), { timeout: 20_000, interval: 500 })
    .toEqual(
      expect.arrayContaining([
        "Undelivered Mail Returned to Sender",
        "Delayed Mail (still being retried)",
        "Automatic reply: out of office",
      ]),
    );
});

peerTest("logs in with a token of the OAuth server until it is revoked", async () => {
  const { issuer, oauth } = { issuer: peers.oauth.issuer, oauth: peers.oauth };
  const form = new URLSearchParams({ grant_type: "refresh_token", client_id: "c", refresh_token: oauth.grant("token@local.test") });
  const answer = await new Promise<{ access_token: string }>((done, fail) => {
    const call = request(
      `${issuer}/token`,
      { method: "POST", ca: peers.ca },
      (response) => void json(response).then(done as (body: unknown) => void, fail),
    );
    call.on("error", fail).end(form.toString());
  });

  const client = await login("token@local.test", { accessToken: answer.access_token });
  await client.logout();
  oauth.revoke("token@local.test");
  const refused: unknown = await login("token@local.test", { accessToken: answer.access_token }).catch((error: unknown) => error);

  expect(refused).toMatchObject({ authenticationFailed: true });
});

peerTest("answers for its zones and refuses the rest", async () => {
  const resolver = new Resolver();
  resolver.setServers([peers.dnsServer]);

  const good = await resolver.resolveTxt("s1._domainkey.good.test");
  const refused: unknown = await resolver.resolveTxt("example.org").catch((error: unknown) => error);

  expect(good[0]).toHaveLength(2);
  expect(refused).toMatchObject({ code: "EREFUSED" });
});

peerTest("writes its logs into its folder", () => {
  expect(readFileSync(join(peers.dir, "mail.log"), "utf8")).toContain("postfix");
});
