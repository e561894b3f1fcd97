import { describe, expect, it } from "vitest";
import { disconnected } from "#shared/sending/waiting.ts";
import { acceptSend } from "#shared/sending/accept/accept.ts";
import { acceptBatch } from "#shared/sending/accept/accept-batch.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import { scheduleSends } from "#shared/sending/wake/plan-wakes.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { allAsIs, asIs, SENDER } from "#test/support/sending-rig.ts";
import { accountWith, inHours } from "#test/support/sending-account.ts";

const bad = { reason: "invalid" as const, details: [{ field: "to", message: "bad" }] };

describe("a suppressed recipient", () => {
  it("is refused with 409 before anything is charged, in any case of letters, also in a reply", async () => {
    const { ports, userId, request } = await accountWith();
    await ports.suppressions.add(userId, ["Jane@example.net"]);

    for (const given of [
      { to: { name: "", email: "jane@example.net" } },
      { to: { name: "", email: "JANE@example.net" }, kind: "reply" as const },
    ])
      await expect(acceptSend(ports, userId, request(given), asIs)).rejects.toMatchObject({
        reason: "recipientSuppressed",
        details: "to is suppressed: manual",
      });
    const john = { name: "", email: "john@example.net" };
    await ports.suppressions.add(userId, [john.email]);
    await expect(
      acceptSend(ports, userId, request({ to: { name: "", email: "jane@example.net" }, cc: [john] }), asIs),
    ).rejects.toMatchObject({
      details: "to is suppressed: manual, cc.0 is suppressed: manual",
    });
    await acceptSend(ports, userId, request({ to: { name: "", email: "kim@example.net" } }), asIs);

    expect(ports.ledger).toHaveLength(1);
    expect(ports.balances.get(userId)).toBe(9);
  });

  it("is that element's failure in a batch, found with one question for all of them", async () => {
    const { ports, userId, request } = await accountWith();
    await ports.suppressions.add(userId, ["jane@example.net"]);
    const asked: number[] = [];
    const among: typeof ports.suppressions.among = async (user, emails) => {
      asked.push(emails.length);
      return ports.suppressions.among(user, emails);
    };
    const emails = Array.from({ length: 8 }, (_, i) =>
      request({ to: { name: "", email: i % 4 === 1 ? "Jane@example.net" : `a${i}@example.net` } }),
    );

    const results = await acceptBatch({ ...ports, suppressions: { among } }, userId, [bad, ...emails], allAsIs);

    expect(results.map((result) => ("reason" in result ? result.reason : "accepted"))).toEqual([
      "invalid",
      ...emails.map(({ to }) => (to.email.startsWith("J") ? "recipientSuppressed" : "accepted")),
    ]);
    expect(asked).toEqual([7]);
    expect(ports.balances.get(userId)).toBe(4);
  });

  it("of another account may be written to", async () => {
    const { ports, userId, request } = await accountWith();
    await ports.suppressions.add(ids.objectId(), ["jane@example.net"]);

    expect(await acceptSend(ports, userId, request(), asIs)).toMatchObject({ status: "queued" });
  });
});

describe("accepting one send", () => {
  it("drafts it with its own Message-ID, charges it and wakes the worker", async () => {
    const { ports, userId, request, mailbox } = await accountWith();

    const send = await acceptSend(ports, userId, request(), asIs);

    expect(send).toMatchObject({ status: "queued", mailboxId: mailbox.id, fromEmail: mailbox.email, attempts: 0, maxAttempts: 12 });
    expect(send.messageId).toMatch(new RegExp(`^<${send.id}\\.[0-9a-f]{32}@example\\.com>$`));
    expect(ports.wakeUps.woken.map(({ id }) => id)).toEqual([send.id]);
    expect(ports.balances.get(userId)).toBe(9);
  });

  it("is scheduled when its time is to come, queued when it has come", async () => {
    const { ports, userId, request } = await accountWith();

    expect(await acceptSend(ports, userId, request({ scheduledAt: inHours(1) }), asIs)).toMatchObject({
      status: "scheduled",
      scheduledAt: expect.any(Date),
    });
    const late = await acceptSend(ports, userId, request({ scheduledAt: inHours(-0.01) }), asIs);
    expect(late.status).toBe("queued");
    expect(late.scheduledAt).toBeUndefined();
  });

  it("refuses a foreign mailbox and a foreign address with 404, a disconnected mailbox with 409, an empty wallet with 402", async () => {
    const { ports, userId, request } = await accountWith({ credits: 0 });
    const off = await accountWith({ mailbox: { status: "disconnected" } });

    await expect(acceptSend(ports, userId, request({ mailboxId: ids.objectId() }), asIs)).rejects.toMatchObject({ reason: "notFound" });
    await expect(acceptSend(ports, ids.objectId(), request(), asIs)).rejects.toMatchObject({ reason: "notFound" });
    await expect(acceptSend(ports, userId, request({ ipId: ids.objectId() }), asIs)).rejects.toMatchObject({ reason: "notFound" });
    await expect(acceptSend(off.ports, off.userId, off.request(), asIs)).rejects.toMatchObject({ reason: "mailboxDisconnected" });
    await expect(acceptSend(ports, userId, request(), asIs)).rejects.toMatchObject({ reason: "walletEmpty" });
    expect(ports.wakeUps.woken).toEqual([]);
  });

  it("goes out by the request's address, else the mailbox's, else the account's default, else none", async () => {
    const boxIp = ids.objectId();
    const plain = await accountWith();
    const byDefault = await accountWith({ defaultIp: true });
    const byMailbox = await accountWith({ defaultIp: true, mailbox: { ipId: boxIp } });

    expect((await acceptSend(plain.ports, plain.userId, plain.request(), asIs)).ipId).toBeUndefined();
    expect((await acceptSend(byDefault.ports, byDefault.userId, byDefault.request(), asIs)).ipId).toBe(byDefault.ip.id);
    expect((await acceptSend(byMailbox.ports, byMailbox.userId, byMailbox.request(), asIs)).ipId).toBe(boxIp);
    expect((await acceptSend(byMailbox.ports, byMailbox.userId, byMailbox.request({ ipId: byMailbox.ip.id }), asIs)).ipId).toBe(
      byMailbox.ip.id,
    );
  });

  it("saves the answer under the Idempotency-Key", async () => {
    const { ports, userId, request } = await accountWith();
    const claim = { userId, route: "POST /v1/send", key: "k", token: "t" };

    const send = await acceptSend(ports, userId, request(), { by: SENDER, claim, answer: ({ id }) => ({ id }) });

    expect(ports.saved.get("k")).toEqual({ id: send.id });
  });
});

describe("accepting a batch", () => {
  it("fails the elements of a mailbox that is deleted meanwhile, and accepts the others", async () => {
    const { ports, userId, mailbox, request } = await accountWith();
    const deleted = aMailbox({ userId });
    await ports.mailboxes.insert(deleted, {});
    const acceptedSends = {
      accept: async (...given: Parameters<typeof ports.acceptedSends.accept>) => {
        const before = await ports.mailboxes.find(userId, deleted.id);
        await ports.mailboxes.delete(userId, deleted.id);
        if (!before?.deletedAt) throw disconnected();
        return ports.acceptedSends.accept(...given);
      },
    };

    const results = await acceptBatch({ ...ports, acceptedSends }, userId, [request({ mailboxId: deleted.id }), request()], allAsIs);

    expect(results).toMatchObject([
      { reason: "mailboxDisconnected", details: [{ field: "mailboxId" }] },
      { send: { mailboxId: mailbox.id } },
    ]);
    expect(ports.balances.get(userId)).toBe(9);
  });

  it("fails what the hourly limit does not cover, and the whole request where nothing is left of it", async () => {
    const { ports, userId, request } = await accountWith();
    ports.hourlyRooms.set(userId, 1);

    const beyond = { reason: "tooManyRequests", details: [] };
    expect(await acceptBatch(ports, userId, [request(), bad, request()], allAsIs)).toEqual([{ send: expect.anything() }, bad, beyond]);
    ports.hourlyRooms.set(userId, 0);
    const refused = { reason: "tooManyRequests", headers: { "retry-after": "60" } };
    await expect(acceptBatch(ports, userId, [request()], allAsIs)).rejects.toMatchObject(refused);
    await expect(acceptSend(ports, userId, request(), asIs)).rejects.toMatchObject(refused);
    expect(await acceptBatch(ports, userId, [bad, request()], allAsIs)).toEqual([bad, beyond]);
  });

  it("answers each element in order and bills those accepted", async () => {
    const { ports, userId, request } = await accountWith();

    const results = await acceptBatch(
      ports,
      userId,
      [request(), bad, request({ mailboxId: ids.objectId() }), request({ ipId: ids.objectId() })],
      allAsIs,
    );

    expect(results).toMatchObject([
      { send: { status: "queued" } },
      bad,
      { reason: "notFound", details: [{ field: "mailboxId", message: "Mailbox not found" }] },
      { reason: "notFound", details: [{ field: "ipId", message: "Dedicated IP not found" }] },
    ]);
    expect(ports.balances.get(userId)).toBe(9);
  });

  it("lets the wallet run dry midway, in order", async () => {
    const { ports, userId, request } = await accountWith({ credits: 2 });

    const results = await acceptBatch(ports, userId, [request(), bad, request(), request()], allAsIs);

    expect(results).toMatchObject([{ send: {} }, bad, { send: {} }, { reason: "walletEmpty" }]);
  });

  it("refuses with 402 only when the wallet is empty and nothing else is wrong with any element", async () => {
    const { ports, userId, request } = await accountWith({ credits: 0 });

    await expect(acceptBatch(ports, userId, [request(), request()], allAsIs)).rejects.toMatchObject({ reason: "walletEmpty" });
    expect(await acceptBatch(ports, userId, [bad, request()], allAsIs)).toEqual([bad, { reason: "walletEmpty", details: [] }]);
    expect(await acceptBatch(ports, userId, [bad], allAsIs)).toEqual([bad]);
  });
});

describe("cancelling", () => {
  it("cancels once, names the state afterwards, and deletes a far schedule only", async () => {
    const { ports, userId, request, deleted } = await accountWith();
    const far = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    const near = await acceptSend(ports, userId, request({ scheduledAt: inHours(0.1) }), asIs);

    expect(await cancelSend(ports, userId, far.id)).toMatchObject({ status: "cancelled" });
    await cancelSend(ports, userId, near.id);

    expect(deleted).toEqual([far.id]);
    await expect(cancelSend(ports, userId, far.id)).rejects.toMatchObject({ reason: "conflict", details: "the send is cancelled" });
    await expect(cancelSend(ports, ids.objectId(), far.id)).rejects.toMatchObject({ reason: "notFound" });
  });

  it("cancels the follow-ups of a cancelled original with it, and theirs", async () => {
    const { ports, userId, request } = await accountWith();
    const original = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    const follow = await acceptSend(ports, userId, request({ waitsFor: original.id }), asIs);
    const last = await acceptSend(ports, userId, request({ waitsFor: follow.id, scheduledAt: inHours(9) }), asIs);
    const other = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);

    await cancelSend(ports, userId, original.id);

    const states = [original, follow, last, other].map(({ id }) => ports.rows.get(id)!);
    expect(states.map(({ status, cancelReason = "" }) => [status, cancelReason])).toEqual([
      ["cancelled", ""],
      ["cancelled", "original"],
      ["cancelled", "original"],
      ["scheduled", ""],
    ]);
  });

  it("stays cancelled when the schedule cannot be deleted", async () => {
    const { ports, userId, request } = await accountWith();
    const far = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    const broken = { ...ports, schedules: { delete: async () => Promise.reject(new Error("throttled")) } };

    expect(await cancelSend(broken, userId, far.id)).toMatchObject({ status: "cancelled" });
    expect(ports.log.events).toEqual(["a schedule could not be deleted"]);
  });
});

describe("scheduling and sweeping", () => {
  it("creates schedules for far sends that still wait, and wakes near ones", async () => {
    const { ports, userId, request, created } = await accountWith();
    const far = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    const near = await acceptSend(ports, userId, request({ scheduledAt: inHours(0.1) }), asIs);
    const gone = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    await cancelSend(ports, userId, gone.id);
    ports.wakeUps.woken.length = 0;

    await scheduleSends(ports, [far.id, near.id, gone.id]);

    expect(created).toEqual([far.id]);
    expect(ports.wakeUps.woken.map(({ id }) => id)).toEqual([near.id]);
  });

  it("wakes every mailbox where something was forgotten", async () => {
    const { ports, userId, request, mailbox } = await accountWith();
    const send = await acceptSend(ports, userId, request(), asIs);
    ports.rows.set(send.id, { ...send, dueAt: inHours(-1) });
    ports.wakeUps.woken.length = 0;

    await sweep(ports);

    expect(ports.wakeUps.woken).toMatchObject([{ id: send.id, mailboxId: mailbox.id }]);
  });
});

describe("sweeping after a crash", () => {
  it("wakes what it took from a dead worker at once", async () => {
    const { ports, userId, request, mailbox } = await accountWith();
    const send = await acceptSend(ports, userId, request(), asIs);
    await ports.deliveries.claim(mailbox.id, { size: 25 });
    ports.rows.set(send.id, { ...ports.rows.get(send.id)!, dueAt: inHours(-0.001) });
    ports.wakeUps.woken.length = 0;

    await sweep(ports);

    expect(ports.rows.get(send.id)).toMatchObject({ status: "queued" });
    expect(ports.wakeUps.woken).toMatchObject([{ id: send.id }]);
  });
});
