import type { EventType } from "#shared/events/event.ts";
import type { Page } from "#shared/platform/ports.ts";

/** The balance at which `wallet.low` is published, unless the account sets another. */
export const LOW_BALANCE = 100;

/** The events of a charge: the balance fell to `low` (0: never reported), or to zero; both when one charge did both. */
export const creditEvents = (before: number, after: number, low = LOW_BALANCE): readonly EventType[] => [
  ...(low > 0 && before > low && after <= low ? (["wallet.low"] as const) : []),
  ...(before > 0 && after <= 0 ? (["wallet.empty"] as const) : []),
];

/** An account's wallet, in credits. */
export interface Wallet {
  readonly balance: number;
  readonly updatedAt: Date;
  /** The balance at which `wallet.low` is published; absent: LOW_BALANCE. */
  readonly lowBalance?: number;
  /** The most emails accepted in a clock hour; absent: as many as the balance covers. */
  readonly hourlyLimit?: number;
  /** How many emails were accepted in the clock hour of the last charge. */
  readonly hourly?: HourlyCount;
  /** The most first emails to the same people; absent: as many as one likes. */
  readonly contactLimit?: ContactLimit;
}

/** How many first emails the same people may get from all mailboxes of a tenant; mailboxes without a tenant are counted together. */
export interface ContactLimit {
  /** What counts as the same: the address, or its domain. A freemail domain has many people, so there it is the address. */
  readonly per: "address" | "domain";
  /** The most first emails within the time. */
  readonly count: number;
  /** An ISO 8601 duration. It is compared with the time between two departures, before and after. */
  readonly within: string;
}

/** How many emails were accepted in one clock hour (UTC). */
export interface HourlyCount {
  /** When the hour began. */
  readonly since: Date;
  readonly accepted: number;
}

/** A row of the ledger (api/README.md, "Credits"). */
export interface Transaction {
  readonly id: string;
  readonly userId: string;
  readonly type: "topup" | "charge";
  readonly amount: number;
  readonly balanceAfter: number;
  /** The send of a charge; unique, so that a send is charged once. */
  readonly sendId?: string;
  /** The reference of a top-up; unique in the account, so that a top-up is booked once. */
  readonly reference?: string;
  readonly createdAt: Date;
}

/** Wallets and their ledger. `AcceptedSends.accept` charges in the transaction that stores the sends. */
export interface Wallets {
  find(userId: string): Promise<Wallet | undefined>;
  /** Adds credits once for each reference; false when that reference was booked before. */
  topUp(userId: string, amount: number, reference: string): Promise<boolean>;
  setLowBalance(userId: string, credits: number): Promise<void>;
  /** Sets the limit of first emails to the same people; undefined for none. */
  setContactLimit(userId: string, limit: ContactLimit | undefined): Promise<void>;
  /** Sets the most emails accepted in a clock hour; undefined: as many as the balance covers. */
  setHourlyLimit(userId: string, emails: number | undefined): Promise<void>;
  transactions(userId: string, page: Page): Promise<readonly Transaction[]>;
}

const HOUR_MS = 3_600_000;

/** How many emails were accepted in the clock hour of `now`. */
export const acceptedThisHour = ({ hourly }: Pick<Wallet, "hourly">, now: Date): number =>
  hourly && Math.floor(hourly.since.getTime() / HOUR_MS) === Math.floor(now.getTime() / HOUR_MS) ? hourly.accepted : 0;

/** How many more emails may be accepted in the clock hour of `now`; Infinity without a limit. */
export const roomThisHour = (wallet: Pick<Wallet, "hourly" | "hourlyLimit">, now: Date): number =>
  Math.max(0, (wallet.hourlyLimit ?? Infinity) - acceptedThisHour(wallet, now));

/** The seconds until the next clock hour. */
export const secondsToNextHour = (now: Date): number => Math.ceil((HOUR_MS - (now.getTime() % HOUR_MS)) / 1000);
