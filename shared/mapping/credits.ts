import type { getCredits, listTransactions } from "../contract/credits.ts";
import type { AnswerOf } from "../contract/operation.ts";
import type { Transaction, Wallet } from "../domain/credits/ports.ts";
import { dateOut } from "./dates.ts";

/** A wallet on the wire. */
export const walletOut = ({ balance, updatedAt }: Wallet): AnswerOf<typeof getCredits> => ({ balance, updated_at: dateOut(updatedAt) });

/** A ledger row on the wire. */
export const transactionOut = (row: Transaction): AnswerOf<typeof listTransactions>["transactions"][number] => ({
  id: row.id,
  type: row.type,
  amount: row.amount,
  balance_after: row.balanceAfter,
  send_id: row.sendId ?? "",
  reference: row.reference ?? "",
  created_at: dateOut(row.createdAt),
});
