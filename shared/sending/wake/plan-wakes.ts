import type { Waiting, Schedules, WakeUps } from "../ports/wake-ups.ts";
import type { Log, Clock } from "#shared/platform/ports.ts";
import type { Send } from "../send.ts";
import type { Deliveries } from "../ports/deliveries.ts";

/** The maximum of sends that a queue message names; its worker delivers everything due in their mailbox (shared/README.md, "Accepting a send"). */
export const SENDS_PER_WAKE = 500;

/** Up to this many sends share one message; a second worker is worth its start only beyond. */
const ONE_WORKER_UP_TO = 25;
/** Schedules that one message asks for: each takes a call of EventBridge Scheduler. */
const SCHEDULES_PER_WAKE = 25;
/** The maximum delay of an SQS message (AWS: "DelaySeconds"), seconds. */
export const QUEUE_DELAY_MAX_SECONDS = 900;
/** Sends of one mailbox that are due within this many seconds share a message, at the latest one's time. */
const TOGETHER_SECONDS = 10;

/** A wake-up for a send now, even if it is due later. */
export const atOnce = ({ id, userId, mailboxId }: Waiting): Waiting => ({ id, userId, mailboxId });

/** A queue message, and its delay. */
export interface Wake {
  /** The message group: the account's, or that of all sends that wait for one host. */
  readonly tenant: string;
  readonly job:
    | { readonly job: "deliver"; readonly mailboxId: string; readonly sendIds: readonly string[] }
    | { readonly job: "schedule"; readonly sendIds: readonly string[] };
  readonly delaySeconds: number;
}

/** What SQS accepts as a MessageGroupId, of the characters that host names have (AWS, "SendMessage"). */
const isTenant = /^[\w.-]{1,128}$/;

const chunks = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Turns waiting sends into queue messages: grouped by mailbox and time when a queue delay suffices, else for the job that creates schedules. */
export const planWakes = (sends: readonly Waiting[], now: Date): readonly Wake[] => {
  const timed = sends.map(({ id, userId, mailboxId, dueAt, host }) => ({
    id,
    tenant: host !== undefined && isTenant.test(host) ? host : userId,
    mailboxId,
    seconds: Math.ceil(((dueAt ?? now).getTime() - now.getTime()) / 1000),
  }));
  const near = timed.filter(({ seconds }) => seconds <= QUEUE_DELAY_MAX_SECONDS);
  const far = timed.filter(({ seconds }) => seconds > QUEUE_DELAY_MAX_SECONDS);
  const delivers = [...Map.groupBy(near, ({ mailboxId }) => mailboxId)].flatMap(([mailboxId, group]) =>
    together(group).map((part): Wake => {
      const { tenant = "", seconds: latest = 0 } = part.at(-1) ?? {};
      return { tenant, job: { job: "deliver", mailboxId, sendIds: part.map(({ id }) => id) }, delaySeconds: Math.max(0, latest) };
    }),
  );
  const schedules = [...Map.groupBy(far, ({ tenant }) => tenant)].flatMap(([tenant, group]) =>
    chunks(group, SCHEDULES_PER_WAKE).map((part): Wake => ({
      tenant,
      job: { job: "schedule", sendIds: part.map(({ id }) => id) },
      delaySeconds: 0,
    })),
  );
  return [...delivers, ...schedules];
};

/**
 * Splits a mailbox's sends where the message is full or the next is due much later. Two workers deliver for a mailbox and go on until nothing is due,
 * so two messages are enough: a third would start a worker that finds the mailbox busy.
 */
const together = <T extends { readonly seconds: number }>(sends: readonly T[]): readonly (readonly T[])[] => {
  const most = Math.min(SENDS_PER_WAKE, Math.max(ONE_WORKER_UP_TO, Math.ceil(sends.length / 2)));
  const parts: T[][] = [];
  for (const send of [...sends].sort((a, b) => a.seconds - b.seconds)) {
    const part = parts.at(-1);
    const fits = part && part.length < most && send.seconds - Math.max(0, part[0]?.seconds ?? 0) <= TOGETHER_SECONDS;
    if (fits) part.push(send);
    else parts.push([send]);
  }
  return parts;
};

/** Deletes the schedule of a send that will not leave at its time. Never throws, because a schedule that still fires has no effect. */
export const forgetSchedule = async (
  { schedules, log }: { readonly schedules: Pick<Schedules, "delete">; readonly log: Log },
  { id, scheduledAt, createdAt }: Send,
): Promise<void> => {
  if (!scheduledAt || scheduledAt.getTime() - createdAt.getTime() <= QUEUE_DELAY_MAX_SECONDS * 1000) return;
  await schedules.delete(id, scheduledAt).catch((error: unknown) => log.warn("a schedule could not be deleted", { sendId: id, error }));
};

/** The dependencies of `resumeSending`. */
export interface ResumePorts {
  readonly deliveries: Pick<Deliveries, "release">;
  readonly wakeUps: WakeUps;
}

/** Wakes a mailbox's waiting sends at once, after its cap was raised or its login works again. */
export const resumeSending = async ({ deliveries, wakeUps }: ResumePorts, mailboxId: string): Promise<void> => {
  const first = await deliveries.release(mailboxId);
  if (first) await wakeUps.wake([atOnce(first)]);
};

/** The dependencies of creating one-off schedules. */
export interface SchedulePorts {
  readonly deliveries: Pick<Deliveries, "waiting">;
  readonly schedules: Pick<Schedules, "create">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
}

/**
 * Creates the one-off schedules of sends that wait long for their time or another attempt, outside the request that accepted them (G14 in
 * shared/README.md). Sends that are due soon by now get a queue delay instead.
 */
export const scheduleSends = async (
  { deliveries, schedules, wakeUps, clock }: SchedulePorts,
  sendIds: readonly string[],
): Promise<void> => {
  const horizon = clock.now().getTime() + QUEUE_DELAY_MAX_SECONDS * 1000;
  const sends = (await deliveries.waiting(sendIds)).flatMap(({ dueAt, ...send }) => (dueAt ? { ...send, dueAt } : []));
  await wakeUps.wake(sends.filter(({ dueAt }) => dueAt.getTime() <= horizon));
  await Promise.all(sends.filter(({ dueAt }) => dueAt.getTime() > horizon).map((send) => schedules.create(send)));
};
