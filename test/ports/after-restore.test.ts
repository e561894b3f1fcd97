import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { markUnknownAfterRestore } from "#shared/sending/store/recovery.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { memorySentFolder, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();

describeOnMongo("after a restore", (connect) => {
  it("looks up what may have gone out, and sends none of it; what was accepted since is sent", async () => {
    const smtp = await smtpServer({});
    const mailbox = { imap: { host: "127.0.0.1", port: 1, secure: "tls", username: "sales" } } as const;
    const filed: string[] = [];
    const rig = await sendingRig({ connect, smtp, mailbox, ports: { sentFolder: memorySentFolder(filed) } });
    const [gone, never, later] = await rig.accept({}, {}, { scheduledAt: new Date(Date.now() + 3_600_000) });
    const restoredTo = new Date();
    await new Promise((done) => setTimeout(done, 5));
    const [fresh] = await rig.accept({});
    filed.push(gone?.messageId ?? "");

    expect(await markUnknownAfterRestore(await connect(), restoredTo)).toBe(2);
    expect(await markUnknownAfterRestore(await connect(), restoredTo)).toBe(0);
    await rig.deliver();

    expect(await rig.statuses([gone, never, later, fresh].flatMap((send) => send ?? []))).toEqual(["sent", "failed", "scheduled", "sent"]);
    expect((await rig.read(never ?? { id: "" })).lastError).toMatch(/^outcome unknown/);
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([fresh?.messageId]);
  });

  it("doubts no email on a later run that has become due since the first, nor its deferred recipients", async () => {
    const smtp = await smtpServer({});
    const rig = await sendingRig({ connect, smtp, ports: { sentFolder: memorySentFolder([]) } });
    const database = await connect();
    const [soon, deferring] = await rig.accept(
      { scheduledAt: new Date(Date.now() + 60_000) },
      { scheduledAt: new Date(Date.now() + 60_000) },
    );
    const restoredTo = new Date();
    expect(await markUnknownAfterRestore(database, restoredTo)).toBe(0);

    // An hour has passed, and the first run with it.
    const hourAgo = new Date(Date.now() - 3_600_000);
    const settings = database.raw.collection<{ _id: string }>("settings");
    await settings.updateOne({ _id: `restored to ${restoredTo.toISOString()}` }, { $set: { markedAt: hourAgo } });
    const sends = database.raw.collection("sends");
    await sends.updateMany(
      { _id: { $in: [soon, deferring].map((send) => oid(send!.id)) } },
      { $set: { dueAt: new Date(Date.now() - 1_000) } },
    );
    const deferred = [{ email: "kim@peer.test", reply: "450 later" }];
    await sends.updateOne({ _id: oid(deferring!.id) }, { $set: { status: "sent", sentAt: new Date(), deferred } });

    expect(await markUnknownAfterRestore(database, restoredTo)).toBe(0);
    expect(await rig.statuses([soon!])).toEqual(["scheduled"]);
    expect(await rig.read(deferring!)).toMatchObject({ status: "sent", deferred });
  });
});
