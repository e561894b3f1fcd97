import type { Page } from "../ports.ts";

/** An account's wallet, in credits. */
export interface Wallet {
  readonly balance: number;
  readonly updatedAt: Date;
  /** The balance at which `wallet.low` is published; absent: LOW_BALANCE. */
  readonly lowBalance?: number;
}

/** A row of the ledger (contract/README.md, "Credits"). */
export interface Transaction {
  readonly id: string;
  readonly userId: string;
  readonly type: "topup" | "charge";
  readonly amount: number;
  readonly balanceAfter: number;
  /** Set on charges; unique: a send is charged once. */
  readonly sendId?: string;
  /** Set on top-ups; unique per account: a top-up is booked once. */
  readonly reference?: string;
  readonly createdAt: Date;
}

/** Wallets and their ledger; charges happen in `AcceptedSends.accept`, in the transaction that stores the sends. */
export interface Wallets {
  find(userId: string): Promise<Wallet | undefined>;
  /** Adds credits once per reference; false when that reference was booked before. */
  topUp(userId: string, amount: number, reference: string): Promise<boolean>;
  setLowBalance(userId: string, credits: number): Promise<void>;
  transactions(userId: string, page: Page): Promise<readonly Transaction[]>;
}
