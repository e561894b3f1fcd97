import { LOW_BALANCE } from "../credits/credit-events.ts";
import type { Wallet } from "../credits/ports.ts";
import type { AttentionItem, Severity } from "./item.ts";
import type { Spending } from "./ports.ts";

const DAY_MS = 24 * 3_600_000;
/** The days of the ledger from which the pace is taken. */
export const PACE_DAYS = 7;
/** A wallet that runs dry within this many days is told; within two it is urgent. */
const TOLD_DAYS = 7;
const URGENT_DAYS = 2;

/** How many credits a day were spent; a shorter time than a day counts as one. */
export const creditsPerDay = (balance: number, { from, before, toppedUp }: Spending, now: Date): number =>
  Math.max(0, before + toppedUp - balance) / Math.max(1, (now.getTime() - from.getTime()) / DAY_MS);

/** A wallet that is empty, is low, or runs dry within a week at its pace; undefined when it is none of these. */
export const walletItem = (userId: string, wallet: Wallet, spending: Spending | undefined, now: Date): AttentionItem | undefined => {
  const { balance, updatedAt: since, lowBalance = LOW_BALANCE } = wallet;
  const subject = { type: "wallet", id: userId, name: "Wallet" } as const;
  const item = (severity: Severity, reason: string, action: string) =>
    ({ kind: "wallet_low", severity, since, reason, action, subject }) as const;
  if (balance <= 0) return item("urgent", "The wallet is empty.", "Top up the wallet: new emails are refused until then.");
  const pace = spending ? creditsPerDay(balance, spending, now) : 0;
  const daysLeft = pace > 0 ? balance / pace : Infinity;
  if (balance > lowBalance && daysLeft > TOLD_DAYS) return undefined;
  const left = `${balance} ${balance === 1 ? "credit is" : "credits are"} left`;
  if (daysLeft === Infinity) return item("note", `${left}; none was spent in the last ${PACE_DAYS} days.`, "Top up the wallet.");
  const dryOn = dayOf(now.getTime() + daysLeft * DAY_MS);
  const reason = `${left}; at ${Number(pace.toPrecision(2))} a day, as in the last ${PACE_DAYS} days, the wallet runs dry on ${dryOn}.`;
  const severity = daysLeft <= URGENT_DAYS ? "urgent" : daysLeft <= TOLD_DAYS ? "soon" : "note";
  return item(severity, reason, `Top up the wallet before ${dryOn}: new emails are refused when it is empty.`);
};

/** No balance lasts longer than this calendar, ms. */
const LAST_MS = 8.64e15;
const dayOf = (ms: number): string => new Date(Math.min(ms, LAST_MS)).toISOString().slice(0, -"T00:00:00.000Z".length);
