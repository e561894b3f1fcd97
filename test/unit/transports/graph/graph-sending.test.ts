import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { throttled } from "#test/support/call-graph.ts";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import type { OutgoingMessage, Submission } from "#shared/sending/ports/submission.ts";
import { sweepDrafts } from "#shared/sending/deliver/sweep-drafts.ts";
import type { Send } from "#shared/sending/send.ts";
import { trackingValue } from "#shared/sending/tracking-header.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { recordingLog } from "#test/support/sending-rig.ts";
import { graphAccountAt, type GraphMailbox, graphPorts, startGraphMailbox } from "#test/support/graph-sending.ts";

const ME = "sales@contoso.test";
const MB = 1024 * 1024;
let graph: GraphMailbox;
let submission: Submission;
beforeAll(async () => {
  const authority = await createAuthority();
  setDefaultCACertificates([...getCACertificates("default"), authority.ca]);
  graph = await startGraphMailbox(await authority.issue(loopbackNames), ME);
});
afterAll(() => graph.stop());
beforeEach(async () => {
  graph.accepted.splice(0);
  graph.faults.clear();
  graph.settings.keepsMessageIds = true;
  for (const { id } of [...graph.drafts()].map((message) => ({ id: message }))) graph.drafts().splice(graph.drafts().indexOf(id), 1);
  submission = await ports().submissions.open(account());
});
const account = () => graphAccountAt(graph.server);
const ports = () => graphPorts(graph.server);

const mail = (files: readonly OutgoingFile[] = []) => ({
  from: { name: "Sam", email: ME },
  to: { name: "", email: "jane@there.test" },
  cc: [{ name: "", email: "Copy@there.test" }],
  subject: "Hello",
  date: new Date("2026-11-24T12:00:00Z"),
  messageId: "<0123456789abcdef01234567.00112233445566778899aabbccddeeff@contoso.test>",
  tracking: "0123456789abcdef01234567.00112233445566778899aabbccddeeff",
  references: [],
  headers: {},
  text: "Hi there",
  html: "",
  files,
});
const message = (changes: Partial<OutgoingMessage> = {}, files: readonly OutgoingFile[] = []): OutgoingMessage => ({
  from: ME,
  to: ["jane@there.test", "copy@there.test"],
  raw: buildMime(mail(files)),
  apart: () => ({ raw: buildMime(mail()), files }),
  ...changes,
});
const yes = async () => true;
const submit = (changes: Partial<OutgoingMessage> = {}, intend: Parameters<Submission["submit"]>[1] = yes) =>
  submission.submit(message(changes), intend, 10_000);

it("sends a draft, after the intent that names it, with the octets that were built", async () => {
  const intents: unknown[] = [];
  const outcome = await submit(
    {},
    async (refused, id) => (intents.push([refused, id, graph.drafts().length, graph.accepted.length]), true),
  );

  expect(outcome).toEqual({ kind: "sent" });
  expect(intents).toEqual([[[], expect.stringMatching(/.{20}/), 1, 0]]);
  expect(graph.accepted).toMatchObject([{ from: ME, rcpt: ["jane@there.test", "Copy@there.test"], raw: message().raw }]);
});

it("sends to blind copies, whom nobody sees", async () => {
  const hidden = ["secret@there.test", "other@there.test"];
  expect(await submit({ to: [...message().to, ...hidden], hidden })).toEqual({ kind: "sent" });

  expect(graph.accepted[0]?.rcpt.map((one) => one.toLowerCase())).toEqual([...message().to, ...hidden]);
  expect(graph.accepted[0]?.raw.toString()).not.toContain("secret@");
});

it("refuses to send to a part of the recipients, because Graph would send to all", async () => {
  expect(await submit({ to: ["copy@there.test"] })).toMatchObject({ kind: "refused", code: 554 });
  expect([graph.accepted, graph.drafts()]).toEqual([[], []]);
});

it("replaces the draft that an earlier attempt left, when a copy has been dropped since", async () => {
  let id = "";
  await submit({}, async (_, draft = "") => ((id = draft), Promise.reject(new Error("no database"))));
  const { cc: _, ...toOne } = mail();
  const raw = buildMime(toOne);

  expect(await submit({ to: ["jane@there.test"], raw, apart: () => ({ raw, files: [] }), draftId: id })).toEqual({ kind: "sent" });
  expect(graph.accepted.map(({ rcpt }) => rcpt)).toEqual([["jane@there.test"]]);
  expect(graph.drafts()).toHaveLength(0);
});

it("gives the Message-ID by which Exchange replaced ours", async () => {
  graph.settings.keepsMessageIds = false;
  const outcome = await submit();

  expect(outcome).toEqual({ kind: "sent", messageId: graph.accepted[0]?.messageId });
  expect(graph.accepted[0]?.messageId).not.toBe(mail().messageId);
});

describe("the intent", () => {
  it("when it does not hold, nothing is sent and the new draft is gone; one that an earlier attempt left stays", async () => {
    expect(await submit({}, async () => false)).toEqual({ kind: "fenced" });
    expect(graph.drafts()).toEqual([]);
    let id = "";
    await submit({}, async (_, draft = "") => ((id = draft), Promise.reject(new Error("no database"))));
    expect(await submit({ draftId: id }, async () => false)).toEqual({ kind: "fenced" });

    expect([graph.drafts().length, graph.accepted.length]).toEqual([1, 0]);
  });

  it("when it may have been written, the draft stays, and is the one that is sent next", async () => {
    let id = "";
    const outcome = await submit({}, async (_, draft = "") => ((id = draft), Promise.reject(new Error("no database"))));

    expect(outcome).toMatchObject({ kind: "internal" });
    expect(await submit({ draftId: id }, async (_, draft) => draft === id)).toEqual({ kind: "sent" });
    expect([graph.accepted.length, graph.drafts().length]).toEqual([1, 0]);
  });

  it("a draft that was sent meanwhile counts as sent, and one that is nowhere is waited for", async () => {
    const before = graph.calls.length;
    let id = "";
    await submit({}, async (_, draft = "") => ((id = draft), true));

    expect(await submit({ draftId: id })).toEqual({ kind: "sent" });
    expect(await submit({ draftId: id, to: ["jane@there.test"] })).toEqual({ kind: "sent" });
    expect(graph.calls.slice(before).filter((call) => /\/send\b/.test(call))).toHaveLength(1);
    expect(await submit({ draftId: "AAkNoSuch" })).toMatchObject({ kind: "refused", code: 450 });
    expect(graph.accepted).toHaveLength(1);
  });
});

it.each([true, false])("removes a draft whose creation was never answered (our Message-ID kept: %s)", async (kept) => {
  graph.settings.keepsMessageIds = kept;
  graph.faults.plant({ on: /^POST \/v1\.0\/me\/messages$/, does: "close after" });

  expect(await submit()).toMatchObject({ kind: "refused", code: 451 });
  expect(graph.drafts()).toHaveLength(1);
  expect(await submit({ isRepeated: true })).toMatchObject({ kind: "sent" });
  expect([graph.accepted.length, graph.drafts().length]).toEqual([1, 0]);
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

  expect([graph.accepted.length, graph.drafts().length]).toEqual([1, 1]);
});

describe("large messages", () => {
  const file = (name: string, size: number, more = {}): OutgoingFile => ({
    name,
    type: "application/pdf",
    content: Buffer.alloc(size, name),
    ...more,
  });

  it("go piece by piece: small files in one call, large ones by an upload session", async () => {
    const files = [file("small.pdf", 100), file("large.pdf", 7 * MB), file("edge.pdf", 3 * MB)];
    const before = graph.calls.length;
    expect(await submission.submit(message({}, files), yes, 10_000)).toEqual({ kind: "sent" });

    const calls = graph.calls.slice(before);
    expect(calls.filter((call) => call.startsWith("PUT"))).toHaveLength(3 + 1);
    expect(calls.filter((call) => /POST .*\/attachments\?/.test(call))).toHaveLength(1);
    const raw = graph.accepted[0]!.raw.toString("latin1").replaceAll("\r\n", "");
    for (const { content } of files) expect(raw.includes(Buffer.from(content).toString("base64"))).toBe(true);
  });

  it("whose upload breaks leave no draft without its files", async () => {
    graph.faults.plant({ on: /^PUT /, does: "close before" });

    expect(await submission.submit(message({}, [file("large.pdf", 5 * MB)]), yes, 10_000)).toMatchObject({ kind: "refused", code: 451 });
    expect([graph.accepted, graph.drafts()]).toEqual([[], []]);
  });
});

describe("what Graph refuses", () => {
  const SEND = /\/send$/;
  it("a matter of pace is kept with how long it asks to wait", async () => {
    graph.faults.plant({ on: SEND, does: throttled(17) });

    expect(await submit()).toMatchObject({ kind: "unknown", refusal: { waitMs: 17_000 } });
    expect(graph.drafts()).toHaveLength(1);
  });

  it.each([
    [400, "ErrorExceededMessageLimit", { code: 552, waitMs: 3_600_000 }],
    [400, "ErrorInvalidRecipients", { code: 550 }],
    [403, "ErrorSendAsDenied", { code: 550 }],
    [413, "ErrorMessageSizeExceeded", { code: 552 }],
    [403, "ErrorAccessDenied", { code: 535 }],
    [409, "ErrorIrresolvableConflict", { code: 450 }],
    [400, "Unheard", { code: 554 }],
  ])("%s %s is kept as %o, decides nothing yet, and leaves the draft; where that is sent, the email is", async (status, code, judged) => {
    const told = { status, body: { error: { code, message: "No" } } };
    graph.faults.plant({ on: SEND, does: { answer: told } });

    expect(await submit()).toEqual({ kind: "unknown", refusal: { reply: `${status} ${code} No`, ...judged } });
    expect([graph.drafts().length, graph.accepted.length]).toEqual([1, 0]);
    graph.faults.plant({ on: SEND, does: { alter: () => told } });
    expect(await submit()).toEqual({ kind: "sent" });
  });

  it("what may be about the account leaves the draft, which is the one that is sent next", async () => {
    let id = "";
    graph.faults.plant({ on: SEND, does: { answer: { status: 400, body: { error: { code: "Unheard", message: "No" } } } } });
    await submit({}, async (_, draft = "") => ((id = draft), true));

    expect(await submit({ draftId: id })).toEqual({ kind: "sent" });
    expect([graph.accepted.length, graph.drafts().length]).toEqual([1, 0]);
  });

  it("a refused token ends the session, so that the next one asks for another", async () => {
    graph.faults.plant({
      on: SEND,
      does: { answer: { status: 401, body: { error: { code: "InvalidAuthenticationToken", message: "No" } } } },
    });

    expect([await submit(), submission.open]).toMatchObject([{ kind: "unknown", refusal: { code: 450 } }, false]);
  });

  it.each([
    [400, "ErrorInvalidOperation"],
    [400, "ErrorItemNotFound"],
    [404, "ErrorItemNotFound"],
  ])("%s %s refuses nothing: the draft may be gone because it was sent", async (status, code) => {
    graph.faults.plant({ on: SEND, does: { answer: { status, body: { error: { code, message: "No" } } } } });

    expect(await submit()).toEqual({ kind: "unknown" });
  });

  it.each([[500], [502], [504], [404]])("%s is no answer to whether it was sent", async (status) => {
    graph.faults.plant({ on: SEND, does: { answer: { status } } });

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
    graph.faults.plant({ on: /\/send$/, does: "close before" });
    const draft = await intended();

    expect(await folder.draft(account(), sent)).toEqual({ kind: "sent", messageId: mail().messageId });
    expect(await folder.draft(account(), draft)).toEqual({ kind: "draft" });
    expect(await folder.draft(account(), "AAkNoSuch")).toEqual({ kind: "missing" });
    expect(await folder.contains(account(), mail().messageId, "sent")).toBe(true);
    expect(await folder.contains(account(), mail().messageId, "inbox")).toBe(false);
  });
});

it("opens no mailbox whose token is for another service", async () => {
  const token = graph.tokens.make("access", { email: ME, audience: "https://outlook.office.com", scopes: ["SMTP.Send"] }, 60);

  await expect(graphPorts(graph.server).submissions.open(graphAccountAt({ ...graph.server, token }))).rejects.toMatchObject({
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
    return graph.drafts().length;
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

  it("is no reason not to send where the server refuses such a list", async () => {
    graph.faults.plant({
      on: /orderby/,
      does: { answer: { status: 400, body: { error: { code: "ErrorInvalidUrlQuery", message: "no" } } } },
    });
    submission = await ports().submissions.open(account());

    expect(await submit()).toMatchObject({ kind: "sent" });
  });
});
