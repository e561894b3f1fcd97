// api/README.md, "Sequences": a sequence over HTTP, its people, and what they get.
import { afterAll, describe, expect, it } from "vitest";
import { openTarget } from "#test/support/target.ts";
import { ABSENT, aSender, asking, fieldsOf } from "#test/support/client.ts";
import { aTestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());

const STEPS = [
  { subject: "An offer for {{company}}", body_text: "Dear {{name|Sir or Madam}}, shall we talk?" },
  { body_html: "<p>Did you see this, {{name|perhaps}}?</p>", scheduled_after: "P3D" },
  { body_text: "I shall not write again.", scheduled_after: "P4D", quote_history: false },
];

interface Told {
  readonly type: string;
  readonly data: { readonly step?: number };
}

/** The credits of a test world. */
const CREDITS = 1_000_000;

const aSequence = async (more: object = {}) => {
  const world = await aTestWorld(target);
  const made = await world.ask("POST", "/v1/sequences", {
    mailbox_id: world.mailbox,
    steps: STEPS,
    cancel_on: ["reply", "bounce"],
    ...more,
  });
  const path = `/v1/sequences/${made.body.id}`;
  const add = (...recipients: unknown[]) => world.ask("POST", `${path}/recipients`, { recipients });
  const people = async () => (await world.get(`${path}/recipients`)).recipients;
  const spent = async () => CREDITS - (await world.get("/v1/credits")).balance;
  return { world, made, path, add, people, spent };
};
/** One for all that is refused. */
const whole = await aTestWorld(target);
const jane = { to: "Jane Doe <jane@example.com>", variables: { name: "Jane", company: "Doe & Sons" } };

describe("POST /v1/sequences", () => {
  it("answers 201 with the record, lists it, and keeps it after it is deleted", async () => {
    const { world, made, path, add } = await aSequence({ name: "Spring" });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: "Spring", status: "active", revision: 1, people: 0, cancel_on: ["reply", "bounce"] });
    expect(
      made.body.steps.map(({ step, scheduled_after, quote_history }: Record<string, unknown>) => [step, scheduled_after, quote_history]),
    ).toEqual([
      [1, "", true],
      [2, "P3D", true],
      [3, "P4D", false],
    ]);
    expect((await world.get("/v1/sequences")).sequences).toEqual([made.body]);

    expect((await world.ask("DELETE", path)).status).toBe(204);
    expect(await world.get(path)).toMatchObject({ status: "deleted" });
    expect((await world.get("/v1/sequences")).sequences).toEqual([]);
    expect((await add(jane)).body).toMatchObject({ code: 409, type: "conflict", details: "it is deleted" });
  });

  it.each([
    [{ steps: [] }, ["steps"]],
    [{ steps: [STEPS[0], ...Array.from({ length: 10 }, () => STEPS[1])] }, ["steps"]],
    [{ steps: [{ subject: "Hi" }, { body_text: "", scheduled_after: "P1D" }] }, ["steps.0.body_text", "steps.1.body_text"]],
    [
      { steps: [{ body_text: "Hi", scheduled_after: "P1D" }, { body_text: "And?" }] },
      ["steps.0.subject", "steps.0.scheduled_after", "steps.1.scheduled_after"],
    ],
    [{ steps: [STEPS[0], { body_text: "And?", scheduled_after: "3 days" }] }, ["steps.1.scheduled_after"]],
    [{ steps: [STEPS[0], { body_text: "And?", scheduled_after: "P1D", follows: 0 }] }, ["steps.1.follows"]],
    [{ window: { days: ["mon"], from: "09:00", to: "17:00", timezone: "Mars/Base" } }, ["window.timezone"]],
    [{ on_away: { wait: "until_return", else: "soon" } }, ["on_away"]],
    [{ steps: [STEPS[0]], cancel_on: ["reply"] }, ["cancel_on"]],
    [
      { steps: [{ subject: "{{", body_text: "{{ first name }} {{name", body_html: "<p>{<span>{x}}</span></p>" }], cancel_on: undefined },
      ["steps.0.subject", "steps.0.body_html", "steps.0.body_text"],
    ],
  ])("refuses %j with 400 that names every field", async (bad, fields) => {
    const made = await whole.ask("POST", "/v1/sequences", { mailbox_id: whole.mailbox, steps: STEPS, cancel_on: ["reply"], ...bad });
    expect(made.status).toBe(400);
    expect(fieldsOf(made).toSorted()).toEqual(fields.toSorted());
  });

  it("answers 404 for a foreign mailbox", async () => {
    expect((await aSequence({ mailbox_id: ABSENT })).made.status).toBe(404);
  });
});

describe("POST /v1/sequences/{id}/recipients", () => {
  it("makes each step a send with the person's values, charges all of them, and ends with an answer", async () => {
    const { world, made, path, add, people, spent } = await aSequence();
    const to = "reply-after-1d.jane@example.com";
    const { status, body } = await add({ ...jane, to: { name: "Jane", email: to }, metadata: { contact: "42" } });

    expect([status, body.results[0].error, body.results[0].send_ids.length]).toEqual([200, "", 3]);
    expect(await spent()).toBe(3);
    const sends = await Promise.all(body.results[0].send_ids.map((id: string) => world.record(id)));
    expect(sends[0]).toMatchObject({
      sequence_id: made.body.id,
      step: 1,
      subject: "An offer for Doe & Sons",
      body_text: "Dear Jane, shall we talk?",
      metadata: { contact: "42" },
    });
    expect(sends[1]).toMatchObject({
      step: 2,
      subject: "Re: An offer for Doe & Sons",
      scheduled_after: "P3D",
      cancel_on: ["reply", "bounce"],
    });
    expect(sends[1].body_html).toContain("Did you see this, Jane?");
    expect(sends[1].body_html).toContain("Dear Jane, shall we talk?");
    expect(sends[2].body_text).toBe("I shall not write again.");

    await world.advance("P8D");
    const [person] = await people();
    expect(person).toMatchObject({ id: body.results[0].id, email: to, name: "Jane" });
    expect(person.steps.map(({ status: of, cancel_reason }: Record<string, unknown>) => [of, cancel_reason])).toEqual([
      ["sent", ""],
      ["cancelled", "replied"],
      ["cancelled", "replied"],
    ]);
    const [answer] = (await world.get("/v1/inbox/messages?kind=reply")).messages;
    expect((await world.ask("PATCH", `/v1/inbox/messages/${answer.id}`, { intent: "unsubscribe" })).status).toBe(200);
    const { events } = await world.get("/v1/events?limit=200");
    const { steps } = await world.get(path);
    const told = (type: string, step: number) => events.filter((event: Told) => event.type === type && event.data.step === step).length;
    for (const { step, numbers } of steps as { step: number; numbers: Record<string, number> }[])
      expect([step, numbers]).toEqual([
        step,
        {
          waiting: 0,
          away: 0,
          asked_to_stop: step === 1 ? 1 : 0,
          sent: told("send.sent", step),
          answered: told("send.replied", step),
          bounced: told("send.bounced", step),
          cancelled: told("send.cancelled", step),
          failed: told("send.failed", step),
        },
      ]);
    expect([told("send.sent", 1), told("send.replied", 1), told("send.cancelled", 2), told("send.cancelled", 3)]).toEqual([1, 1, 1, 1]);
    const cancelled = events.filter(({ type }: { type: string }) => type === "send.cancelled").map(({ data }: { data: object }) => data);
    expect(cancelled).toEqual(
      expect.arrayContaining([expect.objectContaining({ sequence_id: made.body.id, step: 2, cancel_reason: "replied" })]),
    );
  });

  it("escapes values in HTML, and has no line break of a value in a subject", async () => {
    const { world, add } = await aSequence({
      steps: [{ subject: "For {{name}}", body_html: '<p title="{{name}}">{{name}}</p>' }],
      cancel_on: undefined,
    });
    const { body } = await add({ to: "a@example.com", variables: { name: 'A\r\nBcc: x@example.com <b>"&' } });
    const { subject, body_html } = await world.record(body.results[0].send_ids[0]);
    expect(subject).toBe('For A Bcc: x@example.com <b>"&');
    expect(body_html).toContain("A\r\nBcc: x@example.com &lt;b&gt;&quot;&amp;");
    expect(body_html).not.toContain("<b>");
  });

  it("refuses each bad person alone, and names every field", async () => {
    const { add, spent } = await aSequence();
    const { body } = await add(
      jane,
      { ...jane, to: "JANE@example.com" },
      { to: "x" },
      { to: "b@example.com" },
      { to: "c@example.com", variables: { company: " ", nmae: "C" } },
      { to: "d@example.com", variables: { company: "{{x" } },
      { to: "e@example.com", variables: { company: 3, "no name": "x" } },
      "f@example.com",
      { to: "g@example.com", variables: { company: "G" }, name: "G" },
    );
    const faults = body.results.map(({ type = "", details = [] }: { type?: string; details?: { field: string }[] }) => [
      type,
      ...details.map(({ field }) => field),
    ]);
    expect(faults).toEqual([
      [""],
      ["invalid_fields", "to"],
      ["invalid_fields", "to"],
      ["invalid_fields", "variables.company"],
      ["invalid_fields", "variables.nmae", "variables.company"],
      ["invalid_fields", "variables"],
      ["invalid_fields", "variables.company", "variables.no name"],
      ["invalid_fields", ""],
      ["invalid_fields", "name"],
    ]);
    expect(await spent()).toBe(3);
    const again = await add(jane);
    expect(again.body.results[0]).toMatchObject({ type: "conflict", id: "" });
    expect(fieldsOf(await add())).toEqual(["recipients"]);
    expect(fieldsOf(await add(...Array.from({ length: 1001 }, () => jane)))).toEqual(["recipients"]);
  });

  it("takes each person with all steps or not at all, as far as the balance goes", async () => {
    const { ask, mailbox, balance } = await aSender(target, 7);
    const { id } = (await ask("POST", "/v1/sequences", { mailbox_id: mailbox, steps: STEPS })).body;
    const add = (...names: string[]) =>
      ask("POST", `/v1/sequences/${id}/recipients`, {
        recipients: names.map((name) => ({ to: `${name}@sandbox.test`, variables: { company: name } })),
      });
    const { body } = await add("a", "b", "c");
    expect(body.results.map(({ type = "" }) => type)).toEqual(["", "", "wallet_empty"]);
    expect(await balance()).toBe(1);
    const { recipients } = (await ask("GET", `/v1/sequences/${id}/recipients`)).body;
    expect(recipients.map(({ email }: { email: string }) => email).toSorted()).toEqual(["a@sandbox.test", "b@sandbox.test"]);
    expect((await add("c")).status).toBe(402);
  });

  it("adds a person once, however often and at once it is asked, also with one Idempotency-Key", async () => {
    const { world, path, add, people, spent } = await aSequence();
    const recipients = [jane, { to: "b@example.com", variables: { company: "B" } }];
    await Promise.all([add(...recipients), add(...recipients.toReversed()), add(jane)]);
    expect((await people()).length).toBe(2);
    expect(await spent()).toBe(6);

    const key = { "idempotency-key": "people-0001" };
    const body = { recipients: [{ to: "c@example.com", variables: { company: "C" } }] };
    const [first, second] = [
      await world.ask("POST", `${path}/recipients`, body, key),
      await world.ask("POST", `${path}/recipients`, body, key),
    ];
    expect([second.body, first.body.results[0].error]).toEqual([first.body, ""]);
  });
});

describe("DELETE of a person and of a sequence", () => {
  it("cancels the steps that wait, with the reason removed and without a refund, and nobody comes back", async () => {
    const { world, path, add, people, spent } = await aSequence();
    const { body } = await add(jane, { to: "b@example.com", variables: { company: "B" } });
    await world.advance("P1D");
    const removing = `${path}/recipients/${body.results[0].id}`;
    expect([(await world.ask("DELETE", removing)).status, (await world.ask("DELETE", removing)).status]).toEqual([204, 204]);
    expect((await world.ask("DELETE", `${path}/recipients/${ABSENT}`)).status).toBe(404);
    await world.advance("P8D");

    const [b, a] = (await people()).toSorted((one: { email: string }, other: { email: string }) => one.email.localeCompare(other.email));
    const of = ({ steps }: { steps: { status: string; cancel_reason: string }[] }) =>
      steps.map(({ status, cancel_reason }) => `${status} ${cancel_reason}`);
    expect([of(a), of(b)]).toEqual([
      ["sent ", "cancelled removed", "cancelled removed"],
      ["sent ", "sent ", "sent "],
    ]);
    expect(a.removed_at).toBeTypeOf("string");
    expect(await spent()).toBe(6);
    expect((await add(jane)).body.results[0]).toMatchObject({ type: "conflict" });
  });

  it("cancels all that waits of a deleted sequence", async () => {
    const { world, path, add, people } = await aSequence();
    await add(jane);
    await world.advance("PT1H");
    await world.ask("DELETE", path);
    await world.advance("P8D");
    const [{ steps }] = await people();
    expect(steps.map(({ status }: { status: string }) => status)).toEqual(["sent", "cancelled", "cancelled"]);
  });
});

describe("the key of a test world", () => {
  it("sees no live sequence, nor a live key one of a test world", async () => {
    const { world, path } = await aSequence();
    expect((await asking(target, world.account.key)("GET", path)).status).toBe(404);
    expect((await world.live("GET", "/v1/sequences")).body.sequences).toEqual([]);
  });
});
