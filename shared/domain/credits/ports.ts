import type { Page } from "../ports.ts";

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
}

/** How many emails were accepted in one clock hour (UTC). */
export interface HourlyCount {
  /** When the hour began. */
  readonly since: Date;
  readonly accepted: number;
}

/** A row of the ledger (contract/README.md, "Credits"). */
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

/** Wallets and their ledger; `AcceptedSends.accept` charges in the transaction that stores the sends. */
export interface Wallets {
  find(userId: string): Promise<Wallet | undefined>;
  /** Adds credits once for each reference; false when that reference was booked before. */
  topUp(userId: string, amount: number, reference: string): Promise<boolean>;
  setLowBalance(userId: string, credits: number): Promise<void>;
  /** Sets the most emails accepted in a clock hour; undefined: as many as the balance covers. */
  setHourlyLimit(userId: string, emails: number | undefined): Promise<void>;
  transactions(userId: string, page: Page): Promise<readonly Transaction[]>;
}
