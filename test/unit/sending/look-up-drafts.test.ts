import { beforeEach, describe, expect, it } from "vitest";
import { draftSend } from "#shared/sending/accept/draft.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import { lookUpUnknown } from "#shared/sending/deliver/look-up-unknown.ts";
import type { DraftState } from "#shared/sending/ports/submission.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail, recordingLog } from "#test/support/sending-rig.ts";

const START = Date.parse("2026-11-24T12:00:00Z");
const MINUTE_MS = 60_000;
const discarded: string[] = [];
let renewed = 0;
beforeEach(() => {
  discarded.splice(0);
  renewed = 0;
});

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
    mailAccounts: { imap: async () => ({}), renew: async () => ((renewed += 1), true) },
    sentFolder: {
      draft: async () => {
        if (draft instanceof Error && renewed < 1) throw draft;
        if (draft instanceof Error && !(draft instanceof MailFailure)) throw draft;
        if (draft instanceof Error) return { kind: "sent" };
        return draft;
      },
      contains: async () => false,
      discard: async (_: unknown, id: string) => void discarded.push(id),
    },
    wakeUps: { wake: async () => undefined },
    eventOutbox: { publish: async () => [] },
    clock,
    log: recordingLog(),
  } as unknown as DeliverPorts;
  await lookUpUnknown(ports, mailbox.id, mailbox);
  const { status, stage, lastError, dueAt, draftId, attempts, providerMessageId, refusal } = memory.rows.get(send.id)!;
  return { status, stage, lastError, inMs: dueAt && dueAt.getTime() - START, draftId, attempts, providerMessageId, refusal };
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
  expect(discarded).toEqual(["AAk"]);
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

describe("a draft that is one still a minute after the server's refusal", () => {
  const refused = (code: number, more: object = {}) => ({ refusal: { code, reply: "the reply", ...more } });

  it("failed, when the refusal is final and about this mail, and is removed", async () => {
    const ended = await lookUp({ kind: "draft" }, 1, { refusal: { code: 550, reply: "400 ErrorInvalidRecipients No" } });

    expect(ended).toMatchObject({ status: "failed", lastError: "400 ErrorInvalidRecipients No", refusal: undefined });
    expect(discarded).toEqual(["AAk"]);
  });

  it("waits undecided, with its draft and its attempt, when the refusal may be about the account", async () => {
    const ended = await lookUp({ kind: "draft" }, 1, refused(554));

    expect(ended).toMatchObject({ status: "queued", lastError: "the reply", draftId: "AAk", attempts: 0, inMs: 5 * MINUTE_MS });
    expect(discarded).toEqual([]);
  });

  it.each([
    ["counts and comes again", refused(450), { attempts: 1, inMs: 30_000 }],
    [
      "waits for the rest of the time that was asked for, which costs no attempt",
      refused(452, { waitMs: 10 * MINUTE_MS }),
      { attempts: 0, inMs: 9 * MINUTE_MS },
    ],
    ["comes at once where less was asked for", refused(450, { waitMs: 7_000 }), { attempts: 0, inMs: 0 }],
    ["waits for its mailbox when the login was refused", refused(535), { attempts: 0, inMs: 0 }],
  ])("%s", async (_, more, then) => {
    expect(await lookUp({ kind: "draft" }, 1, more)).toMatchObject({ status: "queued", lastError: "the reply", draftId: "AAk", ...then });
    expect(discarded).toEqual([]);
  });

  it("keeps the refusal while the draft is out of sight, and is sent when it was sent", async () => {
    expect(await lookUp({ kind: "missing" }, 1, refused(550))).toMatchObject({ status: "processing", refusal: { code: 550 } });
    expect(await lookUp({ kind: "sent" }, 1, refused(550))).toMatchObject({ status: "sent", lastError: "", refusal: undefined });
  });
});

it("a refused token is renewed once, and the draft looked at again", async () => {
  expect(await lookUp(new MailFailure("HTTPS", "credentials", { at: "login" }), 1)).toMatchObject({ status: "sent" });
  expect(renewed).toBe(1);
});
