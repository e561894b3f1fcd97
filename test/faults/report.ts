import { acceptedHash } from "./contents.ts";
import { wronglyPublished } from "./published-events.ts";
import type { Send } from "#shared/sending/send.ts";

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

/** What a server has of a mail that it accepted. */
export interface Arrived {
  readonly messageId: string;
  readonly rcpt?: readonly string[];
  readonly from?: string;
  readonly sha256: string;
}

/** Compares the sends as they ended with what the server accepted: how often, from whom, to whom, and octet by octet; and with what their accounts were told. */
export const compare = (ended: readonly Send[], accepted: readonly Arrived[]): Report => {
  const arrived = Map.groupBy(accepted, ({ messageId }) => messageId);
  const timesOf = (send: Send) => arrived.get(send.messageId)?.length ?? 0;
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
    unexpected: [
      ...contradictory.map(({ id, status }) => `${id} is ${status}, but the server has it`),
      ...ended.filter(({ status }) => final.has(status)).flatMap(wronglyPublished),
      ...ended.flatMap((send) => (arrived.get(send.messageId) ?? []).flatMap((mail) => differences(send, mail))),
    ],
  };
};

const differences = ({ id, fromEmail, toEmail }: Send, { from = fromEmail, rcpt = [toEmail], sha256 }: Arrived): readonly string[] => [
  ...(from === fromEmail ? [] : [`${id} came from ${from} instead of ${fromEmail}`]),
  ...(rcpt.join() === toEmail ? [] : [`${id} went to ${rcpt.join()} instead of ${toEmail}`]),
  ...(sha256 === (acceptedHash(id) ?? sha256) ? [] : [`${id} arrived with other octets than were accepted`]),
];

/** One report with remarks added. */
export const remark = (report: Report, ...unexpected: readonly string[]): Report => ({
  ...report,
  unexpected: [...report.unexpected, ...unexpected],
});
