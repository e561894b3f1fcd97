/** S4 against a real server: STARTTLS at port 143, certificates and names verified, nobody logs in over a plain connection. */
import { connect as connectTo, createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { imapMailReader } from "#shared/transports/imap/mail-reader.ts";
import { imapConnections } from "#shared/transports/imap/open-connection.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { classifyConnectionError } from "#shared/mailboxes/connection/connection-errors.ts";
import { type DovecotAlone, startDovecotAlone } from "./dovecot-alone.ts";
import { PASSWORD } from "./peers/dovecot.ts";

let dovecot: DovecotAlone;
let forwarded = 0;
/** Port 143 means STARTTLS; only root may listen there, as only root may start Dovecot. */
const forwarder = createServer((client) => {
  const server = connectTo(forwarded, "127.0.0.1");
  client.pipe(server).pipe(client);
  for (const socket of [client, server]) socket.on("error", () => undefined);
});
beforeAll(async () => {
  dovecot = await startDovecotAlone();
  await new Promise<void>((resolve, reject) => forwarder.once("error", reject).listen(143, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => forwarder.close(resolve));
  await dovecot?.stop();
});

const egress = { openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls };
const reader = imapMailReader(imapConnections(egress));
const account = (facts: object) => ({
  host: "localhost",
  port: 143,
  username: "me@example.com",
  credential: { password: PASSWORD },
  ...facts,
});
const failure = async (facts: object) => {
  try {
    (await reader.open(account(facts), AbortSignal.timeout(10_000))).close();
    return undefined;
  } catch (error) {
    return classifyConnectionError(error, { protocol: "IMAP", credential: "password" });
  }
};

it("logs in after STARTTLS at port 143, and at other ports by what the server speaks", async () => {
  forwarded = dovecot.plainPort;

  const session = await reader.open(account({}), AbortSignal.timeout(10_000));

  expect((await session.folders([])).map(({ role }) => role)).toEqual(["inbox", "sent", "junk"]);
  session.close();
  expect(await failure({ port: dovecot.port })).toBeUndefined();
  expect(await failure({ port: dovecot.plainPort })).toBeUndefined();
});

it("takes passwords of any characters", async () => {
  expect(await failure({ port: dovecot.port, credential: { password: `wrong "quoted" \\ pässwörd {3}` } })).toMatchObject({
    status: "disconnected",
  });
});

it("tells a refused password from a server that cannot be trusted or reached", async () => {
  forwarded = dovecot.plainPort;

  expect(await failure({ port: dovecot.port, credential: { password: "wrong" } })).toMatchObject({
    status: "disconnected",
    field: "imapPassword",
  });
  expect(await failure({ host: "127.0.0.2", port: dovecot.port })).toMatchObject({ status: "error", field: "imapHost" });
  expect(await failure({ port: 9 })).toMatchObject({ status: "error", field: "imapHost" });
});

it("gives up where STARTTLS is missing or stripped, before any password is sent", async () => {
  const heard: string[] = [];
  const stripping = createServer((client) => {
    client.write("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n");
    client.on("data", (bytes: Buffer) => {
      heard.push(bytes.toString());
      const [tag = "", command = ""] = bytes.toString().split(" ");
      client.write(command.startsWith("CAPA") ? `* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK\r\n` : `${tag} BAD no\r\n`);
    });
    client.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => stripping.listen(0, "127.0.0.1", resolve));
  const at = stripping.address();
  forwarded = typeof at === "object" && at ? at.port : 0;

  const failures = [await failure({}), await failure({ port: forwarded })];
  stripping.close();

  for (const failed of failures) expect(failed).toMatchObject({ status: "error", field: "imapPort" });
  expect(heard.join("")).not.toMatch(/LOGIN|AUTHENTICATE|pass/i);
});
