import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { limitsOf } from "../deliver/claim-limits.ts";
import type { MailboxLoad, Pause, Sends } from "../ports/sends.ts";
import type { Send } from "../send.ts";
import { isWaiting } from "../transitions.ts";
import type { WaitPorts } from "../waiting.ts";
import { forecast } from "./forecast.ts";

/** How much later than its own time an email with a window may leave and still have a forecast that knows all mail before it, ms. */
const AHEAD_MS = 7 * 86_400_000;

/** The facts about a mailbox that its forecast needs. */
export interface ForecastFacts {
  readonly mailbox: Mailbox;
  readonly load: MailboxLoad;
  readonly pause: Pause | undefined;
  readonly now: Date;
}

/** When each waiting email of a mailbox leaves, by id; nobody can tell when a disconnected mailbox is connected again. */
export const forecastOf = ({ mailbox, load, pause, now }: ForecastFacts): ReadonlyMap<string, Date> =>
  mailbox.status === "disconnected"
    ? new Map<string, Date>()
    : forecast(limitsOf(mailbox), load, new Date(Math.max(now.getTime(), pause?.until.getTime() ?? 0)));

/** The ports of a forecast. */
export interface ForecastPorts extends WaitPorts {
  readonly sends: Pick<Sends, "pauses" | "loads">;
}

/** When a send is expected to leave; undefined when it does not wait, or when too much waits to tell. */
export const etaOf = async ({ sends, mailboxes, clock }: ForecastPorts, send: Send): Promise<Date | undefined> => {
  const { id, userId, mailboxId, dueAt, window } = send;
  if (!isWaiting(send) || !dueAt) return undefined;
  const until = window ? new Date(dueAt.getTime() + AHEAD_MS) : dueAt;
  const [[mailbox], pauses, { byMailbox, isCut }] = await Promise.all([
    mailboxes.findMany(userId, [mailboxId]),
    sends.pauses([mailboxId]),
    sends.loads([mailboxId], until),
  ]);
  const load = byMailbox.get(mailboxId);
  if (!mailbox || !load || isCut) return undefined;
  return forecastOf({ mailbox, load, pause: pauses.get(mailboxId), now: clock.now() }).get(id);
};
