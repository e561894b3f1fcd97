import { givenTags } from "../../sending/send.ts";
import type { DeliveryReport, Message } from "../message.ts";
import type { NewMessage } from "../ports/open-page.ts";
import type { ThreadPlan, ThreadMatch } from "./plan-threads.ts";
import type { BounceFacts, DecidedMail } from "./prepared-mail.ts";

/** The mails as they are stored, each in its thread. */
export const messagesOf = (mails: readonly DecidedMail[], plan: ThreadPlan): readonly NewMessage[] =>
  mails.map((mail, i) => ({
    message: messageOf(mail, plan.threadOf[i]!, plan.shown[i]!),
    body: mail.body,
    // The headers-only message that it replaces has had its event.
    hasEvent: mail.message.direction === undefined && !mail.replacesHeadersOnly && !mail.isLate,
  }));

const messageOf = (mail: DecidedMail, threadId: string, thread: ThreadMatch): Message => ({
  ...mail.message,
  kind: mail.kind,
  threadId,
  ...(mail.concerns && { emailJobId: mail.concerns.id, ...givenTags(mail.concerns) }),
  ...(mail.bounce && { report: reportOf(mail.bounce) }),
  ...(mail.isColleague && { colleague: true as const }),
  ...(mail.corrected && { ruled: { ...mail.corrected.ruled, threadId } }),
  ...explained(mail, thread),
});

const reportOf = ({ messageIds: _messageIds, ...report }: BounceFacts): DeliveryReport => report;

/** The message's explanation of its kind and its thread. */
const explained = (
  { explained: kind, linkedBy, dmarcFailure = "" }: DecidedMail,
  thread: ThreadMatch,
): Pick<Message, "newcomer" | "explanation"> => ({
  explanation: {
    kindRule: kind.rule,
    threadRule: linkedBy ?? thread.rule,
    evidence: [...new Set([kind.evidence, thread.evidence, dmarcFailure])].filter((line) => line !== "").join("; "),
  },
  ...(thread.newcomer && { newcomer: true }),
});
