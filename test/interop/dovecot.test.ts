import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { type DovecotAlone, startDovecotAlone } from "./dovecot-alone.ts";
import { PASSWORD } from "./peers/dovecot.ts";

let dovecot: DovecotAlone;
beforeAll(async () => {
  dovecot = await startDovecotAlone();
});
afterAll(() => dovecot?.stop());

const aMail = (n: number, more = "") =>
  [
    `From: Person ${n} <p${n}@peer.test>`,
    "To: me@example.com",
    `Subject: Mail ${n}`,
    `Message-ID: <m${n}@peer.test>`,
    `Date: Fri, 20 Nov 2026 10:00:00 +0000`,
    more,
    "Content-Type: text/plain",
    "",
    `Hello ${n}`,
    "",
  ]
    .filter((line, i) => line !== "" || i > 5)
    .join("\r\n");

describeOnMongo("sync from Dovecot", (connect) => {
  it("stores every message once, and nothing when nothing is new", async () => {
    const world = syncWorld(connect, () => ({ host: dovecot.host, port: dovecot.port, password: PASSWORD }));
    const mailbox = await world.mailbox();
    dovecot.deliver(
      mailbox.email,
      Array.from({ length: 120 }, (_, n) => ({ raw: aMail(n) })),
    );

    const first = await world.pull(mailbox);
    const second = await world.pull(mailbox);

    expect(first).toMatchObject({ stored: 120, remaining: 0, error: "", skipped: "" });
    expect(second).toMatchObject({ stored: 0, remaining: 0, error: "", skipped: "" });
    const page = await world.messages.list(mailbox.userId, {}, { limit: 200, offset: 0 });
    expect(page).toHaveLength(120);
    expect(await world.threads.list(mailbox.userId, {}, { limit: 200, offset: 0 })).toHaveLength(120);
  });
});
