// Sending by drafts, one guard at a time: what is done with each answer, before the intent and after it.
import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { OutgoingMessage } from "#shared/sending/ports/submission.ts";
import { ApiError, apiErrorOf } from "#shared/transports/http/api-client.ts";
import {
  type ApiDraft,
  bears,
  type Drafts,
  draftState,
  draftSubmission,
  goesTo,
  headerOf,
  identityOf,
  messageIdIn,
  type Refusals,
  withHidden,
} from "#shared/transports/http/draft-submissions.ts";
import { gmailRules } from "#shared/transports/gmail/gmail-client.ts";

const RAW = Buffer.from("Message-ID: <ours@x.test>\r\nX-Long: one\r\n two\r\nSubject: a: b\r\n\r\nMessage-ID: <body@x.test>\r\n");
const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  from: "me@x.test",
  to: ["Jane@there.test"],
  raw: RAW,
  ...more,
});
const draft = (more: Partial<ApiDraft> = {}): ApiDraft => ({
  id: "d1",
  isDraft: true,
  messageId: "<ours@x.test>",
  recipients: ["jane@there.test"],
  ...more,
});
const answered = (status: number, reason = "") =>
  apiErrorOf(
    gmailRules,
    { api: "gmail_api", username: crypto.randomUUID() },
    {
      status,
      headers: {},
      body: Buffer.from(JSON.stringify({ error: { message: "No", errors: [{ reason }] } })),
    },
  );
const refusals: Refusals = {
  service: "Mail",
  refusalOf: (error) =>
    error instanceof ApiError && [400, 404, 429].includes(error.status)
      ? {
          kind: "refused",
          code: error.status === 429 ? 450 : 554,
          reply: `${error.status} told`,
          ...(error.status === 429 && { waitMs: 9 }),
        }
      : undefined,
  isGone: (error) => error.status === 404,
};

const rig = (over: Partial<Drafts> = {}) => {
  const did: string[] = [];
  const noted =
    <A extends readonly unknown[], R>(name: string, work: (...given: A) => Promise<R>) =>
    (...given: A) => {
      did.push(typeof given[0] === "string" ? `${name} ${given[0]}` : name);
      return work(...given);
    };
  const drafts: Drafts = {
    find: noted("find", over.find ?? (async () => draft())),
    create: noted("create", over.create ?? (async () => draft({ id: "new" }))),
    send: noted("send", over.send ?? (async () => ({}))),
    discard: noted("discard", over.discard ?? (async () => undefined)),
    discardStrays: noted("strays", over.discardStrays ?? (async () => undefined)),
  };
  const submission = draftSubmission(drafts, [], refusals);
  const submit = (more: Partial<OutgoingMessage> = {}, intend: (refused: unknown, id?: string) => Promise<boolean> = async () => true) =>
    submission.submit(
      message(more),
      noted("intend", async (refused: unknown, id?: string) => (did.push(`with ${id}`), intend(refused, id))) as never,
      10_000,
    );
  return { did, submission, submit };
};

describe("a new email", () => {
  it("becomes a draft, has its intent written with the draft's id, and is sent, in this order", async () => {
    const { did, submit, submission } = rig();
    expect(await submit()).toEqual({ kind: "sent" });
    expect(did).toEqual(["create", "intend", "with new", "send new"]);
    expect(submission.open).toBe(true);
  });

  it("has the Message-ID that the server gave it, where that is another", async () => {
    expect(await rig({ send: async () => ({ messageId: "<theirs@x.test>" }) }).submit()).toEqual({
      kind: "sent",
      messageId: "<theirs@x.test>",
    });
    expect(await rig({ create: async () => draft({ messageId: "<made@x.test>" }) }).submit()).toEqual({
      kind: "sent",
      messageId: "<made@x.test>",
    });
    expect(await rig({ create: async () => draft({ messageId: undefined }) }).submit()).toEqual({ kind: "sent", messageId: undefined });
  });

  it("whose draft would go to others is not sent: the draft is removed", async () => {
    const { did, submit } = rig({ create: async () => draft({ id: "new", recipients: ["jane@there.test", "more@x.test"] }) });
    expect(await submit()).toEqual({ kind: "refused", code: 554, reply: "554 Mail would send it to other recipients than asked" });
    expect(did).toEqual(["create", "discard new"]);
  });

  it("whose intent may not be written is not sent: the draft is removed", async () => {
    const { did, submit } = rig();
    expect(await submit({}, async () => false)).toEqual({ kind: "fenced" });
    expect(did).toEqual(["create", "intend", "with new", "discard new"]);
  });

  it("whose intent failed is not sent, and its draft stays, because the intent may stand", async () => {
    const { did, submit } = rig();
    const error = new Error("database");
    expect(await submit({}, () => Promise.reject(error))).toEqual({ kind: "internal", error });
    expect(did).toEqual(["create", "intend", "with new"]);
  });

  it("that was tried before has strays removed first", async () => {
    const { did, submit } = rig();
    await submit({ isRepeated: true });
    expect(did.slice(0, 2)).toEqual(["strays", "create"]);
  });
});

describe("an email with a draft of an earlier attempt", () => {
  it("sends that draft, and makes no other", async () => {
    const { did, submit } = rig({ find: async () => draft({ id: "d1" }) });
    expect(await submit({ draftId: "d1", isRepeated: true })).toEqual({ kind: "sent" });
    expect(did).toEqual(["find d1", "intend", "with d1", "send d1"]);
  });

  it("that was sent meanwhile is sent, and not again", async () => {
    const { did, submit } = rig({ find: async () => draft({ isDraft: false, messageId: "<theirs@x.test>" }) });
    expect(await submit({ draftId: "d1" })).toEqual({ kind: "sent", messageId: "<theirs@x.test>" });
    expect(did).toEqual(["find d1", "intend", "with d1"]);
  });

  it("that is nowhere waits: it may be on its way", async () => {
    const { did, submit } = rig({ find: async () => undefined });
    expect(await submit({ draftId: "d1", isRepeated: true })).toMatchObject({ kind: "refused", code: 450 });
    expect(did).toEqual(["find d1"]);
  });

  it("to other recipients than now is removed, and a new one is made", async () => {
    const { did, submit } = rig({ find: async () => draft({ recipients: ["jane@there.test", "dropped@x.test"] }) });
    expect(await submit({ draftId: "d1", isRepeated: true })).toEqual({ kind: "sent" });
    expect(did).toEqual(["find d1", "discard d1", "create", "intend", "with new", "send new"]);
  });

  it("that may not be sent now keeps its draft, which the send knows", async () => {
    const { did, submit } = rig();
    expect(await submit({ draftId: "d1" }, async () => false)).toEqual({ kind: "fenced" });
    expect(did).toEqual(["find d1", "intend", "with d1"]);
  });
});

describe("an error before the intent", () => {
  const failing = async (error: unknown) => {
    const { did, submit, submission } = rig({ create: () => Promise.reject(error) });
    const outcome = await submit();
    expect(did).toEqual(["create"]);
    return { outcome, open: submission.open };
  };

  it("is a refusal where the server refuses the message", async () => {
    expect((await failing(answered(400))).outcome).toEqual({ kind: "refused", code: 554, reply: "400 told" });
  });

  it("is tried later where nothing, or something else, was answered", async () => {
    expect((await failing(new MailFailure("HTTPS", "unreachable", {}))).outcome).toEqual({
      kind: "refused",
      code: 451,
      reply: "451 Mail did not answer",
    });
    expect(await failing(answered(500))).toEqual({ outcome: { kind: "refused", code: 451, reply: "500 No" }, open: true });
  });

  it("renews a refused token at once, and ends the session", async () => {
    expect(await failing(answered(401))).toMatchObject({
      outcome: { kind: "unreached", failure: { reason: "credentials", at: "login" } },
      open: false,
    });
  });

  it("of ours, or about the operator's project, concerns no email", async () => {
    const error = new TypeError("ours");
    expect((await failing(error)).outcome).toEqual({ kind: "internal", error });
    expect(await failing(answered(403, "dailyLimitExceeded"))).toMatchObject({ outcome: { kind: "internal" }, open: true });
  });
});

describe("an error after the intent", () => {
  const sending = async (error: unknown, found: ApiDraft | undefined | Error = draft()) => {
    const { did, submit, submission } = rig({
      send: () => Promise.reject(error),
      find: async () => {
        if (found instanceof Error) throw found;
        return found;
      },
    });
    const outcome = await submit();
    return { outcome, open: submission.open, looked: did.includes("find new"), did };
  };

  it("is no failure where the draft is sent by then, with the id that it has", async () => {
    for (const status of [400, 401, 403, 429, 503])
      expect((await sending(answered(status), draft({ isDraft: false, messageId: "<t@x.test>" }))).outcome, `${status}`).toEqual({
        kind: "sent",
        messageId: "<t@x.test>",
      });
    expect((await sending(answered(400), draft({ isDraft: false }))).outcome).toEqual({ kind: "sent" });
  });

  it("leaves the outcome unknown with the refusal, which counts once the draft is seen again", async () => {
    expect((await sending(answered(400))).outcome).toEqual({ kind: "unknown", refusal: { code: 554, reply: "400 told" } });
    expect((await sending(answered(429))).outcome).toEqual({ kind: "unknown", refusal: { code: 450, reply: "429 told", waitMs: 9 } });
    expect((await sending(answered(403, "dailyLimitExceeded"))).outcome).toMatchObject({ kind: "unknown", refusal: { code: 450 } });
    expect(await sending(answered(401))).toMatchObject({
      outcome: { kind: "unknown", refusal: { code: 450, reply: "401 No" } },
      open: false,
    });
  });

  it("that the draft is gone is no refusal, nor is one that says nothing of the message, nor a look that fails", async () => {
    expect((await sending(answered(404), undefined)).outcome).toEqual({ kind: "unknown" });
    expect((await sending(answered(500))).outcome).toEqual({ kind: "unknown" });
    expect((await sending(answered(400), new Error("down"))).outcome).toEqual({
      kind: "unknown",
      refusal: { code: 554, reply: "400 told" },
    });
  });

  it("without an answer is looked at by nobody now: it could still be sent", async () => {
    for (const error of [new MailFailure("HTTPS", "unreachable", {}), new Error("ours")]) {
      const { outcome, looked, did } = await sending(error, draft({ isDraft: false }));
      expect([outcome, looked]).toEqual([{ kind: "unknown" }, false]);
      expect(did).not.toContain("discard new");
    }
  });
});

describe("what became of a draft", () => {
  const state = (found: ApiDraft | undefined | Error) =>
    draftState({ find: async () => (found instanceof Error ? Promise.reject(found) : found) }, "d", "<ours@x.test>");
  it("is missing, a draft, or sent with its id; an error is none of these", async () => {
    expect(await state(undefined)).toEqual({ kind: "missing" });
    expect(await state(draft())).toEqual({ kind: "draft" });
    expect(await state(draft({ isDraft: false }))).toEqual({ kind: "sent", messageId: "<ours@x.test>" });
    expect(await state(draft({ isDraft: false, messageId: undefined }))).toEqual({ kind: "sent" });
    await expect(state(answered(500))).rejects.toBeInstanceOf(MailFailure);
    await expect(state(new TypeError("ours"))).rejects.toBeInstanceOf(TypeError);
  });
});

describe("what names an email", () => {
  it("is read from its own header, unfolded, whatever the body says", () => {
    expect([headerOf(RAW, "message-id"), headerOf(RAW, "x-long"), headerOf(RAW, "Subject"), headerOf(RAW, "body")]).toEqual([
      "<ours@x.test>",
      "one two",
      "a: b",
      "",
    ]);
    expect(headerOf(Buffer.from("Message-ID: <a@b>"), "Message-ID")).toBe("");
    expect(identityOf(RAW)).toEqual({ messageId: "<ours@x.test>" });
  });

  it("is its Message-ID or our tracking header, and no empty one", () => {
    const ours = { messageId: "<a@b>", tracking: "t" };
    expect([{ messageId: "<a@b>" }, { tracking: "t" }, { messageId: "<a@b>", tracking: "u" }].map((found) => bears(ours, found))).toEqual([
      true,
      true,
      true,
    ]);
    expect([{}, { messageId: "<c@d>" }, { tracking: "u" }].map((found) => bears(ours, found))).toEqual([false, false, false]);
    expect(bears({ messageId: "" }, { messageId: "" })).toBe(false);
    expect(bears({ messageId: "<a@b>" }, { messageId: "<c@d>" })).toBe(false);
  });

  it("is a Message-ID of the right form and length alone", () => {
    expect(["<a@b>", `<${"a".repeat(300)}>`].map(messageIdIn)).toEqual(["<a@b>", `<${"a".repeat(300)}>`]);
    for (const odd of [7, "", "a@b", "<a b>", "<>", `<${"a".repeat(301)}>`, "<a@b> x"]) expect(messageIdIn(odd)).toBeUndefined();
  });
});

it("blind copies stand in a Bcc before the rest, and none where there are none", () => {
  expect(withHidden(RAW)).toBe(RAW);
  expect(withHidden(RAW, [])).toBe(RAW);
  expect(withHidden(RAW, ["a@x.test", "b@x.test"]).toString()).toBe(`Bcc: a@x.test, b@x.test\r\n${RAW.toString()}`);
});

it("an email goes to exactly these recipients, however they are written, or where the server does not say", () => {
  expect(goesTo({ recipients: ["a@x.test", "b@x.test"] }, ["B@X.test", "a@x.test"])).toBe(true);
  expect(goesTo({ recipients: ["a@x.test", "a@x.test"] }, ["a@x.test"])).toBe(true);
  expect(goesTo({ recipients: undefined }, ["a@x.test"])).toBe(true);
  for (const recipients of [[], ["a@x.test"], ["a@x.test", "c@x.test"], ["a@x.test", "b@x.test", "c@x.test"]])
    expect(goesTo({ recipients }, ["a@x.test", "b@x.test"])).toBe(false);
});

it("no name is no name in common", () => {
  expect(bears({ messageId: "" }, { messageId: "" })).toBe(false);
  expect(bears({ messageId: "" }, {})).toBe(false);
  expect(bears({ messageId: "<a@x>" }, { messageId: "<b@x>" })).toBe(false);
  expect(bears({ messageId: "<a@x>", tracking: "t" }, { messageId: "<b@x>", tracking: "t" })).toBe(true);
});
