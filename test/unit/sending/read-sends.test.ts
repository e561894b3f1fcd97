import { describe, expect, it } from "vitest";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import { listLogs, readSend } from "#shared/sending/read-send.ts";
import { clock } from "#shared/platform/system.ts";
import { jsonAnswer } from "#shared/api/http/answer.ts";
import { sendRecordOut } from "#shared/sending/wire.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const userId = "655f1c2e9b1e8a0012345678";
/** The response object as Lambda counts it: the JSON body is a string in it. */
const LAMBDA_BYTES = 6_291_556;
const lambdaBytes = (answer: unknown) => Buffer.byteLength(JSON.stringify(jsonAnswer(200, answer)));

const accepted = async (...emails: readonly Partial<PlacedEmail>[]) => {
  const { acceptedSends, sends } = memorySending();
  const drafts = draftsOf(userId, emails);
  await acceptedSends.accept(userId, drafts);
  const warned: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warned.push(text), error: () => {} };
  const ports = { sends, mailboxes: memoryMailboxes(), clock, log, isInMaintenance: async () => false };
  return { ports, warned, ids: drafts.map(({ send }) => send.id) };
};
const logOf = async (...emails: readonly Partial<PlacedEmail>[]) => {
  const rows = await listLogs((await accepted(...emails)).ports, userId, {}, { limit: 200, offset: 0 });
  return rows.map(({ send, body, wait }) => sendRecordOut(send, body, wait));
};

describe("the log", () => {
  it("carries bodies while there is room, and the records all the same beyond", async () => {
    const records = await logOf(...Array.from({ length: 9 }, () => ({ bodyText: "x".repeat(900_000) })));

    expect(records.map(({ body_text }) => body_text.length > 0)).toEqual([true, true, true, true, true, true, false, false, false]);
  });

  it("is an answer that Lambda gives with metadata that is escaped twice", async () => {
    const metadata = { a: '"'.repeat(2_047) };

    const records = await logOf(
      ...Array.from({ length: 200 }, () => ({ metadata, subject: '"'.repeat(998), bodyText: "x".repeat(900_000) })),
    );

    expect(lambdaBytes(records)).toBeLessThan(LAMBDA_BYTES);
    expect(records[199]).toMatchObject({ metadata, body_text: "" });
  });

  it("is an answer that Lambda gives with headers and subjects that are escaped twice", async () => {
    const headers = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`X-${index}`, '"'.repeat(990)]));

    const records = await logOf(...Array.from({ length: 200 }, () => ({ headers, subject: '"'.repeat(998), bodyText: "x" })));

    expect(lambdaBytes(records)).toBeLessThan(LAMBDA_BYTES);
    expect(records).toHaveLength(200);
    expect(records[0]).toMatchObject({ headers, body_text: "x" });
    expect(records[199]).toMatchObject({ headers: {}, body_text: "" });
  });
});

describe("a single record", () => {
  it.each(["\u0001", '"', "\\", "😀\u0001", "é"])(
    "is an answer that Lambda gives, its bodies of %j cut between whole characters",
    async (piece) => {
      const { ports, ids } = await accepted({ bodyHtml: piece.repeat(900_000), bodyText: piece.repeat(900_000) });

      const { send, body, wait } = await readSend(ports, userId, ids[0]!);

      expect(lambdaBytes(sendRecordOut(send, body, wait))).toBeLessThan(LAMBDA_BYTES);
      expect([body.html.length, body.text.length].every((length) => length > 400_000)).toBe(true);
      expect(body.text.isWellFormed()).toBe(true);
    },
  );

  it("is whole where escaping adds no more than it does to words", async () => {
    const html = '"quoted"\n'.repeat(110_000);
    const { ports, ids } = await accepted({ bodyHtml: html, bodyText: "" });

    expect((await readSend(ports, userId, ids[0]!)).body.html).toBe(html);
  });
});

describe("the first forecast that is told of a send", () => {
  const AT = new Date(Date.now() + 3_600_000);
  const LATER = new Date(Date.now() + 7_200_000);
  /** A scheduled send of a connected mailbox. */
  const scheduled = async () => {
    const { ports, ids, warned } = await accepted({ scheduledAt: AT });
    const id = ids[0]!;
    const mailboxId = (await ports.sends.find(userId, id))!.mailboxId;
    await ports.mailboxes.insert(aMailbox({ id: mailboxId, userId }), {});
    return { ports, id, warned, kept: async () => (await ports.sends.find(userId, id))?.firstEta };
  };

  it("is kept; a later one is not, and a move forgets it", async () => {
    const { ports, id, kept } = await scheduled();

    expect((await readSend(ports, userId, id)).wait.eta).toEqual(AT);
    expect(await kept()).toEqual(AT);
    await ports.sends.noteEta(userId, id, AT, LATER);
    expect(await kept()).toEqual(AT);

    await ports.sends.move(userId, id, { time: { at: LATER } });
    expect(await kept()).toBeUndefined();
    await ports.sends.noteEta(userId, id, AT, AT);
    expect(await kept()).toBeUndefined();
    await readSend(ports, userId, id);
    expect(await kept()).toEqual(LATER);
    expect(
      JSON.stringify(
        (await listLogs(ports, userId, {}, { limit: 1, offset: 0 })).map(({ send, wait }) => sendRecordOut(send, undefined, wait)),
      ),
    ).not.toMatch(/eta"/i);

    await ports.sends.cancel(userId, id);
    await readSend(ports, userId, id);
    expect(await kept()).toBeUndefined();
  });

  it("is told, but not kept, in maintenance and when the store fails", async () => {
    const { ports, id, warned, kept } = await scheduled();
    const noteEta = async () => Promise.reject(new Error("no database"));

    expect((await readSend({ ...ports, isInMaintenance: async () => true }, userId, id)).wait.eta).toEqual(AT);
    expect(await kept()).toBeUndefined();
    expect(warned).toEqual([]);
    expect((await readSend({ ...ports, sends: { ...ports.sends, noteEta } }, userId, id)).wait.eta).toEqual(AT);
    expect(warned).toEqual(["the forecast of a send could not be kept"]);
  });
});
