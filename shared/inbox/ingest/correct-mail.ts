import type { CancelTrigger } from "#shared/sending/send.ts";
import { allRecipients, type BouncedRecipient } from "#shared/sending/recipients.ts";
import type { Correction, KeptCorrection, Meaning, Message, Ruled } from "../message.ts";
import type { OpenPage } from "../ports/open-page.ts";
import { triggersBy } from "./cancels.ts";
import { returnedBy } from "./decide-mail.ts";
import type { DecidedMail, OwnSend, RecordedOnSend } from "./prepared-mail.ts";

/** The fields of a stored message that decide what is recorded on its send. */
export type LinkedMessage = Pick<Message, "colleague" | "kind" | "snippet" | "receivedAt" | "explanation" | "report" | "ruled">;

/** Whether a message proves its link to the send: by an id of ours, or by a person's correction. */
const proves = ({ explanation, ruled }: Pick<Message, "explanation" | "ruled">): boolean =>
  ruled !== undefined || (explanation?.threadRule !== "subject" && explanation?.threadRule !== "recipient");

/** The triggers by which a stored message cancels waiting sends of its conversation; cancels.ts decides the same for new mail. */
export const triggersOfMessage = (
  message: Pick<Message, "kind" | "autoClass" | "intent" | "newcomer" | "colleague" | "emailJobId" | "explanation" | "ruled">,
): readonly CancelTrigger[] => {
  const { kind, autoClass, intent, newcomer, emailJobId, colleague } = message;
  if (colleague) return [];
  const linked = emailJobId !== undefined && proves(message);
  return triggersBy({ kind, autoClass, intent, isBounce: kind === "bounce" && linked, isUnverified: newcomer === true, isProven: linked });
};

/**
 * Whether a message asks for no more email and may suppress its sender: the rules read it in an answer that proves its link to a send, and its author
 * is no colleague and does not fail DMARC.
 */
export const asksToStop = (
  message: Pick<Message, "kind" | "intent" | "intentBy" | "colleague" | "emailJobId" | "explanation" | "ruled">,
): boolean =>
  message.kind === "reply" &&
  message.intent === "unsubscribe" &&
  message.intentBy === "rule" &&
  !message.colleague &&
  message.emailJobId !== undefined &&
  message.explanation?.dmarc !== "fail" &&
  proves(message);

/** The report of a message that a person declared to be a bounce. */
const byHand = (snippet: string) => ({ recipients: [], final: true, status: "", reason: snippet });

/** The bounced recipients in a message; a bounce by a person's correction concerns the send's only recipient. */
const returnedIn = (message: LinkedMessage, sentTo: readonly string[]): readonly BouncedRecipient[] => {
  const { report, receivedAt: at, snippet } = message;
  if (report?.maker === "person" && !message.ruled) return [];
  return returnedBy(report ?? byHand(snippet), sentTo).map((one) => ({ ...one, at, ...(!proves(message) && { unproven: true as const }) }));
};

/**
 * The fields that all messages linked to a send give it: the earliest answer and bounces; a proven bounce replaces an unproven one of the same
 * recipient.
 */
export const recordedBy = (messages: readonly LinkedMessage[], send: Parameters<typeof allRecipients>[0]): RecordedOnSend => {
  const byTime = messages.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  const answer = byTime.find((message) => message.kind === "reply" && !message.colleague && proves(message));
  const returned = byTime.filter(({ kind }) => kind === "bounce").flatMap((message) => returnedIn(message, allRecipients(send)));
  const byEmail = Map.groupBy(returned, ({ email }) => email);
  const bounces = [...byEmail.values()].map((reports) => reports.find(({ unproven }) => !unproven) ?? reports[0]!);
  const [first] = returned;
  return {
    ...(answer && { repliedAt: answer.receivedAt }),
    ...(first && { bouncedAt: first.at, bounceReason: first.reason, bounces }),
  };
};

/** The fields of a message that the rules decide, to be kept when a person corrects it. */
export const ruledOf = ({ kind, emailJobId, threadId, newcomer, colleague, ...message }: Ruled): Ruled => ({
  kind,
  threadId,
  ...(emailJobId !== undefined && { emailJobId }),
  ...(newcomer && { newcomer }),
  ...(colleague && { colleague }),
  ...meaningIn(message),
});

/** What a message means, without its other fields. */
export const meaningIn = ({
  autoClass,
  returnsOn,
  successor,
  intent,
  intentBy,
}: { readonly [Field in keyof Meaning]: Meaning[Field] | undefined }): Meaning => ({
  ...(autoClass && { autoClass }),
  ...(returnsOn !== undefined && { returnsOn }),
  ...(successor !== undefined && { successor }),
  ...(intent && { intent }),
  ...(intentBy && { intentBy }),
});

/** What a message means after a correction: an intent goes with people's answers alone, a class with automatic ones, a return with an absence. */
export const correctedMeaning = (kind: Message["kind"], was: Meaning, correction: Correction): Meaning => {
  const { autoClass: said, returnsOn, intent, intentBy = "api" } = correction;
  if (kind === "reply")
    return intent === undefined ? { intent: was.intent ?? "unknown", intentBy: was.intentBy ?? "rule" } : { intent, intentBy };
  if (kind !== "auto_reply") return {};
  const autoClass = said ?? (returnsOn ? "away" : (was.autoClass ?? "other"));
  const day = returnsOn ?? was.returnsOn ?? "";
  return {
    autoClass,
    ...(autoClass === "away" && day !== "" && { returnsOn: day }),
    ...(autoClass === "left" && was.successor !== undefined && { successor: was.successor }),
  };
};

/** Applies the stored corrections of these mails, which override the rules. */
export const asCorrected = async (
  { messages, sends }: Pick<OpenPage, "messages" | "sends">,
  mails: readonly DecidedMail[],
): Promise<readonly DecidedMail[]> => {
  const kept = await messages.corrections(mails.flatMap(({ message, headersKey }) => [message.dedupeKey, headersKey]));
  if (kept.size === 0) return mails;
  const named = [...kept.values()].flatMap(({ emailJobId = "" }) => (emailJobId === "" ? [] : [emailJobId]));
  const sendOf = new Map((await sends.named({ messageIds: [], providerMessageIds: [], ids: named })).map((send) => [send.id, send]));
  return mails.map((mail) => {
    const correction = kept.get(mail.message.dedupeKey) ?? kept.get(mail.headersKey);
    return correction ? withCorrection(mail, correction, sendOf.get(correction.emailJobId ?? "")) : mail;
  });
};

/** Applies a person's correction to a mail that is read again; `send` is the send that the correction names. */
const withCorrection = (mail: DecidedMail, correction: KeptCorrection, send: OwnSend | undefined): DecidedMail => {
  const { concerns, linkedBy, recorded: _recorded, returned: _returned, ...rest } = mail;
  const { kind = mail.kind, emailJobId, threadId, autoClass, returnsOn, intent, intentBy, by } = correction;
  const about = emailJobId === undefined ? { ...(concerns && { concerns }), ...(linkedBy && { linkedBy }) } : send && { concerns: send };
  const ruled = { kind: mail.kind, ...(concerns && { emailJobId: concerns.id }) };
  const vouched = emailJobId !== undefined && send !== undefined;
  const said = { autoClass, returnsOn, intent, intentBy, by, ...(threadId !== undefined && { threadId }) };
  const corrected = { ...rest, ...about, kind, corrected: { ruled, vouched, ...said } };
  return mail.complaint ? { ...mail, corrected: corrected.corrected } : withRecorded(corrected);
};

const withRecorded = (mail: DecidedMail): DecidedMail => {
  const { concerns, kind, bounce, message } = mail;
  if (!concerns) return mail;
  if (kind === "reply") return { ...mail, recorded: "replied" };
  if (kind !== "bounce") return mail;
  const returned = returnedBy(bounce ?? byHand(message.snippet), allRecipients(concerns));
  return returned.length > 0 ? { ...mail, recorded: "bounced", returned } : mail;
};
