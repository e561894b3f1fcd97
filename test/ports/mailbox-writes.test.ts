import { asLines } from "#test/support/as-lines.ts";
import { beforeEach, expect, it } from "vitest";
import { walletsOf } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoSlots } from "#shared/accounts/store/shares.ts";
import { mongoPolls, mongoSyncStates, mongoSyncTargets } from "#shared/inbox/store/sync-states.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mongoGrants, mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoIpRegistry } from "#shared/mailboxes/store/mailboxes.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { mongoWorkerTime } from "#shared/sending/store/recovery.ts";
import type { FolderCursor, SyncLease } from "#shared/inbox/pull/sync-state.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { ids } from "#shared/platform/system.ts";
import { type Account, ring, twoAccounts } from "#test/support/account-world.ts";
import type { Names } from "#test/support/changes.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { inMinutes } from "#test/support/sends-in-every-state.ts";

const MINUTE_MS = 60_000;
const cursor: FolderCursor = { path: "INBOX", role: "inbox", uidValidity: "1", lastUid: 5, since: new Date(0), starts: 0 };

describeOnMongo("of an account's mailboxes", (connect) => {
  const mailboxes = mongoSealedMailboxes(connect, ring);
  const grants = mongoGrants(connect, ring);
  const ips = mongoIpRegistry(connect, ring);
  const syncStates = mongoSyncStates(connect);
  const polls = mongoPolls(connect);
  const targets = mongoSyncTargets(connect);
  const world = twoAccounts(connect);
  let account: Account;
  let others: Account;
  let names: Names;
  beforeEach(async () => {
    ({ mine: account, others, names } = await world.begin());
  });
  const lease = (): SyncLease => ({ ...syncOf(account.mailbox), cursors: [], failures: 0 });
  const syncOf = ({ id }: Mailbox) => ({ id, userId: account.id, token: "mine" });
  const ref = ({ id }: Mailbox) => ({ id, userId: account.id });

  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    "mailboxes.update": () => mailboxes.update(account.id, account.mailbox.id, { displayName: "New", imap: undefined }),
    "mailboxes.update, a daily cap": () => mailboxes.update(account.id, account.mailbox.id, { maxDailySends: 3 }),
    "mailboxes.update, a new status": () => mailboxes.update(account.id, account.mailbox.id, { status: "error" }),
    "mailboxes.update, the same status": () => mailboxes.update(account.id, account.mailbox.id, { status: "active" }),
    "mailboxes.update, an address": () => mailboxes.update(account.id, account.mailbox.id, { ipId: account.ip }),
    "mailboxes.update, reconnected": () =>
      mailboxes.update(account.id, account.gone.id, { status: "active" }, { refreshToken: "new", accessToken: undefined }),
    "mailboxes.update, a password": () =>
      mailboxes.update(account.id, account.mailbox.id, {}, { smtpPassword: undefined, imapPassword: "new" }),
    "mailboxes.note": () => mailboxes.note({ ...account.mailbox, userId: account.id }, { smtpFailures: 3 }),
    "mailboxes.note, a new status": () => mailboxes.note({ ...account.mailbox, userId: account.id }, { status: "error" }),
    "mailboxes.note, the same status": () =>
      mailboxes.note({ ...account.mailbox, userId: account.id }, { status: "active", smtpFailures: 3 }),
    "mailboxes.note, recovered": () => mailboxes.note({ ...account.failing, userId: account.id }, { status: "active" }),
    "mailboxes.note, no space for copies": () =>
      mailboxes.note({ ...account.mailbox, userId: account.id }, { sentCopiesLastError: "full" }),
    "mailboxes.note, no space, told meanwhile": () =>
      mailboxes.note({ ...account.mailbox, userId: account.id, sentCopiesLastError: "gone" }, { sentCopiesLastError: "full" }),
    "mailboxes.note, changed meanwhile": () =>
      mailboxes.note({ ...account.mailbox, userId: account.id, updatedAt: inMinutes(0) }, { smtpFailures: 3 }),
    "mailboxes.note, another status meanwhile": () =>
      mailboxes.note({ ...account.mailbox, userId: account.id, status: "error" }, { smtpFailures: 3 }),
    "mailboxes.note, of a deleted one": () => mailboxes.note({ ...account.gone, userId: account.id }, { smtpFailures: 3 }),
    "mailboxes.delete": () => mailboxes.delete(account.id, account.mailbox.id),
    "mailboxes.delete, a deleted one": () => mailboxes.delete(account.id, account.gone.id),
    "mailboxes.delete, without a wallet": async () => {
      await walletsOf(await connect()).deleteOne({ _id: oid(account.id) });
      await mailboxes.delete(account.id, account.mailbox.id);
    },
    "mailboxes.update, reconnected while something waits": async () => {
      const waits = { mailboxId: oid(account.gone.id), status: "scheduled" as const, dueAt: inMinutes(5) };
      await rawSends(await connect()).updateOne({ _id: oid(account.send.id) }, { $set: waits });
      const reconnected = mailboxes.update(account.id, account.gone.id, { status: "active" }, { refreshToken: "new" });
      await expect(reconnected).rejects.toMatchObject({ reason: "conflict" });
    },
    "mailboxes.update, reconnected while it is erased": async () => {
      await mongoPurges(connect).begin(account.id, account.gone.id);
      const reconnected = mailboxes.update(account.id, account.gone.id, { status: "active" }, { refreshToken: "new" });
      await expect(reconnected).rejects.toMatchObject({ reason: "conflict" });
    },
    "mailboxes.update, reconnected as its erasing begins": async () => {
      const begins = interrupted(connect, "mailboxes", "findOneAndUpdate", () => mongoPurges(connect).begin(account.id, account.gone.id));
      return mongoSealedMailboxes(begins, ring).update(account.id, account.gone.id, { displayName: "x" }, { refreshToken: "new" });
    },
    "mailboxes.update, no secret, while it is erased": async () => {
      await mongoPurges(connect).begin(account.id, account.gone.id);
      return mailboxes.update(account.id, account.gone.id, { displayName: "x" });
    },
    "grants.forget, as it is replaced": async () => {
      const replaced = () =>
        grants.store(ref(account.mailbox), 1, { refreshToken: "n", accessToken: "m", accessTokenExpiresAt: inMinutes(9) });
      await mongoGrants(interrupted(connect, "mailboxes", "updateOne", replaced), ring).forget(ref(account.mailbox), "a");
    },
    "grants.lease": () => grants.lease(ref(account.failing), 5 * MINUTE_MS),
    "grants.lease, taken": () => grants.lease(ref(account.mailbox), 5 * MINUTE_MS),
    "grants.lease, of a deleted one": () => grants.lease(ref(account.gone), 5 * MINUTE_MS),
    "grants.release": () => grants.release(ref(account.mailbox), "mine"),
    "grants.store": () =>
      grants.store(ref(account.mailbox), 1, { refreshToken: "n", accessToken: "m", accessTokenExpiresAt: inMinutes(9) }),
    "grants.store, of a deleted one": () => grants.store(ref(account.gone), 1, { refreshToken: "n" }),
    "grants.forget": () => grants.forget(ref(account.mailbox), "a"),
    "ips.add, a default": () =>
      ips.add(
        { id: ids.objectId(), userId: account.id, address: "x", label: "", isDefault: true, createdAt: inMinutes(0) },
        { protocol: "socks5", host: "q", port: 2, username: undefined as never },
      ),
    "ips.add": () =>
      ips.add(
        { id: ids.objectId(), userId: account.id, address: "x", label: "", isDefault: false, createdAt: inMinutes(0) },
        { protocol: "socks5", host: "q", port: 2, username: "u", password: "p" },
      ),
    "ips.remove, another": () => ips.remove(account.id, account.otherIp),
    "ips.remove": () => ips.remove(account.id, account.ip),
    "syncStates.acquire": async () => (await syncStates.acquire(ref(account.failing), 5 * MINUTE_MS))?.failures,
    "syncStates.acquire, taken": () => syncStates.acquire(ref(account.mailbox), 5 * MINUTE_MS),
    "syncStates.acquire, run out": async () => (await syncStates.acquire(ref(account.gone), 5 * MINUTE_MS))?.failures,
    "syncStates.save": () => syncStates.save(lease(), [cursor]),
    "syncStates.release": () => syncStates.release(lease()),
    "syncStates.release, failed": () => syncStates.release(lease(), { retryAfterMs: 5 * MINUTE_MS }),
    "syncStates.release, another's": () => syncStates.release({ ...lease(), token: "another" }),
    "polls.quiet": () =>
      polls.quiet(
        [account.mailbox, account.failing, account.gone].map(({ id }) => id),
        inMinutes(0),
      ),
    "targets.queued": () =>
      targets.queued(
        [account.failing, account.gone].map(({ id }) => id),
        MINUTE_MS,
      ),
    "slots.take": async () => (await mongoSlots(connect).take(account.id, 1, 5 * MINUTE_MS)) !== undefined,
    "workerTime.spend": () => mongoWorkerTime(connect).spend(account.mailbox.id, 5 * MINUTE_MS),
    "purges.begin": () => mongoPurges(connect).begin(account.id, account.gone.id),
    "purges.begin, of a connected one": () => mongoPurges(connect).begin(account.id, account.mailbox.id),
  };
  it.each(Object.entries(writes))("%s changes this and nothing else", async (_, write) => {
    expect(asLines(await world.did(names, write))).toMatchSnapshot();
  });

  /** What needs no account, or begins something in it. */
  const free = /add|something waits|slots|workerTime|polls|targets/;
  it("changes nothing of another account's", async () => {
    account = { ...account, id: others.id };
    const bound = Object.entries(writes).flatMap(([name, write]) => (free.test(name) ? [] : [write]));
    expect(await world.changedOfMine(names, bound)).toEqual([]);
  });
});
