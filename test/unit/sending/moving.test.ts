import { describe, expect, it } from "vitest";
import { acceptSend } from "#shared/sending/accept/accept.ts";
import { type MoveRequest, rescheduleSend } from "#shared/sending/waiting-sends.ts";
import { type Window, weekdays } from "#shared/sending/departure/wall-time.ts";
import { ids } from "#shared/platform/system.ts";
import { asIs } from "#test/support/sending-rig.ts";
import { accountWith, inHours } from "#test/support/sending-account.ts";

describe("moving", () => {
  it("moves what waits without a second charge, forgets its old schedule and wakes it for the new time", async () => {
    const { ports, userId, request, deleted } = await accountWith();
    const send = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    ports.wakeUps.woken.length = 0;
    const scheduledAt = inHours(7);

    await rescheduleSend(ports, userId, send.id, { scheduledAt, sendBefore: inHours(8) });

    expect(ports.rows.get(send.id)).toMatchObject({ status: "scheduled", scheduledAt, dueAt: scheduledAt });
    expect(ports.balances.get(userId)).toBe(9);
    expect(deleted).toEqual([send.id]);
    expect(ports.wakeUps.woken).toMatchObject([{ id: send.id, dueAt: scheduledAt }]);

    await rescheduleSend(ports, userId, send.id, { scheduledAt: inHours(-0.01) });
    expect(ports.rows.get(send.id)!.status).toBe("queued");
  });

  it("takes a time on the wall in place of its own, and keeps its window unless it gets another or none", async () => {
    const { ports, userId, request } = await accountWith();
    const day = (window: Partial<Window> = {}): Window => ({ days: [...weekdays], from: "09:00", to: "17:00", timezone: "UTC", ...window });
    const { id } = await acceptSend(ports, userId, request({ scheduledAt: inHours(5), window: day() }), asIs);
    const tomorrow = inHours(24).toISOString().slice(0, 10);
    const at = (hour: string) => new Date(`${tomorrow}T${hour}:00Z`);
    const sendAt = { local: `${tomorrow}T07:30`, timezone: "UTC" };
    const moved = async (changes: MoveRequest) => {
      ports.wakeUps.woken.length = 0;
      await rescheduleSend(ports, userId, id, changes);
      const { scheduledAt, dueAt } = ports.rows.get(id)!;
      expect([dueAt, ports.wakeUps.woken.map((woken) => woken.dueAt)]).toEqual([scheduledAt, [scheduledAt]]);
      return ports.rows.get(id);
    };

    expect(await moved({ sendAt })).toMatchObject({ sendAt, window: day(), scheduledAt: at("09:00") });
    expect(await moved({ window: day({ from: "08:00" }) })).toMatchObject({
      sendAt,
      window: day({ from: "08:00" }),
      scheduledAt: at("08:00"),
    });
    const lifted = await moved({ window: null });
    expect(lifted).toMatchObject({ sendAt, scheduledAt: at("07:30") });
    expect(lifted).not.toHaveProperty("window");
    const timed = await moved({ scheduledAt: at("06:00"), window: day() });
    expect(timed).toMatchObject({ scheduledAt: at("09:00") });
    expect(timed).not.toHaveProperty("sendAt");
    expect(await moved({ window: null })).toMatchObject({ scheduledAt: at("09:00") });
    await expect(moved({ window: day({ from: "23:00", to: "24:00" }), sendBefore: at("12:00") })).rejects.toMatchObject({
      details: [{ field: "sendBefore" }],
    });
  });

  it("keeps how long after its original it leaves when only its window is another", async () => {
    const { ports, userId, request } = await accountWith();
    const original = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    const follow = await acceptSend(ports, userId, request({ scheduledAfter: "P2D", waitsFor: original.id }), asIs);
    const before = ports.rows.get(follow.id)!.scheduledAt;

    await rescheduleSend(ports, userId, follow.id, { window: { days: [...weekdays], from: "00:00", to: "24:00", timezone: "UTC" } });

    expect(ports.rows.get(follow.id)).toMatchObject({ scheduledAfter: "P2D", scheduledAt: before, window: { to: "24:00" } });
  });

  it("moves what a worker held for a moment", async () => {
    const { ports, userId, request } = await accountWith();
    const send = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    let held = 2;
    const move: typeof ports.sends.move = async (...args) => ((held -= 1) < 0 ? ports.sends.move(...args) : undefined);

    const scheduledAt = inHours(7);

    await rescheduleSend({ ...ports, sends: { ...ports.sends, move } }, userId, send.id, { scheduledAt });

    expect(ports.rows.get(send.id)).toMatchObject({ scheduledAt });
    held = 100;
    const never = rescheduleSend({ ...ports, sends: { ...ports.sends, move } }, userId, send.id, { scheduledAt: inHours(9) });
    await expect(never).rejects.toMatchObject({ details: "the send is scheduled" });
  });

  it("refuses what would be too late at its own time, and every state but scheduled and queued", async () => {
    const { ports, userId, request, mailbox } = await accountWith();
    const send = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    const move = (changes: MoveRequest) => rescheduleSend(ports, userId, send.id, changes);

    await expect(move({ sendBefore: inHours(4) })).rejects.toMatchObject({ reason: "invalid", details: [{ field: "sendBefore" }] });
    await move({ sendBefore: inHours(6) });
    await expect(move({ scheduledAt: inHours(7) })).rejects.toMatchObject({ reason: "invalid", details: [{ field: "scheduledAt" }] });
    await move({ scheduledAt: inHours(-0.01) });
    await ports.deliveries.claim(mailbox.id, { size: 25 });
    await expect(move({ scheduledAt: inHours(1) })).rejects.toMatchObject({ reason: "conflict", details: "the send is processing" });
    await expect(rescheduleSend(ports, ids.objectId(), send.id, { scheduledAt: inHours(1) })).rejects.toMatchObject({ reason: "notFound" });
  });

  it("moves no step of a paused sequence, and moves with an email what is to leave so long after it", async () => {
    const { ports, userId, request } = await accountWith();
    const original = await acceptSend(ports, userId, request({ scheduledAt: inHours(5) }), asIs);
    const follow = await acceptSend(ports, userId, request({ scheduledAfter: "P2D", waitsFor: original.id }), asIs);
    const before = ports.rows.get(follow.id)!.scheduledAt!;
    ports.rows.set(original.id, { ...ports.rows.get(original.id)!, pausedAt: new Date() });

    const move = () => rescheduleSend(ports, userId, original.id, { scheduledAt: inHours(6) });
    await expect(move()).rejects.toMatchObject({ reason: "conflict", details: expect.stringContaining("paused") });
    expect(ports.rows.get(follow.id)!.scheduledAt).toEqual(before);

    const { pausedAt: _, ...resumed } = ports.rows.get(original.id)!;
    ports.rows.set(original.id, resumed);
    await move();
    const leaves = ports.rows.get(follow.id)!.scheduledAt!.getTime();
    expect(Math.abs(leaves - inHours(6 + 48).getTime())).toBeLessThan(5_000);
  });
});
