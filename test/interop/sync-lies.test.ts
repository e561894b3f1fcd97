/** T25: Dovecot behind a proxy that lies: each lie once and for ever, when a mailbox is filled and later. */
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { BEFORE, lies, once } from "#test/support/lies.ts";
import { largeMail, smallMail } from "#test/support/lied-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { idOf } from "#test/support/pull-world.ts";
import { startScriptedProxy } from "#test/support/scripted-proxy.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { type DovecotAlone, startDovecotAlone } from "./dovecot-alone.ts";
import { PASSWORD } from "./peers/dovecot.ts";

let dovecot: DovecotAlone;
let proxy: Awaited<ReturnType<typeof startScriptedProxy>>;
beforeAll(async () => {
  dovecot = await startDovecotAlone();
  proxy = await startScriptedProxy(() => connectTls({ host: "127.0.0.1", port: dovecot.port, rejectUnauthorized: false }));
});
afterAll(async () => {
  await proxy?.stop();
  await dovecot?.stop();
});

const numbers = [1, 2, 3, 4, 5, 6];
const DAY_MS = 86_400_000;
const TIMEOUT_MS = 60_000;

describeOnMongo("a server that lies", (connect) => {
  const time = { aheadMs: 0 };
  const clock = { now: () => new Date(Date.now() + time.aheadMs) };
  const mailReader: typeof proxy.reader = { open: (account, signal) => proxy.reader.open(account, signal) };
  const world = syncWorld(connect, () => ({ host: "localhost", port: 993, password: PASSWORD }), { mailReader, clock });
  const deliver = (mailbox: Mailbox, some: readonly number[]) =>
    dovecot.deliver(
      mailbox.email,
      some.map((n) => ({ raw: n === 5 ? largeMail(n) : smallMail(n) })),
    );
  const storedIds = async (mailbox: Mailbox) => {
    const rows = await messagesOf(await connect())
      .find({ mailboxId: oid(mailbox.id) }, { projection: { messageId: 1 } })
      .toArray();
    return rows.map(({ messageId }) => messageId).toSorted();
  };
  const pulls = async (mailbox: Mailbox, count: number) => {
    for (let i = 0; i < count; i += 1) {
      await world.pull(mailbox);
      time.aheadMs += 120_000;
    }
  };
  const told = async (mailbox: Mailbox) => (await world.mailboxes.findForJob(mailbox.id))?.inboxLastError;
  const aMailbox = async (filled: boolean) => {
    proxy.script = (answer) => [answer];
    const mailbox = await world.mailbox();
    deliver(mailbox, numbers.slice(0, BEFORE));
    if (filled) await world.pull(mailbox);
    deliver(mailbox, numbers.slice(BEFORE));
    return mailbox;
  };

  it.each(lies)(
    "has all of its mail stored once, or an error says that it lies: $what",
    { timeout: TIMEOUT_MS },
    async ({ script, forEver }) => {
      for (const filled of [false, true]) {
        const lied = await aMailbox(filled);
        proxy.script = once(script);
        await pulls(lied, 4);
        expect({ filled, stored: await storedIds(lied), told: await told(lied) }).toEqual({ filled, stored: numbers.map(idOf), told: "" });

        const liar = await aMailbox(filled);
        proxy.script = script;
        await pulls(liar, 7);
        if (forEver === "stored") expect({ filled, stored: await storedIds(liar) }).toEqual({ filled, stored: numbers.map(idOf) });
        else expect(await told(liar)).toMatch(/^IMAP: the server/);

        proxy.script = (answer) => [answer];
        time.aheadMs += DAY_MS;
        await pulls(liar, 7);
        expect({ filled, stored: await storedIds(liar), told: await told(liar) }).toEqual({ filled, stored: numbers.map(idOf), told: "" });
      }
    },
  );
});
