import type { CommandStartedEvent } from "mongodb";
import { expect, it } from "vitest";
import { presentIn } from "#shared/threads/notes.ts";
import { mongoPresence } from "#shared/threads/store/notes.ts";
import { ids } from "#shared/platform/system.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("who is in a conversation", (connect) => {
  const presence = mongoPresence(connect);
  const rows = async () => (await connect()).raw.collection("presence");
  const [userId, thread] = [ids.objectId(), ids.objectId()];
  const anna = { id: "a", name: "Anna", isWriting: false };
  const bert = { id: "b", name: "Bert", isWriting: true };
  const shown = ({ name, isWriting }: typeof anna) => ({ name, isWriting });

  it("is everybody else of the last 30 s, each once, as their last sign says", async () => {
    expect(await presence.sign(userId, thread, anna)).toEqual([]);
    expect(await presence.sign(userId, thread, bert)).toEqual([shown(anna)]);
    expect(await presence.sign(userId, thread, { ...anna, isWriting: true })).toEqual([shown(bert)]);
    expect(await presence.sign(userId, thread, bert)).toEqual([{ name: "Anna", isWriting: true }]);

    const past = { $set: { "people.$[one].until": new Date(Date.now() - 1) } };
    await (await rows()).updateMany({}, past, { arrayFilters: [{ "one.id": "a" }], comment: "test only" });
    expect(await presence.sign(userId, thread, bert)).toEqual([]);
    const [row] = await (await rows()).find({}, { comment: "test only" }).toArray();
    expect(row!["people"]).toHaveLength(1);
    expect(row!["expiresAt"].getTime() - Date.now()).toBeLessThanOrEqual(30_000);
  });

  it("is told to nobody in another conversation or account, and a name that reads as an expression is a name", async () => {
    const odd = { id: "$userId", name: "$$ROOT", isWriting: false };
    await presence.sign(userId, thread, odd);
    expect(await presence.sign(userId, ids.objectId(), bert)).toEqual([]);
    expect(await presence.sign(ids.objectId(), thread, bert)).toEqual([]);
    expect(await presence.sign(userId, thread, anna)).toContainEqual({ name: "$$ROOT", isWriting: false });
  });

  it("loses nobody of twenty who come at the same moment", async () => {
    const other = ids.objectId();
    const people = Array.from({ length: 20 }, (_, n) => ({ id: `${n}`, name: `Person ${n}`, isWriting: false }));
    await Promise.all(people.map((one) => presence.sign(userId, other, one)));
    expect(await presence.sign(userId, other, anna)).toHaveLength(20);
  });

  it("costs no command where the page names no conversation, two where it does", async () => {
    const store = inboxStore(connect);
    await store.receive([{ messageId: `<${ids.random(8)}@peer.test>`, body: "The question." }]);
    const [{ id } = { id: "" }] = await store.allThreads();
    const key = { id: "k", userId: store.userId, scopes: [], member: { id: "m", name: "Anna" } };
    const asked: string[] = [];
    const see = ({ commandName }: CommandStartedEvent): void => void asked.push(commandName);
    const { client } = (await connect()).raw;
    client.on("commandStarted", see);
    const ports = { threads: store.threads, presence };
    expect(await presentIn(ports, key, undefined, true, undefined)).toEqual([]);
    expect(asked).toEqual([]);
    await presentIn(ports, key, id, true, undefined);
    expect(asked).toEqual(["find", "findAndModify"]);
    client.off("commandStarted", see);
  });
});
