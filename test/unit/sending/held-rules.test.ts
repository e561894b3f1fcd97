// What an edit and an approval of a held email may be, one guard at a time; with the stores: test/ports/held-sends.test.ts.
import { describe, expect, it } from "vitest";
import { followingEmail } from "#shared/sending/contract/replies.ts";
import { sendChanges } from "#shared/sending/contract/sending.ts";
import { operations } from "#shared/service/operations.ts";
import { RECIPIENTS_MAX } from "#shared/mail/addresses.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { type Approver, approveMany, type ApprovePorts, approveHeld } from "#shared/sending/approve-held.ts";
import { weekdays } from "#shared/sending/departure/wall-time.ts";
import { editHeld, type EditRequest, StaleRevision } from "#shared/sending/held.ts";
import type { Approval } from "#shared/sending/ports/held-sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { anEmail, DRAFTER, SENDER } from "#test/support/sending-rig.ts";

const NOW = new Date("2027-03-01T09:00:00.000Z");
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const USER = "665f1c2e9b3e4a0012345678";
const [first, second] = [
  aMailbox({ userId: USER, email: "one@a.test", displayName: "One", inboxSyncEnabled: true }),
  aMailbox({ userId: USER, id: "665f1c2e9b3e4a0012345699", email: "two@b.test", displayName: "Two" }),
];
let made = 0;
const ids = { objectId: () => (made += 1).toString(16).padStart(24, "0"), random: (bytes: number) => "ab".repeat(bytes) };
const clock = { now: () => NOW };

const world = (facts: Partial<Send> = {}, others: readonly Partial<Send>[] = []) => {
  const drafted = draftSend({ ids, clock }, { mailbox: first }, anEmail({ hold: true, holdUntil: at(600) })).send;
  const send = { ...drafted, heldBy: SENDER.id, holdUntil: at(600), status: "scheduled", revision: 1, ...facts } as Send;
  const [edits, approvals, suppressed]: [
    { draft: { send: Send; body: { html: string; text: string } }; revision: number; own: unknown }[],
    Approval[],
    Set<string>,
  ] = [[], [], new Set()];
  const ports = {
    clock,
    ids,
    sends: {
      find: async (_: string, id: string) => (id === send.id ? send : others.find((one) => one.id === id)),
      bodies: async () => new Map([[send.id, { html: "<p>Old</p>", text: "Old" }]]),
      contents: async () => undefined,
      followUps: async () => [],
    },
    held: {
      edit: async (draft: never, revision: number, own: unknown) => (edits.push({ draft, revision, own }), (draft as { send: Send }).send),
      approve: async (_u: string, _i: string, approval: Approval) => (
        approvals.push(approval),
        { kind: "approved", send: { ...send, status: "queued", holdUntil: undefined } }
      ),
    },
    mailboxes: { findMany: async (_: string, wanted: readonly string[]) => [first, second].filter(({ id }) => wanted.includes(id)) },
    ips: { list: async () => [] },
    suppressions: {
      among: async (_: string, emails: readonly string[]) =>
        new Map(emails.filter((one) => suppressed.has(one)).map((one) => [one, "manual"])),
    },
    unsubscribeLinks: async () => (id: string) => `https://link.test/${id}`,
    eventOutbox: { publish: async () => [] },
    wakeUps: { wake: async () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  } as unknown as ApprovePorts;
  const edit = (change: EditRequest, by: typeof SENDER | typeof DRAFTER = SENDER) =>
    editHeld(ports, USER, send.id, { revision: 1, ...change }, by);
  const approve = (within?: readonly string[]) =>
    approveHeld(ports, { userId: USER, id: send.id, within }, { revision: 1 }, {} as Approver);
  return { send, edits, approvals, suppressed, edit, approve, ports };
};
const fieldOf = (error: unknown) => (error as { details: readonly { field: string }[] }).details[0]?.field;

describe("an edit", () => {
  it("keeps what it does not name: names, id, Message-ID, both bodies, and what waits for approval", async () => {
    const { edit, edits, send } = world();
    await edit({ subject: "New" });
    const [{ draft, revision, own }] = edits as [(typeof edits)[0]];
    expect([revision, own, draft.body]).toMatchObject([1, undefined, { html: "<p>Old</p>", text: "Old" }]);
    for (const name of ["id", "messageId", "mailboxId", "fromEmail", "fromName", "toEmail", "createdAt", "holdUntil"] as const)
      expect(draft.send[name]).toEqual(send[name]);
    expect(draft.send.subject).toBe("New");
  });

  it("that moves it to another mailbox takes that one's address, name and domain, and keeps its id", async () => {
    const { edit, edits, send } = world({ fromName: "Own name" });
    await edit({ mailboxId: second.id });
    const { draft } = edits[0]!;
    expect(draft.send).toMatchObject({ id: send.id, mailboxId: second.id, fromEmail: "two@b.test", fromName: "Two" });
    expect(draft.send.messageId).toMatch(new RegExp(`^<${send.id}\\..*@b\\.test>$`));
    await edit({ subject: "x" });
    expect(edits[1]!.draft.send).toMatchObject({ fromEmail: "one@a.test", fromName: "Own name" });
    await edit({ mailboxId: second.id, fromName: "Given" });
    expect(edits[2]!.draft.send.fromName).toBe("Given");
  });

  it("of one body drops the other, which would say something else", async () => {
    const { edit, edits } = world();
    await edit({ bodyText: "New" });
    await edit({ bodyHtml: "<p>New</p>" });
    expect(edits.map(({ draft: { body } }) => [body.text, body.html])).toEqual([
      ["New", ""],
      [expect.not.stringContaining("Old"), "<p>New</p>"],
    ]);
  });

  it("takes headers of its own; null takes the reply address and the window away", async () => {
    const window = { days: [...weekdays], from: "09:00", to: "17:00", timezone: "UTC" } as never;
    const { edit, edits } = world({ replyTo: "r@x.test", replyToName: "R", window, headers: { "X-Own": "1" } });
    await edit({});
    await edit({ replyTo: null, window: null, headers: {} });
    expect(edits.map(({ draft: { send } }) => [send.replyTo, send.replyToName, send.window, send.headers["X-Own"]])).toEqual([
      ["r@x.test", "R", window, "1"],
      [undefined, undefined, undefined, undefined],
    ]);
  });

  it.each([
    [{}, { revision: undefined }, "revision"],
    [{}, { bodyText: "", bodyHtml: "" }, "bodyText"],
    [{}, { cc: Array.from({ length: RECIPIENTS_MAX }, (_, n) => ({ name: "", email: `c${n}@x.test` })) }, "bcc"],
    [{ threadId: "t" }, { mailboxId: second.id }, "mailboxId"],
    [{ waitsFor: "w" }, { mailboxId: second.id }, "mailboxId"],
    [{}, { scheduledAfter: "P1D" }, "scheduledAfter"],
    [{}, { sendBefore: NOW }, "sendBefore"],
    [{}, { sendBefore: at(59), scheduledAt: at(60) }, "sendBefore"],
    [{}, { sendBefore: at(60), scheduledAt: at(60) }, "sendBefore"],
    [{}, { unsubscribe: true, cc: [{ name: "", email: "c@x.test" }] }, "unsubscribe"],
  ] as const)("of %j by %j is refused at %s", async (facts, change, field) => {
    const { edit, edits } = world(facts);
    const error: unknown = await edit(change).catch((one: unknown) => one);
    expect([fieldOf(error), edits]).toEqual([field, []]);
  });

  it.each([
    [{}, { sendBefore: at(61), scheduledAt: at(60) }],
    [{}, { sendBefore: at(1) }],
    [{ threadId: "t" }, { mailboxId: first.id }],
    [{ waitsFor: "w" }, { scheduledAfter: "P1D" }],
    [{}, { cc: Array.from({ length: RECIPIENTS_MAX - 1 }, (_, n) => ({ name: "", email: `c${n}@x.test` })) }],
    [{}, { unsubscribe: false, cc: [{ name: "", email: "c@x.test" }] }],
  ] as const)("of %j by %j is made", async (facts, change) => {
    const { edit, edits } = world(facts);
    await edit(change);
    expect(edits).toHaveLength(1);
  });

  it("needs the present revision, a held email, a mailbox that is there, recipients who want it, and its holder where the key only drafts", async () => {
    await expect(world({ revision: 2 }).edit({})).rejects.toThrow(StaleRevision);
    await expect(world({ holdUntil: undefined, status: "queued" } as never).edit({})).rejects.toMatchObject({ reason: "conflict" });
    await expect(world().edit({ mailboxId: "665f1c2e9b3e4a0012345600" })).rejects.toMatchObject({ reason: "notFound" });
    await expect(world().edit({}, DRAFTER)).rejects.toMatchObject({ reason: "insufficientScope" });
    const mine = world({ heldBy: DRAFTER.id });
    await mine.edit({}, DRAFTER);
    expect(mine.edits[0]?.own).toBe(DRAFTER.id);
    const unwanted = world();
    unwanted.suppressed.add("new@x.test");
    await expect(unwanted.edit({ to: { name: "", email: "new@x.test" } })).rejects.toMatchObject({ reason: "recipientSuppressed" });
    const stale = world();
    (stale.ports.held as { edit: unknown }).edit = async () => undefined;
    await expect(stale.edit({})).rejects.toThrow(StaleRevision);
  });
});

it("an edit adds nobody to an email whose unsubscribe link is a single recipient's, unless it takes the link away", async () => {
  const { edit, edits, send } = world();
  Object.assign(send, { headers: { "List-Unsubscribe": `<https://link.test/${send.id}>`, "List-Unsubscribe-Post": "x" } });
  const cc = [{ name: "", email: "c@x.test" }];

  expect(fieldOf(await edit({ cc }).catch((error: unknown) => error))).toBe("unsubscribe");
  expect(edits).toEqual([]);
  await edit({ cc, unsubscribe: false });
  await edit({ subject: "New" });
  expect(edits.map(({ draft }) => draft.send.headers["List-Unsubscribe"])).toEqual([undefined, `<https://link.test/${send.id}>`]);
});

it("an edit of the headers keeps the unsubscribe link, and gives none to an email that has none", async () => {
  const [linked, plain] = [world(), world({ headers: { "X-Old": "1" } })];
  const link = { "List-Unsubscribe": `<https://link.test/${linked.send.id}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  Object.assign(linked.send, { headers: { ...link, "X-Old": "1" } });
  for (const { edit } of [linked, plain]) await edit({ headers: { "X-Own": "2" } });

  expect(linked.edits[0]!.draft.send.headers).toEqual({ ...link, "X-Own": "2" });
  expect(plain.edits[0]!.draft.send.headers).toEqual({ "X-Own": "2" });
});

describe("an edit of a follow-up", () => {
  const original = (more: Partial<Send>) =>
    ({ id: "p", status: "scheduled", dueAt: at(30), scheduledAt: at(30), ...more }) as Partial<Send>;
  const DAY = 24 * 60;

  it.each([
    ["its original's time", original({}), 30 + DAY],
    ["the time at which its original left", original({ status: "sent", sentAt: at(-60) }), DAY - 60],
    ["now where its original has no time yet", original({ status: "queued", scheduledAt: undefined } as never), DAY],
  ] as const)("counts from %s, whatever is written and however often", async (_, parent, expected) => {
    for (const change of [{ subject: "x" }, { scheduledAfter: "P1D" }, { bodyText: "Later words" }]) {
      const { edit, edits } = world({ waitsFor: "p", scheduledAfter: "P1D" }, [parent]);
      await edit(change);
      expect(edits[0]!.draft.send).toMatchObject({ scheduledAt: at(expected), scheduledAfter: "P1D", waitsFor: "p" });
    }
  });

  it("judges its last moment by that time", async () => {
    const { edit, edits } = world({ waitsFor: "p", scheduledAfter: "PT30M" }, [original({ status: "sent", sentAt: at(-60) })]);
    await edit({ sendBefore: at(10) });
    expect(edits).toHaveLength(1);
  });
});

describe("the fields of an edit", () => {
  /** What says how an email is made, and is no part of it afterwards. */
  const ofMaking = ["hold", "draft", "force", "reply_all", "quote_history", "quote_timezone", "if_last_message_id", "include_attachments"];
  const fieldsIn = (body: unknown) => Object.keys((body as { readonly shape?: object } | undefined)?.shape ?? {});

  it("are all that any way to send takes", () => {
    const ways = operations.filter(({ drafts, body }) => drafts && fieldsIn(body).includes("hold"));
    expect(ways.map(({ id }) => id)).toEqual(expect.arrayContaining(["sending/send", "sending/follow-up", "inbox/forward-thread"]));
    const missing = [...ways.map(({ body }) => body), followingEmail]
      .flatMap(fieldsIn)
      .filter((field) => field !== "follows" && !ofMaking.includes(field) && !fieldsIn(sendChanges).includes(field));
    expect([...new Set(missing)]).toEqual([]);
  });

  it("with on_away change what a follow-up does while its recipient is away, which an edit of another field keeps", async () => {
    const wait = { wait: "until_return", else: "P7D" } as const;
    const { edit, edits } = world({ threadId: "t", onAway: wait });
    await edit({ subject: "x" });
    await edit({ onAway: "ignore" });
    await edit({ onAway: { ...wait, else: "P2D" } });
    expect(edits.map(({ draft: { send } }) => send.onAway)).toEqual([wait, undefined, { ...wait, else: "P2D" }]);
    const error: unknown = await world()
      .edit({ onAway: wait })
      .catch((one: unknown) => one);
    expect(fieldOf(error)).toBe("onAway");
  });
});

describe("an approval", () => {
  const parent = (more: Partial<Send>) => ({ id: "p", status: "scheduled", dueAt: at(30), scheduledAt: at(30), ...more }) as Partial<Send>;

  it("is of this revision, with a hash of what it is, now where nothing names a later time", async () => {
    const { approve, approvals } = world();
    await approve([first.id]);
    expect(approvals).toMatchObject([
      { revision: 1, at: undefined, notBefore: undefined, evenIfAnswered: false, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it("keeps the wait for an original that has not left, and not for one that has", async () => {
    for (const [facts, notBefore] of [
      [parent({}), at(30)],
      [parent({ status: "sent", sentAt: at(-60), dueAt: at(30) }), undefined],
    ] as const) {
      const { approve, approvals } = world({ waitsFor: "p" }, [facts]);
      await approve();
      expect(approvals[0]?.notBefore).toEqual(notBefore);
    }
  });

  it.each([
    [{ sendBefore: NOW }, []],
    [{ sendBefore: at(-1) }, []],
    [{ sendBefore: at(60), scheduledAt: at(60) }, []],
    [{ status: "cancelled", holdUntil: undefined }, []],
    [{ waitsFor: "p" }, []],
    [{ waitsFor: "p" }, [parent({ status: "failed" })]],
    [{ waitsFor: "p" }, [parent({ status: "cancelled" })]],
  ] as const)("of %j with the original %j is 409, and writes nothing", async (facts, others) => {
    const { approve, approvals } = world(facts as never, others);
    await expect(approve()).rejects.toMatchObject({ reason: "conflict" });
    expect(approvals).toEqual([]);
  });

  it("that was made already is answered with the send; another mailbox's send is 404", async () => {
    const { approve, approvals, send } = world({ approvedAt: NOW, status: "queued" });
    expect([await approve(), approvals]).toEqual([send, []]);
    await expect(world().approve([second.id])).rejects.toMatchObject({ reason: "notFound" });
    await expect(world({ revision: 3 }).approve()).rejects.toThrow(StaleRevision);
  });

  it.each([
    [{ kind: "unpaid" }, "walletEmpty"],
    [{ kind: "unpaid", waitSeconds: 60 }, "tooManyRequests"],
    [{ kind: "answered", messageId: "m" }, "conversationChanged"],
    [{ kind: "changed" }, "conflict"],
  ] as const)("that the store refuses with %j is %s", async (outcome, reason) => {
    const { approve, ports } = world();
    (ports.held as { approve: unknown }).approve = async () => outcome;
    await expect(approve()).rejects.toMatchObject({ reason });
  });

  it.each<[string, Partial<Send>, string]>([
    ["this revision was approved", { approvedAt: at(0), revision: 1, status: "queued" }, "made"],
    ["another one was", { approvedAt: at(0), revision: 2, status: "queued" }, "conflict"],
    ["it was cancelled", { status: "cancelled", revision: 1 }, "conflict"],
    ["it was edited", { revision: 2 }, "StaleRevision"],
    ["its time for approval ended", {}, "conflict"],
  ])("that comes second is judged by what is there then: %s", async (_, change, told) => {
    const { send, ports, approve } = world();
    const held = { ...ports.held, approve: async () => ({ kind: "changed" as const }) };
    let reads = 0;
    const find = async () => ((reads += 1) === 1 ? send : ({ ...send, ...change } as Send));
    Object.assign(ports, { held, sends: { ...ports.sends, find } });

    const outcome = await approve().then(
      () => "made",
      (error: unknown) => (error instanceof StaleRevision ? "StaleRevision" : (error as { reason: string }).reason),
    );
    expect(outcome).toBe(told);
  });
});

it("of many approvals none begins later than fifteen seconds after the first, and the others are told to be repeated", async () => {
  const { send, ports, approvals } = world();
  // Each takes five seconds here.
  const clock = { now: () => new Date(NOW.getTime() + approvals.length * 5_000) };
  const items = Array.from({ length: 5 }, () => ({ id: send.id, revision: 1 }));

  const results = await approveMany({ ...ports, clock }, { userId: USER }, items, {} as Approver);

  expect(results.map(({ result }) => ("reason" in result ? result.reason : "approved"))).toEqual([
    "approved",
    "approved",
    "approved",
    "unavailable",
    "unavailable",
  ]);
});
