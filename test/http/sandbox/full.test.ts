// A test world that is full stores nothing more, and everything else in it goes on.
import { Binary, ObjectId } from "mongodb";
import { afterAll, describe, expect, it } from "vitest";
import type { Operation } from "#shared/api/operation.ts";
import { routedOperations } from "#shared/service/routes.ts";
import { inMs } from "#test/support/client.ts";
import { bodyFor, pathFor } from "#test/support/requests.ts";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());

const live = async () => (await (await import("#shared/platform/wiring/database.ts")).connectLive()).raw;
const worlds = async () => (await live()).collection("worlds");
/** The account of a world, by a record that only it has. */
const accountOf = async (one: TestWorld): Promise<ObjectId> => {
  const mailbox = await (await live()).collection("test.mailboxes").findOne({ _id: new ObjectId(one.mailbox) });
  return mailbox!["userId"];
};
/** Puts records beside what the world has, as if it had stored them before anybody counted. */
const fill = async (userId: ObjectId, count: number, bytes: number): Promise<void> => {
  const rows = Array.from({ length: count }, () => ({ userId, mailboxId: new ObjectId(), raw: new Binary(Buffer.alloc(bytes)) }));
  await (await live()).collection("test.sandboxMails").insertMany(rows);
  await (await worlds()).updateOne({ _id: userId }, { $unset: { stored: "", countedAt: "" } });
};
const forTests = (routedOperations as readonly Operation[]).filter(({ auth, mode }) => auth === "key" && mode !== "live");
/** What creates nothing, or what is not kept in the world. */
const STORES_NOTHING = [
  "sandbox/move-clock",
  "sandbox/reset",
  "sending/cancel",
  "sending/cancel-many",
  "mailboxes/test",
  "webhooks/test",
  "webhooks/rotate-secret",
  "inbox/change-messages",
  "inbox/split-thread",
  "inbox/merge-thread",
  "auth/create-api-key",
  "mailboxes/configure-inbox",
  "console/give-consent",
];

it("every POST of a test key says whether it stores something", () => {
  const posts = forTests.filter(({ method }) => method === "POST");
  expect(
    posts
      .filter(({ fills }) => !fills)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(STORES_NOTHING.toSorted());
  // A new name is a new pool; an email that waits for approval may be edited to three megabytes.
  expect(forTests.filter(({ method, fills }) => method !== "POST" && fills).map(({ id }) => id)).toEqual([
    "pools/put",
    "sending/patch",
    "sequences/patch",
  ]);
});

describe.each([
  ["records", 50_000, 1],
  ["bytes", 20, 5_000_000],
])("a world that is full of %s", (_, count, bytes) => {
  it("refuses what would store more, answers everything else, and is empty after a reset", async () => {
    const world = await aTestWorld(target, { credits: 10 });
    const before = await world.send({ to: "reply-after-1d.jane@example.com" });
    await world.advance("PT1M");
    await fill(await accountOf(world), count, bytes);

    for (const operation of forTests.filter(({ fills }) => fills)) {
      const body = bodyFor(operation.id as never, target, world.mailbox) as object | undefined;
      const fitting = operation.id === "mailboxes/connect" ? { type: "sandbox", email: "more@shop.test" } : body;
      const { status, body: error } = await world.ask(operation.method, pathFor(operation.path, before.id), fitting ?? {});
      expect([operation.id, status, error.type, error.error, error.code]).toEqual([operation.id, 409, "sandbox_full", "Conflict", 409]);
      expect(error.details).toContain("/v1/sandbox/reset");
    }
    expect((await world.ask("POST", "/v1/send", { mailbox_id: world.mailbox })).status).toBe(400);
    await world.advance("P2D");
    expect((await world.get("/v1/inbox/messages?kind=reply")).messages).toHaveLength(1);
    expect((await world.live("POST", "/v1/suppressions", { emails: ["stop@live.example"] })).status).toBe(200);
    expect((await world.ask("POST", "/v1/sandbox/reset")).status).toBe(204);
    expect((await world.ask("POST", "/v1/suppressions", { emails: ["stop@test.example"] })).status).toBe(200);
  });
});

it("a saved answer is given again by a world that has become full", async () => {
  const world = await aTestWorld(target, { credits: 10 });
  const headers = { "idempotency-key": "once" };
  const email = world.anEmail({ scheduled_at: inMs(3_600_000) });
  const first = await world.ask("POST", "/v1/send", email, headers);
  await fill(await accountOf(world), 20, 5_000_000);

  expect(await world.ask("POST", "/v1/send", email, headers)).toMatchObject({ status: first.status, body: first.body });
  expect((await world.ask("POST", "/v1/send", email)).body.type).toBe("sandbox_full");
});

it("what was written is counted without a look at the records, and one that only looks full is counted anew", async () => {
  const world = await aTestWorld(target, { credits: 100 });
  const userId = await accountOf(world);
  await world.batch(Array.from({ length: 20 }, (_, n) => world.anEmail({ to: `reply.j${n}@example.com`, body_text: "x".repeat(5_000) })));
  await world.advance("PT1H");
  const noted = (await (await worlds()).findOne({ _id: userId }))!["stored"];
  await (await worlds()).updateOne({ _id: userId }, { $set: { stored: { rows: 60_000, bytes: 1 } }, $unset: { countedAt: "" } });
  expect((await world.ask("POST", "/v1/send", world.anEmail())).status).toBe(200);
  const counted = (await (await worlds()).findOne({ _id: userId }))!["stored"];

  expect(counted.rows).toBeGreaterThan(100);
  expect(Math.abs(noted.rows - counted.rows) / counted.rows).toBeLessThan(0.1);
  expect(Math.abs(noted.bytes - counted.bytes) / counted.bytes).toBeLessThan(0.25);
});
