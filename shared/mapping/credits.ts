import { transaction, wallet } from "../contract/credit-record.ts";
import type { Transaction, Wallet } from "../domain/credits/ports.ts";
import { type From, toWire } from "./wire.ts";

/** A wallet in the API. */
export const walletOut: From<Wallet, typeof wallet> = toWire(wallet);

/** A ledger row in the API. */
export const transactionOut: From<Transaction, typeof transaction> = toWire(transaction);
