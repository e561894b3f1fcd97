import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import { lookUpUnknown } from "#shared/sending/deliver/look-up-unknown.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail, recordingLog } from "#test/support/sending-rig.ts";

const START = Date.parse("2026-11-22T08:00:00Z");
const MINUTE_MS = 60_000;
const UNKNOWN = "outcome unknown: the connection was lost after the message and before the server's reply";

interface Scene {
  readonly mailbox?: Partial<Mailbox> | "gone";
  readonly send?: Partial<Send>;
  /** What each folder says in turn; an error ends the looking. */
  readonly folders?: readonly (boolean | undefined | Error)[];
  readonly account?: undefined;
}

/** Looks up one send whose intent is so old as stated; its state, what was asked, and what followed. */
const lookUp = async ({ mailbox: facts = {}, send: about = {}, folders = [], ...rest }: Scene) => {
  const clock = { now: () => new Date(START) };
  const memory = memorySending({ now: () => START });
  const mailbox = aMailbox({ email: "me@sender.example", ...(facts === "gone" ? {} : facts) });
  const { send } = draftSend({ clock, ids }, { mailbox }, anEmail());
  const lost = { status: "processing", stage: "intent", countedAt: new Date(START - 5 * MINUTE_MS), dueAt: new Date(START) } as const;
  memory.rows.set(send.id, { ...send, ...lost, ...about });
  const [did, answers, log] = [[] as string[], [...folders], recordingLog()];
  const ports = {
    ...memory,
    mailAccounts: { imap: async () => ("account" in rest ? undefined : {}) },
    sentFolder: {
      contains: async (_: unknown, messageId: string, use: string) => {
        did.push(`${use}${messageId === send.messageId ? "" : " of another"}`);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    wakeUps: {
      wake: async (woken: readonly Partial<Send>[]) =>
        void did.push(
          `wake ${woken.map(({ id, dueAt }) => `${id === send.id} in ${((dueAt?.getTime() ?? 0) - START) / MINUTE_MS}`).join()}`,
        ),
    },
    eventOutbox: { publish: async (_: string, of: readonly string[]) => (did.push(`publish ${of.length}`), []) },
    clock,
    log,
  } as unknown as DeliverPorts;
  await lookUpUnknown(ports, mailbox.id, facts === "gone" ? undefined : mailbox);
  const { status, stage, lastError, dueAt } = memory.rows.get(send.id)!;
  return [
    status,
    lastError.replace(UNKNOWN, "UNKNOWN"),
    ...did,
    ...log.events,
    ...(status === "processing" ? [stage, dueAt && (dueAt.getTime() - START) / MINUTE_MS] : []),
  ];
};
const settled = ["publish 1", "outcome unknown: settled"];

describe("a send whose reply was lost", () => {
  it.each<[string, Scene, readonly unknown[]]>([
    ["is sent when the Sent folder holds it", { folders: [true] }, ["sent", "", "sent", ...settled]],
    ["failed when it does not", { folders: [false] }, ["failed", "UNKNOWN; the Sent folder does not hold it", "sent", ...settled]],
    ["failed when there is no such folder", { folders: [undefined] }, ["failed", "UNKNOWN; there is no Sent folder", "sent", ...settled]],
    ["failed where the account has no IMAP", { account: undefined }, ["failed", "UNKNOWN; there is no Sent folder", ...settled]],
    [
      "failed where the mailbox has no IMAP",
      { mailbox: { imap: undefined } as never },
      ["failed", "UNKNOWN; no folder could be looked at without IMAP", ...settled],
    ],
    ["failed where the mailbox is gone", { mailbox: "gone" }, ["failed", "UNKNOWN; no folder could be looked at without IMAP", ...settled]],
    ["is sent when it was answered", { send: { repliedAt: new Date(START) } }, ["sent", "", ...settled]],
    ["is sent when it came back", { send: { bouncedAt: new Date(START) }, mailbox: "gone" }, ["sent", "", ...settled]],
    [
      "to itself is sent when the INBOX holds it",
      { send: { toEmail: "me@sender.example" }, folders: [false, true] },
      ["sent", "", "sent", "inbox", ...settled],
    ],
    [
      "to itself is looked for no further than where it is",
      { send: { toEmail: "me@sender.example" }, folders: [true] },
      ["sent", "", "sent", ...settled],
    ],
    [
      "to itself failed when neither holds it",
      { send: { cc: [{ name: "", email: "me@sender.example" }] }, folders: [undefined, false] },
      ["failed", "UNKNOWN; there is no Sent folder, the INBOX does not hold it", "sent", "inbox", ...settled],
    ],
    [
      "is looked up again where the folder cannot be reached",
      { folders: [new Error("down")] },
      ["processing", "", "sent", "wake true in 5", "the Sent folder cannot be looked at", "intent", 5],
    ],
    [
      "is looked up again until half an hour after the intent",
      { folders: [new Error("down")], send: { countedAt: new Date(START - 30 * MINUTE_MS + 1) } },
      ["processing", "", "sent", "wake true in 5", "the Sent folder cannot be looked at", "intent", 5],
    ],
    [
      "failed half an hour after the intent",
      { folders: [new Error("down")], send: { countedAt: new Date(START - 30 * MINUTE_MS) } },
      [
        "failed",
        "UNKNOWN; the mailbox could not be looked at over IMAP",
        "sent",
        "publish 1",
        "the Sent folder cannot be looked at",
        "outcome unknown: settled",
      ],
    ],
    [
      "to itself failed with what was seen before the folder failed",
      { folders: [false, new Error("down")], send: { toEmail: "me@sender.example", countedAt: new Date(0) } },
      [
        "failed",
        "UNKNOWN; the Sent folder does not hold it, the mailbox could not be looked at over IMAP",
        "sent",
        "inbox",
        "publish 1",
        "the Sent folder cannot be looked at",
        "outcome unknown: settled",
      ],
    ],
  ])("%s", async (_, scene, expected) => {
    expect(await lookUp(scene)).toEqual(expected);
  });
});
