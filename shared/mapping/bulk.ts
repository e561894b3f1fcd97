import type { cancelSends } from "../contract/bulk.ts";
import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import type { sendBatch } from "../contract/batch.ts";
import type { DryRun } from "../domain/sending/accept/dry-run-batch.ts";
import type { CancelledMany } from "../domain/sending/cancel-many.ts";
import type { CancelFilter } from "../domain/sending/ports/sends.ts";
import { dateOut } from "./dates.ts";
import { batchOut } from "./sending.ts";

/** The filter of a cancel. An exception: the API has two optional fields, the domain a union of two. */
export const cancelFilterIn = ({ ids = [], metadata }: RequestOf<typeof cancelSends>["body"]): CancelFilter =>
  metadata ? { metadata } : { ids };

type Result = AnswerOf<typeof cancelSends>["results"][number];

const resultOut = ({ id, status }: CancelledMany["results"][number]): Result => {
  if (status === undefined) return { id, status: "", error: "Send not found", type: "not_found" };
  return status === "cancelled" ? { id, status, error: "" } : { id, status, error: `the send is ${status}`, type: "conflict" };
};

/**
 * The answer of a dry run. An exception: its emails have no ids, and whether the balance suffices is decided here; a bound key, whom the account's
 * balance is not shown, learns no more than that.
 */
export const dryRunOut = (
  elements: readonly unknown[],
  { results, credits, balance, lastLeavesAt }: DryRun,
  showsBalance: boolean,
): AnswerOf<typeof sendBatch> => ({
  results: batchOut(elements, results).results.map((result) => ({ ...result, id: "" })),
  total: results.length,
  estimate: {
    credits,
    ...(showsBalance && { balance }),
    is_covered: balance >= credits,
    last_leaves_at: lastLeavesAt && dateOut(lastLeavesAt),
  },
});

/** The result for each send. An exception: the messages are made here. */
export const cancelledOut = ({ results, remaining }: CancelledMany): AnswerOf<typeof cancelSends> => ({
  results: results.map(resultOut),
  remaining,
});
