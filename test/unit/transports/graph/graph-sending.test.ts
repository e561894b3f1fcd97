import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { trustedCertificate } from "#test/support/authority.ts";
import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import type { OutgoingMessage, Submission } from "#shared/sending/ports/submission.ts";
import { API_SENDER, apiAccountAt, type ApiMailbox, apiMessage as message, apiPorts, startApiMailbox } from "#test/support/api-sending.ts";

const MB = 1024 * 1024;
let graph: ApiMailbox;
let submission: Submission;
beforeAll(async () => {
  graph = await startApiMailbox("graph", await trustedCertificate(), API_SENDER);
});
afterAll(() => graph.stop());
beforeEach(async () => {
  graph.accepted.splice(0);
  graph.faults.clear();
  graph.settings.keepsMessageIds = true;
  for (const { id } of [...graph.drafts()].map((message) => ({ id: message }))) graph.drafts().splice(graph.drafts().indexOf(id), 1);
  submission = await ports().submissions.open(account());
});
const account = () => apiAccountAt(graph.server);
const ports = () => apiPorts(graph.server);

const yes = async () => true;
const submit = (changes: Partial<OutgoingMessage> = {}, intend: Parameters<Submission["submit"]>[1] = yes) =>
  submission.submit(message(changes), intend, 10_000);

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
    expect(await submission.submit(message({}, files), yes, 10_000)).toEqual({
      kind: "sent",
      reply: expect.stringMatching(/^202 Accepted, request-id [\da-f-]{36}$/),
    });

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

  it.each([
    [400, "ErrorInvalidOperation"],
    [400, "ErrorItemNotFound"],
    [404, "ErrorItemNotFound"],
  ])("%s %s refuses nothing: the draft may be gone because it was sent", async (status, code) => {
    graph.faults.plant({ on: SEND, does: { answer: { status, body: { error: { code, message: "No" } } } } });

    expect(await submit()).toEqual({ kind: "unknown" });
  });
});

it("a list of drafts that the server refuses is no reason not to send where the server refuses such a list", async () => {
  graph.faults.plant({
    on: /orderby/,
    does: { answer: { status: 400, body: { error: { code: "ErrorInvalidUrlQuery", message: "no" } } } },
  });
  submission = await ports().submissions.open(account());

  expect(await submit()).toMatchObject({ kind: "sent" });
});
