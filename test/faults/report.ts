import type { Send } from "#shared/domain/sending/send.ts";

/** What a fault test found: the client's view, the database's and the mail server's log, compared (test/README.md, "Oracle"). */
export interface Report {
  /** Ids that the client was told are accepted. */
  readonly acknowledged: number;
  /** Acknowledged, but in no final state at the end; or said to be sent, but never seen by the server. */
  readonly lost: number;
  /** Messages beyond the first that the server accepted of one send; or charges beyond the first. */
  readonly duplicated: number;
  /** Ended as `failed: outcome unknown`. */
  readonly unknown: number;
  /** Anything else that should not be, in words. */
  readonly unexpected: readonly string[];
}

/** Nothing yet. */
export const emptyReport: Report = { acknowledged: 0, lost: 0, duplicated: 0, unknown: 0, unexpected: [] };

/** The sum of reports. */
export const sumOf = (reports: readonly Report[]): Report =>
  reports.reduce(
    (sum, report) => ({
      acknowledged: sum.acknowledged + report.acknowledged,
      lost: sum.lost + report.lost,
      duplicated: sum.duplicated + report.duplicated,
      unknown: sum.unknown + report.unknown,
      unexpected: [...sum.unexpected, ...report.unexpected],
    }),
    emptyReport,
  );

/** Whether every promise was kept. */
export const isClean = ({ lost, duplicated, unexpected }: Report): boolean => lost === 0 && duplicated === 0 && unexpected.length === 0;

const final = new Set(["sent", "failed", "cancelled"]);

/** Compares the sends as they ended with what the server accepted. */
export const compare = (ended: readonly Send[], accepted: readonly { readonly messageId: string }[]): Report => {
  const times = new Map<string, number>();
  for (const { messageId } of accepted) times.set(messageId, (times.get(messageId) ?? 0) + 1);
  const timesOf = (send: Send) => times.get(send.messageId) ?? 0;
  const lost = ended.filter((send) => !final.has(send.status) || (send.status === "sent" && timesOf(send) === 0));
  const unknown = ended.filter(({ status, lastError }) => status === "failed" && lastError.startsWith("outcome unknown"));
  const contradictory = ended.filter(
    (send) => (send.status === "cancelled" || (send.status === "failed" && !unknown.includes(send))) && timesOf(send) > 0,
  );
  return {
    acknowledged: ended.length,
    lost: lost.length,
    duplicated: ended.reduce((sum, send) => sum + Math.max(0, timesOf(send) - 1), 0),
    unknown: unknown.length,
    unexpected: contradictory.map(({ id, status }) => `${id} is ${status}, but the server has it`),
  };
};

/** One report with remarks added. */
export const remark = (report: Report, ...unexpected: readonly string[]): Report => ({
  ...report,
  unexpected: [...report.unexpected, ...unexpected],
});
