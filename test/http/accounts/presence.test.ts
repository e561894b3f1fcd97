// Who has a conversation open, as the console's own page asks (GET /console/changes).
import { afterAll, beforeEach, expect, it } from "vitest";
import { connect } from "#shared/platform/wiring/database.ts";
import { ABSENT, anAccount, type Ask, asking } from "#test/support/client.ts";
import { aMember, own } from "#test/support/members.ts";
import { runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());
beforeEach(async () => void (await (await connect()).raw.collection("rateLimits").deleteMany({})));

/** A conversation of a new mailbox. */
const aThread = async (email: string, call: Ask = system.call) => {
  system.put(email, `Question to ${email}`, { From: "Ask <ask@peer.test>", To: email });
  const mailbox = await system.connect(email, {}, call);
  await call("GET", "/v1/inbox/messages?fresh=true&limit=1");
  const { body } = await call("GET", `/v1/inbox/threads?mailbox_id=${mailbox}`);
  return { mailbox, thread: body.threads[0].id as string };
};
const presentFor = async (ask: Ask, thread: string, writing = false) => {
  const answer = await ask("GET", `/console/changes?latest=true&limit=1&viewing=${thread}&writing=${writing}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.present as readonly { readonly name: string; readonly is_writing: boolean }[];
};

it("is told with the next question to whoever has it open, too, and gone 30 s after the last sign", async () => {
  const { mailbox, thread } = await aThread("present@sandbox.test");
  const rights = { role: "member", mailbox_ids: [mailbox] };
  const [anna, bert] = [await aMember(system, system.call, rights, "Anna"), await aMember(system, system.call, rights, "Bert")];

  expect(await presentFor(anna.ask, thread)).toEqual([]);
  expect(await presentFor(bert.ask, thread, true)).toEqual([{ name: "Anna", is_writing: false }]);
  expect(await presentFor(anna.ask, thread)).toEqual([{ name: "Bert", is_writing: true }]);
  expect(await presentFor(await bert.signedIn(), thread)).toEqual([{ name: "Anna", is_writing: false }]);
  const rows = (await connect()).raw.collection("presence");
  for (const row of await rows.find({}).toArray()) {
    const past = row["people"].map((one: object) => ({ ...one, until: new Date(Date.now() - 1) }));
    await rows.updateOne({ _id: row._id }, { $set: { people: past } });
  }
  expect(await presentFor(anna.ask, thread)).toEqual([]);
});

it("is told to nobody who may not see the mailbox, of no such reader, and of no other account's conversation", async () => {
  const [mine, other] = [await aThread("seen@sandbox.test"), await aThread("unseen@sandbox.test")];
  const inside = await aMember(system, system.call, { role: "viewer", mailbox_ids: [other.mailbox] }, "Inside");
  const outside = await aMember(system, system.call, { role: "member", mailbox_ids: [mine.mailbox] }, "Outside");
  await presentFor(inside.ask, other.thread);
  expect(await presentFor(outside.ask, other.thread, true)).toEqual([]);
  expect(await presentFor(inside.ask, other.thread)).toEqual([]);
  const foreign = await aThread("foreign@sandbox.test", system.callAsOther);
  await presentFor(system.callAsOther, foreign.thread);
  expect(await presentFor(inside.ask, foreign.thread)).toEqual([]);
  expect(await presentFor(system.callAsOther, foreign.thread)).toEqual([]);
  expect(await presentFor(inside.ask, ABSENT)).toEqual([]);
  expect((await inside.ask("GET", "/console/changes?viewing=x")).body.details).toHaveLength(1);
});

it("is by name for an owner, too; an account without a team is told so, and its page asks nothing", async () => {
  const alone = await anAccount(system, 0, "alone");
  const signIn = async () => {
    const answer = await asking(system, "")("POST", "/console/session", alone.login);
    const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
    const ask: Ask = (method, path, body, headers = {}) => asking(system, "")(method, path, body, { ...own(cookie), ...headers });
    return ask;
  };
  const owner = await signIn();
  expect((await owner("GET", "/console/session")).body.has_team).toBe(false);
  const { thread } = await aThread("owned@sandbox.test", owner);
  const admin = await aMember(system, owner, { role: "admin" }, "Second");
  expect((await owner("GET", "/console/session")).body.has_team).toBe(true);
  expect((await admin.ask("GET", "/console/session")).body.has_team).toBe(true);
  await presentFor(owner, thread, true);
  const { name } = (await owner("GET", "/console/session")).body;
  expect(await presentFor(admin.ask, thread)).toEqual([{ name, is_writing: true }]);
  expect(await presentFor(owner, thread)).toEqual([{ name: "Second", is_writing: false }]);
  // The other window of the same person is not somebody else.
  expect(await presentFor(await signIn(), thread)).toEqual([{ name: "Second", is_writing: false }]);
});
