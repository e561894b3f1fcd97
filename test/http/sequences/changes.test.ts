// api/README.md, "Sequences": new texts, and pausing.
import { afterAll, describe, expect, it } from "vitest";
import { openTarget } from "#test/support/target.ts";
import { fieldsOf } from "#test/support/client.ts";
import { aTestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());

const STEPS = [
  { subject: "An offer for {{company}}", body_text: "Dear {{name|friend}}, shall we talk?" },
  { body_html: "<p>Did you see this?</p>", scheduled_after: "P3D" },
  { body_text: "I shall not write again.", scheduled_after: "P4D" },
];

const aSequence = async () => {
  const world = await aTestWorld(target);
  const { id } = await world.post("/v1/sequences", { mailbox_id: world.mailbox, steps: STEPS, cancel_on: ["reply"] });
  const path = `/v1/sequences/${id}`;
  const patch = (body: object) => world.ask("PATCH", path, body);
  const add = async (name: string): Promise<string[]> => {
    const recipients = [{ to: `${name}@example.com`, variables: { company: name } }];
    return (await world.post(`${path}/recipients`, { recipients })).results[0].send_ids;
  };
  const states = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await world.record(id)).status));
  return { world, path, patch, add, states };
};

/** One with a person, for all that is refused. */
const withOne = aSequence().then(async (one) => (await one.add("a"), one));

describe("a new text of a step", () => {
  it("is for those who have not had it, quoted as it left, and leaves whole", async () => {
    const { world, patch, add } = await aSequence();
    const early = await add("early");
    await world.advance("P1D");
    const late = await add("late");
    await world.advance("PT1H");

    const { status, body } = await patch({
      steps: [
        { step: 1, subject: "Another offer for {{company}}", body_text: "Hello {{name|you}}" },
        { step: 2, body_text: "Second, {{company}}" },
      ],
    });
    expect([status, body.revision, body.remaining]).toEqual([200, 2, 0]);
    expect(body.steps[1]).toMatchObject({ body_html: "", body_text: "Second, {{company}}", scheduled_after: "P3D" });
    await world.advance("P10D");

    const [first, second, third] = await Promise.all(early.map((id) => world.record(id)));
    expect([first.subject, second.subject, third.status]).toEqual(["An offer for early", "Re: An offer for early", "sent"]);
    expect(second.body_text).toContain("Second, early");
    expect(second.body_text).toContain("Dear friend, shall we talk?");
    expect(second.body_html).not.toContain("Did you see this?");
    expect(third.body_text).toContain("Second, early");
    const [newFirst, newSecond] = await Promise.all(late.map((id) => world.record(id)));
    expect([newFirst.status, newSecond.status]).toEqual(["sent", "sent"]);
    expect([newFirst.subject, newSecond.body_text.includes("Second, late")]).toEqual(["An offer for late", true]);
  });

  it("changes nothing when it is the same, and reaches those who are added later", async () => {
    const { world, patch, add } = await aSequence();
    expect((await patch({ steps: [{ step: 2, body_text: "New" }] })).body.revision).toBe(2);
    expect((await patch({ steps: [{ step: 2, body_text: "New" }] })).body.revision).toBe(2);
    const [, second] = await add("a");
    expect((await world.record(second!)).body_text).toContain("New");
  });

  it.each([
    [{}, ["steps"]],
    [{ steps: [] }, ["steps"]],
    [{ steps: [{ step: 4, body_text: "x" }] }, ["steps.0.step"]],
    [{ steps: [{ step: 2, body_text: "" }] }, ["steps.0.body_text"]],
    [{ steps: [{ step: 1, subject: "" }] }, ["steps.0.subject"]],
    [{ steps: [{ step: 2, body_text: "{{" }] }, ["steps.0.body_text"]],
    [{ steps: [{ step: 2, body_text: "{{first}}" }] }, ["steps.0.body_text"]],
    [
      {
        steps: [
          { step: 2, body_text: "a" },
          { step: 2, body_text: "b" },
        ],
      },
      ["steps"],
    ],
  ])("refuses %j with 400", async (body, fields) => {
    const answer = await (await withOne).patch(body);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  });
});

describe("a pause", () => {
  it("keeps every step that waits from leaving, adds nobody, and ends at each step's own time", async () => {
    const { world, path, patch, add, states } = await aSequence();
    const ids = await add("a");
    await world.advance("PT1H");
    expect((await patch({ paused: true })).body.status).toBe("paused");
    expect((await patch({ paused: true })).body.status).toBe("paused");
    await world.advance("P20D");

    expect(await states(ids)).toEqual(["sent", "scheduled", "scheduled"]);
    expect(await world.record(ids[1]!)).toMatchObject({ waiting_for: "paused" });
    expect((await world.ask("PATCH", `/v1/send/${ids[1]}`, { window: null })).status).toBe(409);
    const refused = await world.ask("POST", `${path}/recipients`, { recipients: [{ to: "b@example.com", variables: { company: "B" } }] });
    expect(refused.body).toMatchObject({ code: 409, details: expect.stringContaining("paused") });
    await patch({ steps: [{ step: 2, body_text: "Anew" }] });

    expect((await patch({ paused: false })).body.status).toBe("active");
    await world.advance("P1D");
    expect(await states(ids)).toEqual(["sent", "sent", "scheduled"]);
    expect((await world.record(ids[1]!)).body_text).toContain("Anew");
    await world.advance("P2D");
    expect(await states(ids)).toEqual(["sent", "sent", "scheduled"]);
    await world.advance("P2D");
    expect(await states(ids)).toEqual(["sent", "sent", "sent"]);
  });

  it("is no reason to miss an answer, and a deleted sequence stays silent", async () => {
    const { world, path, patch, add, states } = await aSequence();
    const ids = await add("reply-after-2d.a");
    await world.advance("PT1H");
    await patch({ paused: true });
    await world.advance("P3D");
    expect(await states(ids)).toEqual(["sent", "cancelled", "cancelled"]);
    await patch({ paused: false });
    await world.ask("DELETE", path);
    expect((await patch({ paused: true })).status).toBe(409);
    await world.advance("P9D");
    expect(await states(ids)).toEqual(["sent", "cancelled", "cancelled"]);
  });
});

describe("a correction of an answer", () => {
  it.each(["a removed person", "a deleted sequence"])("brings no step back to %s", async (which) => {
    const { world, path, add, states } = await aSequence();
    const ids = await add("reply.a");
    await world.advance("PT2H");
    expect(await states(ids)).toEqual(["sent", "cancelled", "cancelled"]);
    const { recipients } = await world.get(`${path}/recipients`);
    const gone = which === "a deleted sequence" ? path : `${path}/recipients/${recipients[0].id}`;
    expect((await world.ask("DELETE", gone)).status).toBe(204);

    const { messages } = await world.get("/v1/inbox/messages?kind=reply");
    expect((await world.ask("PATCH", `/v1/inbox/messages/${messages[0].id}`, { kind: "bulk" })).status).toBe(200);

    expect(await states(ids)).toEqual(["sent", "cancelled", "cancelled"]);
  });

  it("brings the steps back to somebody who is still in the sequence", async () => {
    const { world, add, states } = await aSequence();
    const ids = await add("reply.a");
    await world.advance("PT2H");
    const { messages } = await world.get("/v1/inbox/messages?kind=reply");
    await world.ask("PATCH", `/v1/inbox/messages/${messages[0].id}`, { kind: "bulk" });

    expect(await states(ids)).toEqual(["sent", "scheduled", "scheduled"]);
  });
});
