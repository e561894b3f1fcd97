// Guide "sequences", "Somebody who asks to stop": a sequence that goes on after answers ends for whoever asks for that.
import { afterAll, expect, it } from "vitest";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());

const STEPS = [
  { subject: "An offer", body_text: "Shall we talk?" },
  { scheduled_after: "P2D", body_text: "Our news of the week." },
  { scheduled_after: "P2D", body_text: "A last word." },
];

it("ends for whoever asks to stop, goes on for whoever answers otherwise, and follows a correction of either", async () => {
  const world = await aTestWorld(target);
  const { id, cancel_on } = await world.post("/v1/sequences", { mailbox_id: world.mailbox, steps: STEPS, cancel_on: ["asked", "bounce"] });
  expect(cancel_on).toEqual(["asked", "bounce"]);
  const people = ["unsubscribe.a@example.com", "unsubscribe.b@example.com", "reply.c@example.com", "reply.d@example.com"];
  await world.post(`/v1/sequences/${id}/recipients`, { recipients: people.map((to) => ({ to })) });
  const second = async () => {
    const { recipients } = await world.get(`/v1/sequences/${id}/recipients`);
    const byEmail = new Map(recipients.map(({ email, steps }: { email: string; steps: object[] }) => [email, steps[1]]));
    return people.map((email) => {
      const { status, cancel_reason: reason } = byEmail.get(email) as { status: string; cancel_reason: string };
      return reason || status;
    });
  };
  await world.advance("PT1H");
  expect(await second()).toEqual(["asked", "asked", "scheduled", "scheduled"]);

  const { messages } = await world.get("/v1/inbox/messages?kind=reply");
  const says = async (email: string, intent: string) => {
    const { id: message } = messages.find(({ from }: { from: { email: string } }) => from.email === email);
    expect((await world.ask("PATCH", `/v1/inbox/messages/${message}`, { intent })).status).toBe(200);
  };
  await says("unsubscribe.b@example.com", "not_now");
  await says("reply.d@example.com", "unsubscribe");

  expect(await second()).toEqual(["asked", "scheduled", "scheduled", "asked"]);
  await world.advance("P5D");
  expect(await second()).toEqual(["asked", "sent", "sent", "asked"]);
  // The one who was misread asks again, in the answer to the second step.
  const { steps } = await world.get(`/v1/sequences/${id}`);
  expect(steps.map(({ numbers }: { numbers: { sent: number } }) => numbers.sent)).toEqual([4, 2, 1]);
  const cancelled = (await world.get("/v1/events?limit=200&type=send.cancelled")).events.filter(
    ({ data }: { data: { cancel_reason?: string } }) => data.cancel_reason === "asked",
  );
  expect(cancelled).toHaveLength(7);
});

it("is refused where it is no such event, or named too often", async () => {
  const world = await aTestWorld(target);
  for (const cancel_on of [["ask"], ["reply", "bounce", "auto_reply", "left", "asked", "asked"]])
    expect(await world.ask("POST", "/v1/sequences", { mailbox_id: world.mailbox, steps: STEPS, cancel_on })).toMatchObject({
      status: 400,
      body: { details: [{ field: expect.stringMatching(/^cancel_on/) }] },
    });
});
