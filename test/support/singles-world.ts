import type { SQSEvent } from "aws-lambda";
import { deliverSingles } from "#functions/jobs/deliver-singles.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";
import { draftSend, type Email } from "#shared/domain/sending/accept/draft.ts";
import type { ClaimPorts } from "#shared/domain/sending/deliver/deliver-ports.ts";
import type { Draft, Submission } from "#shared/domain/sending/ports.ts";
import { ids } from "#shared/runtime/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail, recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";

/** The world's time when it begins, ms. */
export const START = Date.parse("2026-11-22T08:00:00Z");

/** Mailboxes of several accounts over memory, and the singles queue's function; its servers take everything unless `given` says else. */
export const singlesWorld = (given: (real: ClaimPorts) => Partial<ClaimPorts> = () => ({})) => {
  const time = { now: START };
  const clock = { now: () => new Date(time.now) };
  const memory = memorySending({ now: () => time.now });
  const boxes = new Map<string, Mailbox>();
  const events: string[] = [];
  const wakeUps = recordingWakeUps();
  const log = recordingLog();
  const nameOf = (id: string) => memory.rows.get(id)?.subject ?? id;
  const real: ClaimPorts = {
    ...memory,
    deliveries: {
      ...memory.deliveries,
      intend: async (token, send, refused) => {
        events.push(`intent ${send.subject}`);
        return memory.deliveries.intend(token, send, refused);
      },
    },
    mailboxes: { findForJob: async (id) => boxes.get(id), note: async () => true },
    mailAccounts: {
      smtp: async (box) => ({ ...box.smtp, credential: { password: "" } }),
      imap: async () => undefined,
      renew: async () => false,
    },
    submissions: {
      open: async () => {
        const submit: Submission["submit"] = async (_, intend) => ((await intend([])) ? { kind: "sent" } : { kind: "fenced" });
        return { open: true, close: () => undefined, submit };
      },
    },
    answers: { pull: async () => false, to: async () => undefined },
    workerTime: { spend: async () => 0 },
    wakeUps,
    clock,
    ids,
    log,
    pause: async () => undefined,
  };
  const accept = async (
    name: string,
    { email = {}, box = {} }: { email?: Partial<Email>; box?: Partial<Mailbox> } = {},
  ): Promise<Draft> => {
    const mailbox = boxes.get(box.id ?? "") ?? aMailbox({ type: "google", ...box });
    boxes.set(mailbox.id, mailbox);
    const draft = draftSend({ clock, ids }, { mailbox }, anEmail({ subject: name, ...email }));
    await memory.outbox.accept(mailbox.userId, [draft]);
    return draft;
  };
  const handler = deliverSingles({ ...real, ...given(real) });
  const call = (...bodies: readonly unknown[]) => {
    const Records = bodies.map((body, n) => ({ messageId: `${n}`, body: JSON.stringify(body) }));
    return handler({ Records } as unknown as SQSEvent);
  };
  const jobOf = ({ send }: Draft) => ({ job: "deliver", mailboxId: send.mailboxId, sendIds: [send.id] });
  return {
    time,
    memory,
    boxes,
    events,
    log,
    wakeUps,
    clock,
    accept,
    call,
    jobOf,
    deliver: (...drafts: readonly Draft[]) => call(...drafts.map(jobOf)),
    read: ({ send }: Draft) => memory.rows.get(send.id)!,
    woken: () => wakeUps.woken.map(({ id }) => nameOf(id)),
  };
};
