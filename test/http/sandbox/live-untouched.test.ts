// Whatever a test world does, live mail and the worlds of other accounts stay as they are.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asking, inMs, mailboxAt } from "#test/support/client.ts";
import { changesBetween, settledDocuments } from "#test/support/raw-documents.ts";
import { collectionsOf } from "#shared/platform/mongo/collections.ts";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());

const DAY = 86_400_000;
let world: TestWorld;
let other: TestWorld;
/** All of live mail, and the other account's world. */
const others = (name: string) => !name.startsWith("test.");

const ofOther = async () => new Map([...(await settledDocuments(() => true))].filter(([, text]) => text.includes(other.account.id)));

/** The collections of worlds with a document that lacks the account which its scope says it names. */
const unnamed = async (): Promise<string[]> => {
  const { connectLive } = await import("#shared/platform/wiring/database.ts");
  const { raw } = await connectLive();
  const accounts = new Set([world.account.id, other.account.id]);
  const found: string[] = [];
  for (const scope of ["user", "id"] as const)
    for (const name of collectionsOf(scope))
      for (const { _id, userId } of await raw.collection(`test.${name}`).find().toArray())
        if (!accounts.has(String(scope === "id" ? _id : userId))) found.push(name);
  return found;
};

beforeAll(async () => {
  [world, other] = [await aTestWorld(target, { credits: 1_000 }), await aTestWorld(target)];
  const post = async (path: string, body: object) => {
    const answer = await world.live("POST", path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const mailbox = (await post("/v1/mailboxes", mailboxAt(target.mail, "untouched@sandbox.test"))).id;
  const paused = (await post("/v1/mailboxes", { ...mailboxAt(target.mail, "paused@sandbox.test"), max_daily_sends: 1 })).id;
  const anEmail = (more: object = {}) => ({ mailbox_id: mailbox, to: "jane@sandbox.test", subject: "Hi", body_text: "Hello", ...more });
  // An endpoint that nobody serves: its deliveries are due again later and later.
  await post("/v1/webhooks", { url: "http://127.0.0.1:9/hook" });
  for (const days of [1, 30, 300]) await post("/v1/send", anEmail({ scheduled_at: inMs(days * DAY) }));
  await post("/v1/send/batch", {
    emails: [
      anEmail({ scheduled_at: inMs(DAY) }),
      { body_text: "And?", scheduled_after: "P1D", cancel_on: ["reply", "bounce"], follows: 0 },
      anEmail({ scheduled_at: inMs(2 * DAY), send_before: inMs(3 * DAY) }),
    ],
  });
  await post("/v1/send/batch", { emails: [1, 2, 3].map(() => anEmail({ mailbox_id: paused })) });
  // What a worker has leased, with leases that a world's time has long outrun.
  const { connectLive } = await import("#shared/platform/wiring/database.ts");
  const { raw } = await connectLive();
  const leaseUntil = new Date(Date.now() + 3_600_000);
  await raw.collection("syncStates").updateMany({}, { $set: { token: "held", leaseUntil } });
  await raw.collection("deliveryLimits").updateMany({}, { $set: { heldUntil: leaseUntil, heldFor: "reconnect" } });
  await raw.collection("webhooks").updateMany({}, { $set: { restUntil: leaseUntil, lease: { token: "held", until: leaseUntil } } });
  const [leased] = await raw.collection("sends").find({ status: "scheduled" }).toArray();
  await raw.collection("sends").updateOne({ _id: leased!._id }, { $set: { status: "processing", leaseToken: "held", dueAt: leaseUntil } });
  await other.send({ to: "reply-after-2d.jane@example.com", scheduled_at: inMs(5 * DAY) });
  await other.send({ to: "later.jane@example.com", scheduled_at: inMs(DAY) });
  await other.post("/v1/webhooks", { url: "http://127.0.0.1:9/hook" });
  // Its URL has not answered the first test, and is not tried again meanwhile.
  await ofOther();
  await raw.collection("test.webhooks").updateMany({}, { $set: { restUntil: leaseUntil } });
}, 60_000);

describe("a test world that is moved by 400 days and emptied", () => {
  it("changes nothing of live mail and of another account's world", async () => {
    const [live, theirs] = [await settledDocuments(others), await ofOther()];
    for (const to of ["reply.a@example.com", "later.b@example.com", "bounce.c@example.com", "complaint.d@example.com"])
      await world.batch([world.anEmail({ to }), { body_text: "And?", scheduled_after: "P20D", cancel_on: ["reply"], follows: 0 }]);
    await world.post("/v1/webhooks", { url: "http://127.0.0.1:9/hook" });
    for (const step of ["PT0S", "PT1S", "P1D", "P34D", "P365D"]) await world.advance(step);
    expect(await unnamed()).toEqual([]);
    await asking(target, world.testKey)("DELETE", `/v1/mailboxes/${world.mailbox}?purge=true`);
    await world.advance("P1D");
    await world.ask("POST", "/v1/sandbox/reset");

    // That the world's moved bodies are to be deleted is noted for a job of live mail, by a key of the world's own.
    const forTheJob = /^bodyRemovals \w+\/[0-9a-f]{24}\/test\.: absent -> /;
    expect(changesBetween(live, await settledDocuments(others)).filter((change) => !forTheJob.test(change))).toEqual([]);
    expect(changesBetween(theirs, await ofOther())).toEqual([]);
    expect(theirs.size).toBeGreaterThan(5);
    expect((await world.get("/v1/mailboxes")).length).toBe(0);
    const left = new Map(
      [...(await settledDocuments((name) => name.startsWith("test.")))].filter(([, text]) => text.includes(world.account.id)),
    );
    expect([...left.keys()].map((key) => key.split(" ")[0])).toEqual(["test.users", "test.wallets"]);
    expect(Math.abs((await world.now()).getTime() - Date.now())).toBeLessThan(10_000);
  }, 120_000);
});
