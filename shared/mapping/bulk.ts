import type { cancelSends } from "../contract/bulk.ts";
import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import type { sendBatch } from "../contract/batch.ts";
import type { DryRun } from "../domain/sending/accept/dry-run-batch.ts";
import type { CancelledMany } from "../domain/sending/cancel-many.ts";
import type { CancelFilter } from "../domain/sending/ports/sends.ts";
import { dateOut } from "./dates.ts";
import { batchOut } from "./sending.ts";

/** What is to be cancelled. An exception: the wire has two optional fields, the domain one of two. */
export const cancelFilterIn = ({ ids = [], metadata }: RequestOf<typeof cancelSends>["body"]): CancelFilter =>
  metadata ? { metadata } : { ids };

type Result = AnswerOf<typeof cancelSends>["results"][number];

const resultOut = ({ id, status }: CancelledMany["results"][number]): Result => {
  if (status === undefined) return { id, status: "", error: "Send not found", type: "not_found" };
  return status === "cancelled" ? { id, status, error: "" } : { id, status, error: `the send is ${status}`, type: "conflict" };
};

/** The answer of a batch that was only tried. An exception: no email has an id, and whether the balance is enough is judged here. */
export const dryRunOut = (
  elements: readonly unknown[],
  { results, credits, balance, lastLeavesAt }: DryRun,
): AnswerOf<typeof sendBatch> => ({
  results: batchOut(elements, results).results.map((result) => ({ ...result, id: "" })),
  total: results.length,
  estimate: { credits, balance, is_covered: balance >= credits, last_leaves_at: lastLeavesAt && dateOut(lastLeavesAt) },
});

/** What became of each send. An exception: the words for people are made here. */
export const cancelledOut = ({ results, remaining }: CancelledMany): AnswerOf<typeof cancelSends> => ({
  results: results.map(resultOut),
  remaining,
});
