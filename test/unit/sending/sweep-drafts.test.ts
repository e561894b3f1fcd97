// Drafts at Microsoft Graph that a dead worker left: only those go that nothing will send any more.
import { expect, it } from "vitest";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { sweepDrafts } from "#shared/sending/deliver/sweep-drafts.ts";
import type { Send } from "#shared/sending/send.ts";
import { trackingValue } from "#shared/sending/email.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { anEmail, recordingLog } from "#test/support/sending-rig.ts";

const mailbox = aMailbox();
const { send: fresh } = draftSend({ clock: { now: () => new Date() }, ids }, { mailbox }, anEmail());

/** Whether the draft `stray` of an email with these fields is removed. */
const isRemoved = async (
  facts: Partial<Send>,
  { tracking = trackingValue(fresh)!, recipients = [fresh.toEmail], fails = false } = {},
): Promise<boolean> => {
  const removed: string[] = [];
  const send: Send = { ...fresh, ...facts };
  const find = async (userId: string, id: string) => {
    if (fails) throw new Error("database");
    return userId === mailbox.userId && id === send.id ? send : undefined;
  };
  const submission = { strays: [{ id: "stray", tracking, recipients }], discard: async (id: string) => void removed.push(id) };
  await sweepDrafts({ sends: { find } as never, log: recordingLog() }, mailbox, submission);
  return removed.length > 0;
};

it.each([
  ["whose email was sent without it", { status: "sent" }, true],
  ["whose email was cancelled", { status: "cancelled" }, true],
  ["whose email has failed", { status: "failed" }, true],
  ["whose email has another draft", { status: "sent", draftId: "other" }, true],
  ["that was sent, though the list shows it still", { status: "sent", draftId: "stray" }, false],
  ["that an attempt is about to send", { status: "processing", draftId: "stray" }, false],
  ["of an email that waits for another attempt", { status: "queued" }, false],
  ["of an email that a worker holds", { status: "processing" }, false],
  ["of another mailbox's email", { status: "sent", mailboxId: "f".repeat(24) }, false],
] as const)("decides about a draft %s", async (_, facts, removed) => {
  expect(await isRemoved(facts)).toBe(removed);
});

it.each([
  ["with a header that somebody made up", { tracking: `${fresh.id}.${"0".repeat(32)}` }],
  ["with a header of no form of ours", { tracking: "x" }],
  ["to somebody else, who copied the header", { recipients: ["other@peer.test"] }],
  ["when the database cannot be asked", { fails: true }],
])("leaves a draft %s", async (_, stray) => {
  expect(await isRemoved({ status: "sent" }, stray)).toBe(false);
});
