import { dayNames, t } from "../../data/language.ts";
import { otherIn, session } from "../../data/session.ts";
import { bounceClasses } from "../deliverability/numbers.ts";
import type { BouncedRecipient, Event, Send, ThreadMessage } from "../../../client/index.ts";

/** The tone of a moment: done, still to come, good, or bad. */
export type Tone = "done" | "waiting" | "good" | "bad";

/** Something that happened to a send, or that it waits for. */
export interface Moment {
  readonly title: string;
  readonly tone: Tone;
  /** When it happened or will happen; absent when the service does not keep it. */
  readonly at?: string | undefined;
  /** The time by which it is sorted; `at` when absent. */
  readonly sortsAt?: string;
  /** More about it in plain words. */
  readonly detail?: string | undefined;
  /** The server's words, unchanged. */
  readonly words?: string | undefined;
  /** The id of the message that reports it. */
  readonly messageId?: string | undefined;
}

/** What a send waits for, in words. */
const waitingWords: Readonly<Record<Send["waiting_for"], string>> = {
  "": "Waits for its turn",
  daily_limit: "Waits: the mailbox has sent its daily limit",
  pace: "Waits: the mailbox keeps its pace",
  rate: "Waits: the mail server limits the pace",
  reconnect: "Waits until the mailbox is connected again",
  original: "Waits for the email that it follows",
  window: "Waits for its sending hours",
  retry: "Waits for the next attempt",
  mailbox: "Waits: the server refuses what may be all of the mailbox's mail",
  unclear_answer: "Waits: somebody has to say whether a message is the answer",
  away: "Waits until the recipient is back",
  paused: "Waits: its sequence is paused",
  approval: "Waits for approval",
  draft: "A draft",
  outcome: "Looks up whether the server has taken it",
};

/** That a send was cancelled, and why, in words. */
export const cancelWords: Readonly<Record<Send["cancel_reason"], string>> = {
  "": "Cancelled by a request",
  replied: "Cancelled because the recipient answered",
  bounced: "Cancelled because an email to the recipient bounced",
  auto_replied: "Cancelled because an automatic answer came",
  left: "Cancelled because the recipient has left",
  original: "Cancelled because the email that it follows was cancelled",
  suppressed: "Cancelled because a recipient is suppressed",
  asked: "Cancelled because the recipient asked to stop",
  answer_unclear: "Cancelled because nobody said whether a message is the answer",
  not_approved: "Cancelled because nobody approved it in time",
  removed: "Cancelled because the person was taken out of the sequence",
};

/** The hours of a sending window, in words. */
export const windowWords = ({ days: chosen, from, to, timezone }: NonNullable<Send["window"]>): string =>
  t("{days} from {from} to {to}, {timezone}", { days: chosen.map((day) => t(dayNames[day])).join(", "), from, to, timezone });

const plannedDetail = ({ send_at, scheduled_after, window }: Send): string =>
  [
    send_at && t("{time} in {zone}", { time: send_at.local.replace("T", " "), zone: send_at.timezone }),
    scheduled_after && t("{duration} after the email that it follows", { duration: scheduled_after }),
    window && t("only {hours}", { hours: windowWords(window) }),
  ]
    .filter((part) => part !== undefined)
    .join("; ");

const planned = (send: Send): readonly Moment[] => {
  const { scheduled_at: at, created_at, status, window } = send;
  const isLater = at !== undefined && Date.parse(at) > Date.parse(created_at);
  if (!isLater && window === undefined) return [];
  const detail = plannedDetail(send) || undefined;
  if (status === "scheduled") return [{ title: t("Leaves as scheduled"), tone: "waiting", at: at ?? created_at, detail }];
  return [
    { title: t(isLater ? "Scheduled for" : "Limited to sending hours"), tone: "done", at: at ?? created_at, sortsAt: created_at, detail },
  ];
};

const isWaiting = ({ status }: Send): boolean => status === "queued" || status === "scheduled" || status === "processing";

const attemptWords = ({ attempts, max_attempts }: Send): string | undefined =>
  attempts === 0
    ? undefined
    : attempts === 1
      ? t("Tried once, at most {most}", { most: max_attempts })
      : t("Tried {n} times, at most {most}", { n: attempts, most: max_attempts });

/** What a waiting send waits for; the server's last reply stands there too. */
const waits = (send: Send): readonly Moment[] => {
  if (!isWaiting(send) || (send.status === "scheduled" && send.waiting_for === "")) return [];
  const title = send.status === "processing" && send.waiting_for === "" ? "Is being given to the server" : waitingWords[send.waiting_for];
  return [{ title: t(title), tone: "waiting", at: send.next_attempt_at, detail: attemptWords(send), words: send.last_error || undefined }];
};

/** When it is expected to leave, where that is not simply its time. */
const expected = ({ eta, scheduled_at, next_attempt_at }: Send): readonly Moment[] =>
  eta === undefined || eta === scheduled_at || eta === next_attempt_at
    ? []
    : [
        {
          title: t("Expected to leave"),
          tone: "waiting",
          at: eta,
          detail: t("By the mailbox’s daily limit, its pace and the mail before it"),
        },
      ];

const recipients = (title: string, tone: Tone, list: Send["refused"], at: string | undefined): readonly Moment[] =>
  list.map(({ email, reply }) => ({ title: t(title, { email }), tone, at, words: reply }));

/** What somebody did, with a name where the record has one. */
const done = (by: string, without: string, words: string): string => {
  const who = by !== "" && by === session.value?.by ? by : otherIn(by);
  return who === "" ? t(without) : t(words, { who });
};

const approved = ({ approved_at: at, approved_by: by }: Send): readonly Moment[] =>
  at === undefined ? [] : [{ title: done(by, "Approved", "{who} approved it"), tone: "done", at }];

const endedAt = (events: readonly Event[], type: Event["type"]): string | undefined =>
  events.findLast((one) => one.type === type)?.created_at;

const sent = (send: Send): readonly Moment[] =>
  send.sent_at === undefined
    ? []
    : [
        {
          title: t("Sent"),
          tone: "good",
          at: send.sent_at,
          detail:
            send.attempts > 1 ? t("The mail server accepted it at attempt {n}", { n: send.attempts }) : t("The mail server accepted it"),
        },
        ...recipients("The server refused {email}", "bad", send.refused, send.sent_at),
        ...recipients("Tries again to reach {email}", "waiting", send.deferred, send.next_attempt_at ?? send.sent_at),
      ];

const ended = (send: Send, events: readonly Event[]): readonly Moment[] => {
  if (send.status === "cancelled")
    return [
      send.reject_reason === ""
        ? {
            title:
              send.cancel_reason === ""
                ? done(send.cancelled_by, cancelWords[""], "{who} cancelled it")
                : t(cancelWords[send.cancel_reason]),
            tone: "bad",
            at: endedAt(events, "send.cancelled"),
          }
        : {
            title: done(send.cancelled_by, "Rejected", "{who} rejected it"),
            tone: "bad",
            at: endedAt(events, "send.rejected"),
            words: send.reject_reason,
          },
    ];
  if (send.status !== "failed") return [];
  const words = send.last_error || undefined;
  return [
    { title: t("Failed"), tone: "bad", at: endedAt(events, "send.failed"), detail: attemptWords(send), words },
    ...recipients("The server refused {email}", "bad", send.refused, undefined),
  ];
};

/** Enhanced status codes without their class digit (RFC 3463; RFC 7372; IANA "SMTP Enhanced Status Codes"): what they mean, and what to do. */
const statusWords: readonly (readonly [code: string, meaning: string, advice: string])[] = [
  ["1.10", "The domain says that it takes no mail", "Ask for another address."],
  ["1.1", "There is no such mailbox at that domain", "Take the address off your lists, or look for a slip of the pen in it."],
  ["1.2", "There is no such domain, or it takes no mail", "Look for a slip of the pen in what stands after the @."],
  ["1.", "Something is wrong with an address", "Look at the recipient's address, and at your own."],
  ["2.1", "The mailbox is switched off", "Ask its owner for another address."],
  ["2.2", "The mailbox is full", "It may pass: try again in some days."],
  ["2.3", "The email is larger than the mailbox takes", "Send its files as links."],
  ["2.", "The recipient's mailbox does not take it", "Try again later, or ask its owner for another address."],
  ["3.", "The receiving mail system has trouble, or does not take such mail", "Try again later."],
  ["4.", "The receiving server was not reached", "Try again later."],
  ["5.", "The servers did not understand each other", "Read the server's words; the mailbox's provider can help."],
  ["6.", "The receiving server does not take this content", "Send it as plain text, without the files."],
  ["7.26", "SPF and DKIM both failed", "Check the records of your domain on the mailbox's page."],
  [
    "7.",
    "A rule of the receiver refuses it",
    "Check SPF, DKIM and DMARC of your domain on the mailbox's page, and read the server's words.",
  ],
];

const bounceTitle = ({ email, permanent, status }: BouncedRecipient): string =>
  `${t(permanent === false ? "Bounced for now" : "Bounced")}${email ? `: ${email}` : ""}${status ? ` (${status})` : ""}`;

/** What a class or a status code (RFC 3463) of a report means and what to do, in a sentence each; undefined when neither says anything. */
export const bounceStory = ({
  class: kind = "other",
  status = "",
  permanent,
}: Pick<BouncedRecipient, "class" | "status" | "permanent">): string | undefined => {
  const byCode = statusWords.find(([code]) => status.replace(/^[245]\./, "").startsWith(code));
  const [name, advice] = (kind !== "other" && bounceClasses[kind]) || [byCode?.[1], byCode?.[2]];
  if (name === undefined)
    return permanent === undefined ? undefined : t(permanent ? "Trying again is of no use." : "It may pass: try again later.");
  return `${t(name)}. ${t(advice ?? "")}`.trim();
};

const bounced = (send: Send): readonly Moment[] => {
  const each = send.bounces.map((bounce): Moment => {
    const doubt = bounce.proven === false ? t("The report does not prove that it is about this email.") : undefined;
    const detail = [bounceStory(bounce), doubt].filter((part) => part !== undefined).join(" ") || undefined;
    return { title: bounceTitle(bounce), tone: "bad", at: bounce.at, detail, words: bounce.diagnostic || bounce.reason };
  });
  if (each.length > 0 || send.bounced_at === undefined) return each;
  return [{ title: t("Bounced"), tone: "bad", at: send.bounced_at, words: send.bounce_reason }];
};

const answerTitles: Readonly<Partial<Record<ThreadMessage["kind"], string>>> = {
  reply: "Answered by {who}",
  inbound: "Answered by {who}",
  auto_reply: "Automatic answer by {who}",
};

/** The answers to it among the messages of its conversation. */
const answered = (send: Send, messages: readonly ThreadMessage[]): readonly Moment[] => {
  const answers = messages.filter(
    (one) => one.direction === "inbound" && one.email_job_id === send.id && answerTitles[one.kind] !== undefined,
  );
  const moments = answers.map(({ id, kind, from, date, snippet }): Moment => ({
    title: t(answerTitles[kind]!, { who: from.name || from.email }),
    tone: kind === "auto_reply" ? "done" : "good",
    at: date,
    detail: snippet || undefined,
    messageId: id,
  }));
  if (send.replied_at === undefined || moments.some(({ tone }) => tone === "good")) return moments;
  return [...moments, { title: t("Answered"), tone: "good", at: send.replied_at }];
};

const complained = ({ complained_at: at }: Send): readonly Moment[] =>
  at === undefined ? [] : [{ title: t("A recipient marked it as spam"), tone: "bad", at }];

/** First what happened, by time; then what has no time; then what is still to come. */
const inOrder = (moments: readonly Moment[]): readonly Moment[] => {
  const happened = moments.filter(({ tone }) => tone !== "waiting");
  const timeOf = ({ at, sortsAt = at }: Moment): number => Date.parse(sortsAt ?? "");
  const dated = happened.filter(({ at }) => at !== undefined).sort((a, b) => timeOf(a) - timeOf(b));
  return [...dated, ...happened.filter(({ at }) => at === undefined), ...moments.filter(({ tone }) => tone === "waiting")];
};

/** The timeline of a send, oldest first: from its record, its events if they are known, and the messages of its conversation. */
export const timelineOf = (send: Send, events: readonly Event[], messages: readonly ThreadMessage[]): readonly Moment[] => {
  const own = events.filter(({ data }) => (data as { id?: string }).id === send.id);
  const writer = done(send.by, "", "Written by {who}") || undefined;
  const title = t(send.revision === undefined ? "Accepted and paid for" : "Written");
  const accepted: Moment = { title, tone: "done", at: send.created_at, detail: writer };
  return inOrder([
    accepted,
    ...approved(send),
    ...planned(send),
    ...sent(send),
    ...answered(send, messages),
    ...bounced(send),
    ...complained(send),
    ...ended(send, own),
    ...waits(send),
    ...expected(send),
  ]);
};
