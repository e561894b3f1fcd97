// Graph may send a draft and answer with an error: the draft decides, not the answer, and no stop is final before it did.
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import type { HttpAnswer } from "#infra/local/sandbox/http/answer.ts";
import type { Failure } from "#infra/local/sandbox/http/faults.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { cancelSend } from "#shared/sending/cancel.ts";
import type { Send } from "#shared/sending/send.ts";
import { type GraphMailbox, graphPorts, startGraphMailbox } from "#test/support/graph-sending.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { sendingRig } from "#test/support/sending-rig.ts";

const ME = "sales@contoso.test";
const POST_SEND = /^POST \/v1\.0\/me\/messages\/[^/]+\/send/;
const answer = (status: number, code: string): HttpAnswer => ({ status, body: { error: { code, message: "No" } } });
/** Each answer, and what becomes of the email where it was true. */
const answers: readonly (readonly [HttpAnswer, "queued" | "failed"])[] = [
  [answer(503, "ServiceUnavailable"), "queued"],
  [answer(429, "ApplicationThrottled"), "queued"],
  [answer(409, "ErrorIrresolvableConflict"), "queued"],
  [answer(507, "ErrorQuotaExceeded"), "queued"],
  [answer(401, "InvalidAuthenticationToken"), "queued"],
  [answer(403, "ErrorAccessDenied"), "queued"],
  [answer(400, "ErrorInvalidRecipients"), "failed"],
  [answer(400, "Unheard"), "failed"],
  [answer(413, "ErrorMessageSizeExceeded"), "failed"],
];

let graph: GraphMailbox;
beforeAll(async () => {
  const authority = await createAuthority();
  setDefaultCACertificates([...getCACertificates("default"), authority.ca]);
  graph = await startGraphMailbox(await authority.issue(loopbackNames), ME);
});
afterAll(() => graph.stop());
beforeEach(() => {
  graph.faults.clear();
  graph.accepted.splice(0);
  graph.settings.sentAfter = undefined;
  graph.drafts().splice(0);
});

describeOnMongo("an email that Graph answered with an error", (connect) => {
  const answered = async (does: Failure) => {
    const mailbox = { type: "outlook", email: ME, transportUsed: "graph", imap: { host: "g", port: 1, username: ME } } as const;
    const rig = await sendingRig({ connect, smtp: { port: 9 }, mailbox, ports: graphPorts(graph.server) });
    const [send] = await rig.accept({});
    graph.faults.plant({ on: POST_SEND, does });
    await rig.deliver();
    return { rig, send: send! };
  };
  type World = Awaited<ReturnType<typeof answered>>;
  const change = async ({ id }: Pick<Send, "id">, set: object) =>
    (await connect()).collection("sends").updateOne({ _id: oid(id) }, { $set: set }, TEST_ONLY);
  const lookNow = async ({ rig, send }: World) => {
    await change(send, { dueAt: new Date(0) });
    await rig.deliver();
    return rig.read(send);
  };

  /** Every stop that a client or the sweeper may ask for; none may change the send. */
  const stopAll = async ({ rig, send }: World) => {
    const ports = { sends: mongoSends(connect), schedules: { delete: async () => undefined }, eventOutbox: rig.ports.eventOutbox };
    await expect(cancelSend(ports as never, send.userId, send.id)).rejects.toMatchObject({ reason: "conflict" });
    await change(send, { sendBefore: new Date(1) });
    await rig.ports.deliveries.expire();
    await mongoSuppressions(connect).add(send.userId, [send.toEmail]);
    await rig.ports.deliveries.cancelWaiting(rig.mailbox.id);
    expect(await rig.read(send)).toMatchObject({ status: "processing", stage: "intent" });
  };

  for (const [told, ended] of answers) {
    const { code } = (told.body as { error: { code: string } }).error;

    it(`${told.status} ${code} though it left is sent, whatever was asked meanwhile`, async () => {
      let leave = (): void => undefined;
      graph.settings.sentAfter = new Promise<void>((resolve) => (leave = resolve));
      const world = await answered({ alter: () => told });
      await stopAll(world);
      leave();

      expect(await lookNow(world)).toMatchObject({ status: "sent", lastError: "" });
      expect(graph.accepted).toHaveLength(1);
      expect(graph.store.folder(ME, "Sent")?.messages.length).toBeGreaterThan(0);
    });

    it(`${told.status} ${code} and a draft still is decided a minute later: ${ended}`, async () => {
      const world = await answered({ answer: told });
      await stopAll(world);
      expect(graph.drafts()).toHaveLength(1);

      const { status, lastError, refusal } = await lookNow(world);

      expect([status, lastError]).toEqual([ended, expect.stringContaining(`${told.status} ${code}`)]);
      // One that was decided for want of other mail stays.
      const isRemoved = ended === "failed" && code !== "Unheard";
      expect([graph.accepted.length, graph.drafts().length, refusal]).toEqual([0, isRemoved ? 0 : 1, undefined]);
    });
  }

  it("is sent at once when its draft is among the sent items", async () => {
    const { rig, send } = await answered({ alter: () => answers[0]![0] });

    expect(await rig.statuses([send])).toEqual(["sent"]);
  });

  it("is not written before the draft was seen a minute later, though it was one at first and left afterwards", async () => {
    const told = answers[6]![0];
    const world = await answered({ answer: told });
    const { draftId = "" } = await world.rig.read(world.send);
    const dueInMs = ((await world.rig.read(world.send)).dueAt?.getTime() ?? 0) - Date.now();
    expect(dueInMs).toBeGreaterThan(50_000);
    await world.rig.deliver();
    expect(await world.rig.statuses([world.send])).toEqual(["processing"]);
    await fetch(`${graph.server.origin}/v1.0/me/messages/${encodeURIComponent(draftId)}/send`, {
      method: "POST",
      headers: { authorization: `Bearer ${graph.server.token}`, prefer: 'IdType="ImmutableId"' },
    });

    expect(await lookNow(world)).toMatchObject({ status: "sent", lastError: "" });
    expect(graph.accepted).toHaveLength(1);
  });
});
