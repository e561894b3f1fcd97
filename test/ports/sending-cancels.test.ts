// What a cancel may end, by whom and with which words; what else is there stays.
import { expect, it } from "vitest";
import { cancelSend, type CancelPorts } from "#shared/sending/waiting-sends.ts";
import type { Cancelling } from "#shared/sending/ports/sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { sendBodiesOf, sendDocument } from "#shared/sending/store/send-documents.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const later = () => new Date(Date.now() + 3_600_000);
const past = new Date("2026-11-20T09:00:00Z");
const KEY = "655f1c2e9b1e8a001234567a";

describeOnMongo("a cancel", (connect) => {
  const mailbox = aMailbox();
  const { userId } = mailbox;
  const sends = mongoSends(connect);
  const kinds: Readonly<Record<string, Partial<Send>>> = {
    waiting: { status: "queued", dueAt: past },
    held: { status: "scheduled", holdUntil: later(), heldBy: KEY },
    "another's held": { status: "scheduled", holdUntil: later(), heldBy: "655f1c2e9b1e8a0012345679" },
    approved: { status: "scheduled", scheduledAt: later(), dueAt: later(), heldBy: KEY, approvedAt: past },
    draft: { status: "scheduled", holdUntil: later(), heldBy: KEY, draft: true },
    deferred: { status: "sent", sentAt: past, dueAt: later(), deferred: [{ email: "kim@ext.test", reply: "450 later" }] as never },
    sent: { status: "sent", sentAt: past },
  };
  const made = async (kind: string): Promise<Send> => {
    const { sentAt: _, ...plain } = aSend(mailbox);
    const send = { ...plain, ...kinds[kind] } as Send;
    await rawSends(await connect()).insertOne(sendDocument(send));
    await sendBodiesOf(await connect()).insertOne({ _id: oid(send.id), userId: oid(userId), html: "", text: "Hi" });
    return send;
  };
  const ports = {
    sends,
    eventOutbox: { publish: async () => [] },
    schedules: { delete: async () => undefined },
    log: recordingLog(),
  } as unknown as CancelPorts;
  const cancelled = (id: string, how?: Cancelling) =>
    cancelSend(ports, userId, id, how).then(
      () => "done",
      (error: unknown) => (error as { reason?: string }).reason ?? String(error),
    );

  it.each<[string, Cancelling, string, "is gone" | "is cancelled" | "is settled" | "stays"]>([
    ["waiting", {}, "done", "is cancelled"],
    ["waiting", { reason: "no" }, "conflict", "stays"],
    ["waiting", { draft: true }, "conflict", "stays"],
    ["waiting", { heldBy: KEY }, "insufficientScope", "stays"],
    ["held", {}, "done", "is cancelled"],
    ["held", { reason: "no" }, "done", "is cancelled"],
    ["held", { heldBy: KEY }, "done", "is cancelled"],
    ["held", { draft: true }, "conflict", "stays"],
    ["another's held", { heldBy: KEY }, "insufficientScope", "stays"],
    ["approved", { heldBy: KEY }, "insufficientScope", "stays"],
    ["approved", { reason: "no" }, "conflict", "stays"],
    ["draft", {}, "done", "is gone"],
    ["draft", { draft: true }, "done", "is gone"],
    ["draft", { reason: "no" }, "conflict", "stays"],
    ["deferred", {}, "done", "is settled"],
    ["deferred", { reason: "no" }, "conflict", "stays"],
    ["deferred", { draft: true }, "conflict", "stays"],
    ["deferred", { heldBy: KEY }, "insufficientScope", "stays"],
    ["sent", {}, "conflict", "stays"],
  ])("of what is %s, asked as %j, is %s, and it %s", async (kind, how, told, left) => {
    const { id } = await made(kind);
    const other = await made(kind);
    const foreign = await cancelSend(ports, ids.objectId(), id, how).catch((error: unknown) => (error as { reason: string }).reason);
    expect(foreign).toBe("notFound");

    expect(await cancelled(id, how)).toBe(told);

    const now = await sends.find(userId, id);
    const state = !now
      ? "is gone"
      : now.status === "cancelled"
        ? "is cancelled"
        : kind === "deferred" && !now.dueAt
          ? "is settled"
          : "stays";
    expect(state).toBe(left);
    const row = await sendBodiesOf(await connect()).findOne({ _id: oid(id) });
    expect(row === null).toBe(left === "is gone");
    expect((await sends.find(userId, other.id))?.status).toBe(kinds[kind]!.status);
  });
});
