// api/README.md, "Sending": which of several mailboxes an email leaves from, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTarget, type Target } from "#test/support/target.ts";
import { ABSENT, type Answer, aSender, asking, fieldsOf, until } from "#test/support/client.ts";

let target: Target;
let sender: Awaited<ReturnType<typeof aSender>>;
let boxes: readonly string[];

beforeAll(async () => {
  target = await openTarget();
  sender = await aSender(target, 5_000);
  boxes = [sender.mailbox, await sender.connected("berta@sandbox.test"), await sender.connected("carla@sandbox.test")];
  await put("sales", boxes);
}, 60_000);
afterAll(() => target?.stop());

const put = (name: string, mailbox_ids: readonly unknown[]) => sender.ask("PUT", `/v1/pools/${name}`, { mailbox_ids });
/** An email for an hour from now without a sender's mailbox. */
const later = (more: object) => {
  const { mailbox_id: _named, ...email } = sender.later({}) as Record<string, unknown>;
  return { ...email, ...more };
};
const chosenIn = ({ body }: Answer) => [body.mailbox_id, body.chosen_because];
const keyWith = async (more: object) =>
  asking(target, (await sender.ask("POST", "/v1/api-keys", { name: "k", scopes: ["send", "read"], ...more })).body.token as string);

describe("PUT, GET and DELETE /v1/pools", () => {
  it("keep a pool under its name, list it, and forget it", async () => {
    const made = await put("north", boxes.slice(0, 2));
    const changed = await put("north", boxes.slice(1));

    expect([made.status, made.body.name, made.body.mailbox_ids]).toEqual([200, "north", boxes.slice(0, 2)]);
    expect([changed.body.id, changed.body.created_at]).toEqual([made.body.id, made.body.created_at]);
    expect((await sender.ask("GET", "/v1/pools/north")).body).toEqual(changed.body);
    expect((await sender.ask("GET", "/v1/pools")).body.map(({ name }: { name: string }) => name)).toEqual(["north", "sales"]);
    expect((await sender.ask("DELETE", "/v1/pools/north")).status).toBe(204);
    expect((await sender.ask("GET", "/v1/pools/north")).status).toBe(404);
    expect((await sender.ask("DELETE", "/v1/pools/north")).status).toBe(404);
  });

  it.each([
    ["one mailbox", "x", () => [boxes[0]], 400, ["mailbox_ids"]],
    ["none", "x", () => [], 400, ["mailbox_ids"]],
    ["one of them twice", "x", () => [boxes[0], boxes[0]?.toUpperCase()], 400, ["mailbox_ids"]],
    ["too many", "x", () => Array.from({ length: 51 }, (_, n) => n.toString(16).padStart(24, "a")), 400, ["mailbox_ids"]],
    ["what is no id", "x", () => [boxes[0], "nobody"], 400, ["mailbox_ids.1"]],
    ["another account's", "x", () => [boxes[0], ABSENT], 404, undefined],
    ["a name with spaces", "a%20b", () => boxes, 400, ["name"]],
    ["a name in capitals", "Sales", () => boxes, 400, ["name"]],
  ] as const)("refuse %s", async (_what, name, ids, status, fields) => {
    const answer = await put(name, ids());

    expect([answer.status, fields && fieldsOf(answer)]).toEqual([status, fields]);
  });

  it("show a bound key only its mailboxes of a pool, and nothing of a pool without one", async () => {
    const bound = await keyWith({ mailbox_ids: [boxes[1]], scopes: ["send", "read", "admin"] });
    const outside = await sender.connected("dora@sandbox.test");
    await put("others", [outside, boxes[2]]);

    expect((await bound("GET", "/v1/pools/sales")).body.mailbox_ids).toEqual([boxes[1]]);
    expect((await bound("GET", "/v1/pools")).body.map(({ name }: { name: string }) => name)).toEqual(["sales"]);
    expect((await bound("GET", "/v1/pools/others")).status).toBe(404);
    expect((await bound("PUT", "/v1/pools/sales", { mailbox_ids: boxes })).status).toBe(404);
    expect((await bound("DELETE", "/v1/pools/sales")).status).toBe(404);
    expect(chosenIn(await bound("POST", "/v1/send", later({ pool: "sales" })))).toEqual([boxes[1], "active"]);
    const unseen = await bound("POST", "/v1/send", later({ pool: "others" }));
    const unknown = await bound("POST", "/v1/send", later({ pool: "nobody" }));
    expect([unseen.status, { ...unseen.body, requestId: "" }]).toEqual([404, { ...unknown.body, requestId: "" }]);
    expect((await bound("POST", "/v1/send", later({ mailbox_ids: [boxes[1], boxes[2]] }))).status).toBe(404);
  });
});

describe("an email that names several mailboxes", () => {
  it("leaves from the one that has a conversation with the recipient, and says so", async () => {
    await sender.send(sender.anEmail({ mailbox_id: boxes[2], to: "reply.kim@sandbox.test" }));
    await until(async () => (await sender.ask("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${boxes[2]}`)).body.messages[0]);
    await until(async () => (await sender.ask("GET", "/v1/inbox/threads?participant=reply.kim@sandbox.test")).body.threads[0]);

    const sent = await sender.ask("POST", "/v1/send", later({ pool: "sales", to: "Reply.Kim@sandbox.test" }));
    const several = await sender.ask("POST", "/v1/send", later({ mailbox_ids: [boxes[0], boxes[2]], to: "reply.kim@sandbox.test" }));
    const without = await sender.ask("POST", "/v1/send", later({ mailbox_ids: [boxes[0], boxes[1]], to: "reply.kim@sandbox.test" }));
    const record = await sender.record(sent.body.id);

    expect(chosenIn(sent)).toEqual([boxes[2], "conversation"]);
    expect([record.mailbox_id, record.chosen_because, record.from_email]).toEqual([boxes[2], "conversation", "carla@sandbox.test"]);
    expect(chosenIn(several)).toEqual([boxes[2], "conversation"]);
    expect(without.body.chosen_because).toBe("eta");
    const blind = await keyWith({ scopes: ["send"] });
    expect(chosenIn(await blind("POST", "/v1/send", later({ pool: "sales", to: "reply.kim@sandbox.test" })))).toEqual([
      boxes[2],
      undefined,
    ]);
  });

  it("gets the same mailbox when its request is repeated", async () => {
    const body = later({ pool: "sales", to: "once@sandbox.test" });
    const post = () => sender.ask("POST", "/v1/send", body, { "Idempotency-Key": "pool-once" });
    const [first, second] = [await post(), await post()];

    expect(first.body.chosen_because).toBe("eta");
    expect(second.body).toEqual(first.body);
  });

  it.each([
    ["no mailbox", {}, ["mailbox_id"]],
    ["two of the three", { mailbox_ids: [ABSENT, "b".repeat(24)], pool: "sales" }, ["pool"]],
    ["all three", { mailbox_id: ABSENT, mailbox_ids: [ABSENT, "b".repeat(24)], pool: "sales" }, ["mailbox_ids", "pool"]],
    ["one mailbox in a list", { mailbox_ids: [ABSENT] }, ["mailbox_ids"]],
    ["a pool that is no name", { pool: "no name" }, ["pool"]],
  ])("is refused with %s", async (_what, more, fields) => {
    const alone = await sender.ask("POST", "/v1/send", later(more));
    const many = await sender.batch([later(more)]);

    expect([alone.status, fieldsOf(alone).toSorted()]).toEqual([400, fields]);
    expect(many.body.results[0].details.map(({ field }: { field: string }) => field).toSorted()).toEqual(fields);
  });

  it("is refused where no mailbox can send it, with the reason", async () => {
    const gone = [await sender.connected("gone1@sandbox.test"), await sender.connected("gone2@sandbox.test")];
    await put("gone", gone);
    for (const id of gone) await sender.ask("DELETE", `/v1/mailboxes/${id}`);
    const empty = await sender.ask("POST", "/v1/send", later({ pool: "gone" }));
    const alias = await sender.ask("POST", "/v1/send", later({ pool: "sales", from_email: "stranger@sandbox.test" }));

    expect([empty.status, empty.body.type]).toEqual([409, "mailbox_disconnected"]);
    expect([alias.status, fieldsOf(alias)]).toEqual([400, ["from_email"]]);
    expect((await sender.ask("POST", "/v1/send", later({ pool: "nobody" }))).status).toBe(404);
    expect((await sender.ask("POST", "/v1/send", later({ mailbox_ids: [boxes[0], ABSENT] }))).status).toBe(404);
  });

  it("does not leave from a mailbox that was deleted, and does again once that is reconnected", async () => {
    const dies = await sender.connected("dies@sandbox.test");
    await put("two", [dies, boxes[1]!]);
    await sender.ask("DELETE", `/v1/mailboxes/${dies}`);

    expect(chosenIn(await sender.ask("POST", "/v1/send", later({ pool: "two" })))).toEqual([boxes[1], "active"]);
    expect(await sender.connected("dies@sandbox.test")).toBe(dies);
    expect((await sender.ask("POST", "/v1/send", later({ pool: "two" }))).body.chosen_because).toBe("eta");
  });
});

describe("an email that waits for approval", () => {
  it("keeps the mailbox that was chosen, and gets another choice, or a named mailbox, by an edit", async () => {
    const held = await sender.ask("POST", "/v1/send", later({ pool: "sales", to: "held@firm.example", hold: true }));
    const edit = async (body: object) => sender.ask("PATCH", `/v1/send/${held.body.id}`, body);
    const same = await edit({ revision: 1, subject: "Hi again" });
    const named = await edit({ revision: 2, mailbox_id: boxes[1] });
    const talked = await edit({ revision: 3, pool: "sales", to: "reply.kim@sandbox.test" });

    expect(chosenIn(held)).toEqual([expect.any(String), "eta"]);
    expect(chosenIn(same)).toEqual(chosenIn(held));
    expect(chosenIn(named)).toEqual([boxes[1], ""]);
    expect(chosenIn(talked)).toEqual([boxes[2], "conversation"]);
    expect(talked.body.message_id).toContain(held.body.id);
    expect(fieldsOf(await edit({ revision: 4, pool: "sales", mailbox_id: boxes[0] }))).toEqual(["pool"]);
    expect((await edit({ revision: 4, pool: "nobody" })).status).toBe(404);
    const bound = await keyWith({ mailbox_ids: [boxes[2]] });
    expect((await bound("PATCH", `/v1/send/${held.body.id}`, { revision: 4, mailbox_ids: [boxes[0], boxes[2]] })).status).toBe(404);
  });

  it("does not leave its conversation's mailbox", async () => {
    const answer = (await sender.ask("GET", `/v1/inbox/messages?mailbox_id=${boxes[2]}`)).body.messages[0];
    const reply = await sender.ask("POST", `/v1/inbox/messages/${answer.id}/reply`, { body_text: "Thanks", hold: true });

    expect(fieldsOf(await sender.ask("PATCH", `/v1/send/${reply.body.id}`, { revision: 1, pool: "sales" }))).toEqual(["pool"]);
  });

  it("is chosen for a draft, too, from the pool that its writer names", async () => {
    const draft = await sender.ask("POST", "/v1/send", { pool: "sales", to: "", subject: "", draft: true });

    expect([draft.status, draft.body.chosen_because]).toEqual([200, "eta"]);
  });
});

describe("a batch", () => {
  it("is spread evenly, its follow-ups stay with their mailbox, and a dry run tells what the batch then does", async () => {
    const emails = Array.from({ length: 30 }, (_, n) => later({ pool: "sales", to: `p${n}@firm.example` }));
    const withFollowUps = [...emails, { follows: 4, body_text: "Well?", scheduled_after: "P3D" }];
    const tried = await sender.ask("POST", "/v1/send/batch", { emails: withFollowUps, dry_run: true });
    const many = await sender.batch(withFollowUps);
    const results: readonly { mailbox_id?: string; chosen_because?: string; id: string }[] = many.body.results;

    const counts = boxes.map((id) => results.slice(0, 30).filter(({ mailbox_id }) => mailbox_id === id).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(8);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(results.slice(0, 30).map(({ chosen_because }) => chosen_because)).toEqual(Array<string>(30).fill("eta"));
    const choice = ({ mailbox_id, chosen_because }: { mailbox_id?: string; chosen_because?: string }) => [mailbox_id, chosen_because];
    expect(tried.body.results.map(choice)).toEqual(results.map(choice));
    const followUp = await sender.record(results[30]!.id);
    expect([followUp.mailbox_id, followUp.chosen_because]).toEqual([results[4]!.mailbox_id, ""]);
  });

  it("sends two sequences to one person from one mailbox", async () => {
    const to = "two.sequences@firm.example";
    const emails = [later({ pool: "sales", to }), { follows: 0, body_text: "Well?", scheduled_after: "P3D" }, later({ pool: "sales", to })];
    const [first, , second] = (await sender.batch(emails)).body.results;

    expect(first.chosen_because).toBe("eta");
    expect([second.mailbox_id, second.chosen_because]).toEqual([first.mailbox_id, "conversation"]);
  });

  it("chooses a mailbox that can look for the answers which cancel its follow-ups", async () => {
    const blind = await sender.connected("blind@sandbox.test");
    await sender.ask("POST", `/v1/mailboxes/${blind}/inbox`, { enabled: false });
    const emails = [
      later({ mailbox_ids: [blind, boxes[1]], to: "answers@firm.example" }),
      { follows: 0, body_text: "Well?", scheduled_after: "P3D", cancel_on: ["reply"] },
    ];
    const { body } = await sender.batch(emails);

    expect(body.results.map(({ error }: { error: string }) => error)).toEqual(["", ""]);
    expect(chosenIn({ body: body.results[0] } as Answer)).toEqual([boxes[1], "active"]);
  });
});
