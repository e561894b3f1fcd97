import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import type { Outcome, Submission } from "#shared/sending/ports/submission.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "./mailbox.ts";
import { memoryDeliverPorts } from "./memory/deliver-ports.ts";
import { memorySending } from "./memory/sending.ts";
import { anEmail } from "./sending-rig.ts";

/** When the delivery begins, ms since the epoch. */
export const START = Date.parse("2026-11-22T08:00:00Z");

/** What happens in one delivery of three emails; `nth` counts what is submitted from 1. */
export interface Scene {
  readonly mailbox?: Partial<Mailbox>;
  readonly emails?: readonly Partial<PlacedEmail>[];
  /** Thrown by every login. */
  readonly login?: Error;
  readonly submits?: (nth: number) => Outcome;
  readonly attempts?: number;
  readonly ports?: (real: DeliverPorts) => Partial<DeliverPorts>;
}

/** Delivers over memory: what is left of the emails, and what happened in order; times are seconds from the start. */
export const outcomeOf = async ({ mailbox: facts = {}, emails = [{}, {}, {}], login, submits, attempts, ports: given }: Scene) => {
  const memory = memorySending({ now: () => START });
  const clock = { now: () => new Date(START) };
  const mailbox = aMailbox({ statusSince: new Date(START - 3_600_000), ...facts });
  const events: string[] = [];
  const seconds = (at: Date | undefined) => (at ? ` in ${Math.round((at.getTime() - START) / 1000)}` : "");
  let [logins, submitted] = [0, 0];
  const drafts = emails.map((email) => draftSend({ clock, ids }, { mailbox }, anEmail(email)));
  await memory.acceptedSends.accept(mailbox.userId, drafts);
  const sends = drafts.map(({ send }) => send);
  const nameOf = (id: string) => `${sends.findIndex((send) => send.id === id) + 1}`;
  if (attempts !== undefined) for (const send of sends) memory.rows.set(send.id, { ...send, attempts });
  const submit: Submission["submit"] = async (_, intend) => {
    const nth = (submitted += 1);
    const outcome = submits?.(nth) ?? { kind: "sent" };
    if (outcome.kind === "unreached" || (outcome.kind === "refused" && outcome.reply.startsWith("at RCPT"))) return outcome;
    return (await intend([])) ? outcome : { kind: "fenced" };
  };
  const log = (level: string) => (event: string) => void events.push(`${level}: ${event}`);
  const real: DeliverPorts = {
    ...memoryDeliverPorts(memory, mailbox),
    mailboxes: {
      findForJob: async () => mailbox,
      note: async (_, changes) => {
        events.push(
          `note ${Object.entries(changes)
            .map(
              ([field, value]) =>
                `${field}=${value instanceof Date ? seconds(value) : JSON.stringify(typeof value === "string" ? value.slice(0, 20) : value)}`,
            )
            .join(" ")}`,
        );
        return true;
      },
    },
    submissions: {
      open: async () => {
        logins += 1;
        if (login) throw login;
        return { open: true, close: () => void events.push("closed"), submit };
      },
    },
    deliveries: {
      ...memory.deliveries,
      pause: async (id, afterMs, why, like) => {
        events.push(`hold ${afterMs / 1000} ${why}${like ? " like" : ""}`);
        return memory.deliveries.pause(id, afterMs, why, like);
      },
    },
    wakeUps: {
      wake: async (woken) =>
        void events.push(
          `wake ${woken.map(({ id, dueAt, host }) => `${nameOf(id)}${seconds(dueAt)}${host === undefined ? "" : ` for ${host}`}`).join()}`,
        ),
    },
    eventOutbox: {
      publish: async (source, of) => {
        if (of.length > 0) events.push(`publish ${source} ${source === "sends" ? of.map(nameOf).join() : ""}`.trim());
        return [];
      },
    },
    isInMaintenance: async () => false,
    clock,
    // No delay is longer or shorter by chance.
    ids: { ...ids, random: () => "80000000" },
    log: { info: log("info"), warn: log("warn"), error: log("error") },
  };
  await deliverMailbox({ ...real, ...given?.(real) }, { mailboxId: mailbox.id, sendIds: [] });
  const left = sends.map(({ id }) => {
    const { status, attempts: tried, dueAt, lastError, stage } = memory.rows.get(id)!;
    const dueInS = dueAt && Math.round((dueAt.getTime() - START) / 1000);
    return { status, ...(stage && { stage }), attempts: tried, ...(dueAt && { dueInS }), ...(lastError !== "" && { lastError }) };
  });
  return { emails: left, logins, submitted, events };
};
