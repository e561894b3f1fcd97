import { describe, expect, it } from "vitest";
import type { Email } from "#shared/domain/sending/accept/draft.ts";
import { listLogs } from "#shared/domain/sending/list-logs.ts";
import { readSend } from "#shared/domain/sending/read-send.ts";
import { sendRecordOut } from "#shared/mapping/sending.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const userId = "655f1c2e9b1e8a0012345678";
const ANSWER_BYTES = 5_500_000;

const accepted = async (...emails: readonly Partial<Email>[]) => {
  const { outbox, sends } = memorySending();
  const drafts = draftsOf(userId, emails);
  await outbox.accept(userId, drafts);
  return { sends, ids: drafts.map(({ send }) => send.id) };
};
const logOf = async (...emails: readonly Partial<Email>[]) => {
  const rows = await listLogs((await accepted(...emails)).sends, userId, {}, { limit: 200, offset: 0 });
  return rows.map(({ send, body }) => sendRecordOut(send, body));
};

describe("the log", () => {
  it("carries bodies while there is room, and the records all the same beyond", async () => {
    const records = await logOf(...Array.from({ length: 7 }, () => ({ text: "x".repeat(900_000) })));

    expect(records.map(({ body_text }) => body_text.length > 0)).toEqual([true, true, true, true, false, false, false]);
  });

  it("stays under 5.5 MB with headers and subjects that JSON doubles", async () => {
    const headers = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`X-${index}`, '"'.repeat(990)]));

    const records = await logOf(...Array.from({ length: 200 }, () => ({ headers, subject: '"'.repeat(998), text: "x" })));

    expect(Buffer.byteLength(JSON.stringify(records))).toBeLessThan(ANSWER_BYTES);
    expect(records).toHaveLength(200);
    expect(records[0]).toMatchObject({ headers, body_text: "x" });
    expect(records[199]).toMatchObject({ headers: {}, body_text: "" });
  });
});

describe("a single record", () => {
  it("stays under 5.5 MB, its bodies cut between whole characters", async () => {
    const { sends, ids } = await accepted({ html: "\u0001".repeat(900_000), text: "😀\u0001".repeat(900_000) });

    const { send, body } = await readSend(sends, userId, ids[0]!);

    expect(Buffer.byteLength(JSON.stringify(sendRecordOut(send, body)))).toBeLessThan(ANSWER_BYTES);
    expect([body.html.length, body.text.length].every((length) => length > 430_000)).toBe(true);
    expect(body.text.isWellFormed()).toBe(true);
  });

  it("is whole where JSON adds no more than it does to words", async () => {
    const html = '"quoted"\n'.repeat(110_000);
    const { sends, ids } = await accepted({ html, text: "" });

    expect((await readSend(sends, userId, ids[0]!)).body.html).toBe(html);
  });
});
