import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServerCertificate } from "#infra/local/certificates.ts";
import { trustedCertificate } from "#test/support/authority.ts";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import type { OutgoingMessage, Submission } from "#shared/sending/ports/submission.ts";
import { sweepDrafts } from "#shared/sending/deliver/sweep-drafts.ts";
import type { Send } from "#shared/sending/send.ts";
import { trackingValue } from "#shared/sending/email.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { recordingLog } from "#test/support/sending-rig.ts";
import {
  API_SENDER,
  apiAccountAt,
  apiMail as mail,
  apiMessage as message,
  apis,
  type ApiMailbox,
  apiPorts,
  startApiMailbox,
} from "#test/support/api-sending.ts";

/** An id of a draft that is nowhere, at either interface. */
const NOWHERE = "r-404.f00";
/** The Message-ID of an email that was never sent. */
const ELSE = "<fedcba9876543210fedcba98.00@contoso.test>";

let certificate: ServerCertificate;
beforeAll(async () => {
  certificate = await trustedCertificate();
});

describe.each(["graph", "gmail_api"] as const)("over %s", (api) => {
  let box: ApiMailbox;
  let submission: Submission;
  const names = apis[api];
  beforeAll(async () => {
    box = await startApiMailbox(api, certificate, API_SENDER);
  });
  afterAll(() => box.stop());
  beforeEach(async () => {
    box.clear();
    submission = await ports().submissions.open(account());
  });
  const account = () => apiAccountAt(box.server);
  const ports = () => apiPorts(box.server);

  const yes = async () => true;
  const submit = (changes: Partial<OutgoingMessage> = {}, intend: Parameters<Submission["submit"]>[1] = yes) =>
    submission.submit(message(changes), intend, 10_000);

  it("sends a draft, after the intent that names it, with the octets that were built", async () => {
    const intents: unknown[] = [];
    const outcome = await submit({}, async (refused, id) => (intents.push([refused, id, box.drafts().length, box.accepted.length]), true));

    expect(outcome).toMatchObject({ kind: "sent" });
    expect(intents).toEqual([[[], expect.stringMatching(/.{20}/), 1, 0]]);
    expect(box.accepted).toMatchObject([{ from: API_SENDER, rcpt: ["jane@there.test", "Copy@there.test"], raw: message().raw }]);
  });

  it("sends to blind copies, whom nobody sees", async () => {
    const hidden = ["secret@there.test", "other@there.test"];
    expect(await submit({ to: [...message().to, ...hidden], hidden })).toMatchObject({ kind: "sent" });

    expect(box.accepted[0]?.rcpt.map((one) => one.toLowerCase())).toEqual([...message().to, ...hidden]);
    expect(box.accepted[0]?.raw.toString()).not.toContain("secret@");
  });

  it("refuses to send to a part of the recipients, because it would send to all", async () => {
    expect(await submit({ to: ["copy@there.test"] })).toMatchObject({ kind: "refused", code: 554 });
    expect([box.accepted, box.drafts()]).toEqual([[], []]);
  });

  it("replaces the draft that an earlier attempt left, when a copy has been dropped since", async () => {
    let id = "";
    await submit({}, async (_, draft = "") => ((id = draft), Promise.reject(new Error("no database"))));
    const { cc: _, ...toOne } = mail();
    const raw = buildMime(toOne);

    expect(await submit({ to: ["jane@there.test"], raw, apart: () => ({ raw, files: [] }), draftId: id })).toMatchObject({ kind: "sent" });
    expect(box.accepted.map(({ rcpt }) => rcpt)).toEqual([["jane@there.test"]]);
    expect(box.drafts()).toHaveLength(0);
  });

  it("gives the Message-ID by which the provider replaced ours", async () => {
    box.settings.keepsMessageIds = false;
    const outcome = await submit();

    expect(outcome).toMatchObject({ kind: "sent", messageId: box.accepted[0]?.messageId });
    expect(box.accepted[0]?.messageId).not.toBe(mail().messageId);
  });

  describe("the intent", () => {
    it("when it does not hold, nothing is sent and the new draft is gone; one that an earlier attempt left stays", async () => {
      expect(await submit({}, async () => false)).toEqual({ kind: "fenced" });
      expect(box.drafts()).toEqual([]);
      let id = "";
      await submit({}, async (_, draft = "") => ((id = draft), Promise.reject(new Error("no database"))));
      expect(await submit({ draftId: id }, async () => false)).toEqual({ kind: "fenced" });

      expect([box.drafts().length, box.accepted.length]).toEqual([1, 0]);
    });

    it("when it may have been written, the draft stays, and is the one that is sent next", async () => {
      let id = "";
      const outcome = await submit({}, async (_, draft = "") => ((id = draft), Promise.reject(new Error("no database"))));

      expect(outcome).toMatchObject({ kind: "internal" });
      expect(await submit({ draftId: id }, async (_, draft) => draft === id)).toMatchObject({ kind: "sent" });
      expect([box.accepted.length, box.drafts().length]).toEqual([1, 0]);
    });

    it("a draft that was sent meanwhile counts as sent, and one that is nowhere is waited for", async () => {
      const before = box.calls.length;
      let id = "";
      await submit({}, async (_, draft = "") => ((id = draft), true));

      expect(await submit({ draftId: id })).toMatchObject({ kind: "sent" });
      expect(await submit({ draftId: id, to: ["jane@there.test"] })).toMatchObject({ kind: "sent" });
      expect(box.calls.slice(before).filter((call) => names.send.test(call))).toHaveLength(1);
      expect(await submit({ draftId: NOWHERE, raw: buildMime({ ...mail(), messageId: ELSE, tracking: undefined }) })).toMatchObject({
        kind: "refused",
        code: 450,
      });
      expect(box.accepted).toHaveLength(1);
    });
  });

  it.each([true, false])("removes a draft whose creation was never answered (our Message-ID kept: %s)", async (kept) => {
    box.settings.keepsMessageIds = kept;
    box.faults.plant({ on: names.create, does: "close after" });

    expect(await submit()).toMatchObject({ kind: "refused", code: 451 });
    expect(box.drafts()).toHaveLength(1);
    expect(await submit({ isRepeated: true })).toMatchObject({ kind: "sent" });
    expect([box.accepted.length, box.drafts().length]).toEqual([1, 0]);
  });

  it("leaves the drafts of others alone when it looks for its own", async () => {
    await submission.submit(
      message({ raw: buildMime({ ...mail(), messageId: "<own@contoso.test>", tracking: undefined }) }),
      async () => {
        throw new Error("stays");
      },
      1_000,
    );
    await submit({ isRepeated: true });

    expect([box.accepted.length, box.drafts().length]).toEqual([1, 1]);
  });

  describe("what the server refuses", () => {
    it("a matter of pace is kept with how long it asks to wait", async () => {
      box.faults.plant({ on: names.send, does: { answer: names.tooFast(17) } });

      expect(await submit()).toMatchObject({ kind: "unknown", refusal: { waitMs: 17_000 } });
      expect(box.drafts()).toHaveLength(1);
    });

    it("what may be about the account leaves the draft, which is the one that is sent next", async () => {
      let id = "";
      box.faults.plant({ on: names.send, does: { answer: names.error(400, "Unheard") } });
      await submit({}, async (_, draft = "") => ((id = draft), true));

      expect(await submit({ draftId: id })).toMatchObject({ kind: "sent" });
      expect([box.accepted.length, box.drafts().length]).toEqual([1, 0]);
    });

    it("a refused token ends the session, so that the next one asks for another", async () => {
      box.faults.plant({
        on: names.send,
        does: { answer: names.refusedToken },
      });

      expect([await submit(), submission.open]).toMatchObject([{ kind: "unknown", refusal: { code: 450 } }, false]);
    });

    it.each([[500], [502], [504], [404]])("%s is no answer to whether it was sent", async (status) => {
      box.faults.plant({ on: names.send, does: { answer: { status } } });

      expect(await submit()).toEqual({ kind: "unknown" });
    });
  });

  describe("looking a draft up", () => {
    const intended = async () => {
      let id = "";
      await submit({}, async (_, draft = "") => ((id = draft), true));
      return id;
    };
    it("finds it sent, with its Message-ID; still a draft; or nowhere", async () => {
      const folder = ports().sentFolder;
      const sent = await intended();
      box.faults.plant({ on: names.send, does: "close before" });
      const draft = await intended();

      expect(await folder.draft(account(), sent, mail().messageId)).toEqual({ kind: "sent", messageId: mail().messageId });
      expect(await folder.draft(account(), draft, mail().messageId)).toEqual({ kind: "draft" });
      expect(await folder.draft(account(), NOWHERE, ELSE)).toEqual({ kind: "missing" });
      expect(await folder.contains(account(), mail().messageId, "sent")).toBe(true);
      expect(await folder.contains(account(), mail().messageId, "inbox")).toBe(false);
    });
  });

  it("opens no mailbox whose token is for another service", async () => {
    const token = box.tokens.make("access", { email: API_SENDER, audience: "https://outlook.office.com", scopes: ["SMTP.Send"] }, 60);

    await expect(apiPorts(box.server).submissions.open(apiAccountAt({ ...box.server, token }))).rejects.toMatchObject({
      reason: "credentials",
      code: 401,
    });
  });

  describe("a draft that a dead worker left", () => {
    const trackingKey = "00".repeat(16);
    const send = (facts: Partial<Send>) =>
      ({
        ...aSend(aMailbox({ id: "655f1c2e9b1e8a00123456aa" })),
        id: "0123456789abcdef01234567",
        toEmail: "jane@there.test",
        trackingKey,
        ...facts,
      }) as Send;
    const tracked = () => ({ ...mail(), tracking: trackingValue(send({})) });
    const sweep = async (found: Send | undefined) => {
      submission = await ports().submissions.open(account());
      const sends = { find: async () => found } as never;
      await sweepDrafts({ sends, log: recordingLog() }, { id: "655f1c2e9b1e8a00123456aa", userId: "u" }, submission);
      return box.drafts().length;
    };
    const leave = () => submit({ raw: buildMime(tracked()) }, async () => Promise.reject(new Error("killed")));

    it("stays while its email waits, or is the one to be sent, or is not provably ours; it goes when its email ended otherwise", async () => {
      await leave();
      expect(submission.strays).toEqual([]);
      submission = await ports().submissions.open(account());
      const { id } = submission.strays![0]!;

      expect(await sweep(send({ status: "queued" }))).toBe(1);
      expect(await sweep(send({ status: "sent", draftId: id }))).toBe(1);
      expect(await sweep(send({ status: "cancelled", trackingKey: "11".repeat(16) }))).toBe(1);
      expect(await sweep(send({ status: "cancelled", mailboxId: "655f1c2e9b1e8a00123456ff" }))).toBe(1);
      expect(await sweep(undefined)).toBe(1);
      expect(await sweep(send({ status: "cancelled" }))).toBe(0);
      await leave();
      expect(await sweep(send({ status: "processing", draftId: "another" }))).toBe(0);
    });
  });
});
