import { expect, it } from "vitest";
import { draftSend } from "#shared/domain/sending/accept/draft.ts";
import type { DeliverPorts } from "#shared/domain/sending/deliver/deliver-ports.ts";
import { lookUpUnknown } from "#shared/domain/sending/deliver/look-up-unknown.ts";
import type { DraftState } from "#shared/domain/sending/ports/sent-folder.ts";
import { ids } from "#shared/runtime/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail, recordingLog } from "#test/support/sending-rig.ts";

const START = Date.parse("2026-11-24T12:00:00Z");
const MINUTE_MS = 60_000;

/** Looks up a send whose intent named a draft so many minutes ago; its state then. */
const lookUp = async (draft: DraftState | Error, minutes: number, more: object = {}) => {
  const clock = { now: () => new Date(START) };
  const memory = memorySending({ now: () => START });
  const mailbox = aMailbox({ imap: { host: "imap.example.com", port: 993, username: "u" } });
  const { send } = draftSend({ clock, ids }, { mailbox }, anEmail());
  const countedAt = new Date(START - minutes * MINUTE_MS);
  const lost = { status: "processing", stage: "intent", countedAt, dueAt: new Date(START), draftId: "AAk", attempts: 1 } as const;
  memory.rows.set(send.id, { ...send, ...lost, ...more });
  const ports = {
    ...memory,
    mailAccounts: { imap: async () => ({}) },
    sentFolder: {
      draft: async () => {
        if (draft instanceof Error) throw draft;
        return draft;
      },
      contains: async () => false,
    },
    wakeUps: { wake: async () => undefined },
    eventOutbox: { publish: async () => [] },
    clock,
    log: recordingLog(),
  } as unknown as DeliverPorts;
  await lookUpUnknown(ports, mailbox.id, mailbox);
  const { status, stage, lastError, dueAt, draftId, attempts, providerMessageId } = memory.rows.get(send.id)!;
  return { status, stage, lastError, inMs: dueAt && dueAt.getTime() - START, draftId, attempts, providerMessageId };
};

it("a draft that was sent is sent, under the Message-ID that it has", async () => {
  expect(await lookUp({ kind: "sent", messageId: "<new@outlook.test>" }, 1)).toMatchObject({
    status: "sent",
    providerMessageId: "<new@outlook.test>",
  });
});

it("a draft that is one still is looked at again until its worker is certainly dead, so that it cannot send it after a cancel", async () => {
  expect(await lookUp({ kind: "draft" }, 1)).toMatchObject({ status: "processing", stage: "intent", inMs: 4 * MINUTE_MS });
});

it("then the same draft waits for the next attempt, which counts", async () => {
  expect(await lookUp({ kind: "draft" }, 5)).toMatchObject({
    status: "queued",
    stage: undefined,
    draftId: "AAk",
    attempts: 1,
    inMs: 30_000,
  });
});

it("and fails after the last attempt: it was not sent, so its outcome is known", async () => {
  const ended = await lookUp({ kind: "draft" }, 5, { attempts: 12 });

  expect(ended).toMatchObject({ status: "failed", lastError: "the server did not answer; its draft was not sent" });
});

it("a draft that is nowhere may be on its way: it is looked for again, for half an hour", async () => {
  expect(await lookUp({ kind: "missing" }, 1)).toMatchObject({ status: "processing", stage: "intent", inMs: 5 * MINUTE_MS });
  expect(await lookUp({ kind: "missing" }, 31)).toMatchObject({
    status: "failed",
    lastError: expect.stringContaining("there is no such draft"),
  });
});

it("as it is when the mailbox cannot be asked", async () => {
  expect(await lookUp(new Error("no connection"), 1)).toMatchObject({ status: "processing", inMs: 5 * MINUTE_MS });
});
