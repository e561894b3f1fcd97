import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import type { Submission } from "#shared/sending/ports/submission.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { accountsWith, memorySentFolder, recordingLog, recordingWakeUps } from "../sending-rig.ts";
import { memoryRefusals } from "./refusals.ts";
import type { memorySending } from "./sending.ts";

type Submit = Submission["submit"];

/** A server that takes every message. */
const takesAll: Submit = async (_, intend) => ((await intend([])) ? { kind: "sent" } : { kind: "fenced" });

/** An SMTP server that answers each message so. */
export const answering = (submit: Submit): DeliverPorts["submissions"] => ({
  open: async () => ({ open: true, close: () => undefined, submit }),
});

/** The deliver worker's ports over memory, for one mailbox without IMAP whose server takes everything. */
export const memoryDeliverPorts = (memory: ReturnType<typeof memorySending>, mailbox: Mailbox) =>
  ({
    ...memory,
    mailboxes: { findForJob: async () => mailbox, note: async () => true },
    mailAccounts: { ...accountsWith(""), imap: async () => undefined },
    submissions: answering(takesAll),
    sentFolder: memorySentFolder(),
    answers: { pull: async () => true, to: async () => undefined, away: async () => undefined },
    workerTime: { spend: async () => 0 },
    refusals: memoryRefusals(),
    wakeUps: recordingWakeUps(),
    isInMaintenance: async () => false,
    clock,
    ids,
    log: recordingLog(),
    pause: async () => undefined,
  }) satisfies DeliverPorts;
