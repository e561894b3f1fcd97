// A provider may send a draft and answer with an error: the draft decides, not the answer, and no stop is final before it did.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServerCertificate } from "#infra/local/certificates.ts";
import { trustedCertificate } from "#test/support/authority.ts";
import type { Failure, HttpAnswer } from "#infra/local/sandbox/http/answer.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { apis, type ApiMailbox, apiPorts, sendDraft, startApiMailbox } from "#test/support/api-sending.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { sendingRig } from "#test/support/sending-rig.ts";

const ME = "sales@contoso.test";
/** Each answer by its status and code, its words, and what becomes of the email where it was true. */
const answers = {
  graph: [
    [503, "ServiceUnavailable", "No", "queued"],
    [429, "ApplicationThrottled", "No", "queued"],
    [409, "ErrorIrresolvableConflict", "No", "queued"],
    [507, "ErrorQuotaExceeded", "No", "queued"],
    [401, "InvalidAuthenticationToken", "No", "queued"],
    [403, "ErrorAccessDenied", "No", "queued"],
    [400, "ErrorInvalidRecipients", "No", "failed"],
    [400, "Unheard", "No", "failed"],
    [413, "ErrorMessageSizeExceeded", "No", "failed"],
  ],
  gmail_api: [
    [503, "backendError", "No", "queued"],
    [429, "rateLimitExceeded", "No", "queued"],
    [403, "userRateLimitExceeded", "No", "queued"],
    [403, "dailyLimitExceeded", "No", "queued"],
    [409, "aborted", "No", "queued"],
    [401, "authError", "No", "queued"],
    [403, "insufficientPermissions", "No", "queued"],
    [400, "invalidArgument", "Invalid To header", "failed"],
    [400, "Unheard", "No", "failed"],
    [413, "uploadTooLarge", "Request Entity Too Large", "failed"],
  ],
} as const;

let certificate: ServerCertificate;
beforeAll(async () => {
  certificate = await trustedCertificate();
});

describe.each(["graph", "gmail_api"] as const)("over %s", (api) => {
  let box: ApiMailbox;
  const names = apis[api];
  beforeAll(async () => {
    box = await startApiMailbox(api, certificate, ME);
  });
  afterAll(() => box.stop());
  beforeEach(() => box.clear());

  describeOnMongo(`an email that ${api} answered with an error`, (connect) => {
    const answered = async (does: Failure) => {
      const mailbox = { type: names.type, email: ME, transportUsed: api, imap: { host: "g", port: 1, username: ME } } as const;
      const rig = await sendingRig({ connect, smtp: { port: 9 }, mailbox, ports: apiPorts(box.server) });
      const [send] = await rig.accept({});
      box.faults.plant({ on: names.send, does });
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

    for (const [status, code, words, ended] of answers[api]) {
      const told: HttpAnswer = names.error(status, code, words);

      it(`${status} ${code} though it left is sent, whatever was asked meanwhile`, async () => {
        let leave = (): void => undefined;
        box.settings.sentAfter = new Promise<void>((resolve) => (leave = resolve));
        const world = await answered({ alter: () => told });
        await stopAll(world);
        leave();

        expect(await lookNow(world)).toMatchObject({ status: "sent", lastError: "" });
        expect(box.accepted).toHaveLength(1);
        expect(box.store.folder(ME, "Sent")?.messages.length).toBeGreaterThan(0);
      });

      it(`${status} ${code} and a draft still is decided a minute later: ${ended}`, async () => {
        const world = await answered({ answer: told });
        await stopAll(world);
        expect(box.drafts()).toHaveLength(1);

        const found = await lookNow(world);

        expect([found.status, found.lastError]).toEqual([ended, expect.stringContaining(`${status} ${code}`)]);
        // One that was decided for want of other mail stays.
        const isRemoved = ended === "failed" && code !== "Unheard";
        expect([box.accepted.length, box.drafts().length, found.refusal]).toEqual([0, isRemoved ? 0 : 1, undefined]);
      });
    }

    it("is sent at once when its draft is among the sent items", async () => {
      const { rig, send } = await answered({ alter: () => names.busy });

      expect(await rig.statuses([send])).toEqual(["sent"]);
    });

    it("is not written before the draft was seen a minute later, though it was one at first and left afterwards", async () => {
      const told = names.error(409, "conflict");
      const world = await answered({ answer: told });
      const { draftId = "" } = await world.rig.read(world.send);
      const dueInMs = ((await world.rig.read(world.send)).dueAt?.getTime() ?? 0) - Date.now();
      expect(dueInMs).toBeGreaterThan(50_000);
      await world.rig.deliver();
      expect(await world.rig.statuses([world.send])).toEqual(["processing"]);
      await sendDraft(box, draftId);

      expect(await lookNow(world)).toMatchObject({ status: "sent", lastError: "" });
      expect(box.accepted).toHaveLength(1);
    });
  });
});
