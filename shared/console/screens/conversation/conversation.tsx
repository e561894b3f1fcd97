import { useLocation } from "preact-iso";
import { mixed, t } from "../../data/language.ts";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Conversation as Answered, Thread, ThreadMessage } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { present, view } from "../../data/live.ts";
import { keptDraft, keptDrafts } from "../../data/drafts.ts";
import { useRecord } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Badge, Button, Icon } from "../../ui/controls.tsx";
import { useKeys } from "../../ui/keys.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";
import { Answer } from "./answer.tsx";
import { Email } from "./email.tsx";
import { NewNote, Note } from "./notes.tsx";
import { Why } from "./why.tsx";
import { readAnswers, takeAnswer } from "./kept-answers.ts";
import { toAnswer, type Way } from "./to-whom.ts";
import type { Written } from "./written.ts";

interface ConversationProps {
  readonly id: string;
  /** The address of the list. */
  readonly back: string;
  /** Called with the conversation when it has changed, for the list's row. */
  readonly onChange: (thread: Thread) => void;
  readonly onRead: (id: string) => void;
  readonly onUnread: (id: string) => void;
  /** The buttons that change whose turn it is; undefined where they stand elsewhere or nothing may be changed. */
  readonly work: ComponentChildren;
  /** Goes to the next conversation in the list; undefined in the last one. */
  readonly onNext: (() => void) | undefined;
}

/** How many emails of a long conversation have a line each. */
const FOLDED_FROM = 6;

/** How long after an email left it is said that nobody has answered it, ms. */
const UNANSWERED_MS = 3_600_000;

/** As wide as three panes need, px. */
const WIDE = matchMedia("(width >= 78rem)");

const isAged = ({ date }: ThreadMessage): boolean => Date.now() - Date.parse(date) > UNANSWERED_MS;

/** What is being answered. */
interface Answering {
  readonly email: ThreadMessage;
  readonly way: Way;
  readonly takesFocus: boolean;
}

/** The draft of a conversation that was changed last; undefined when there is none. */
const lastDraft = (threadId: string): Pick<Written, "id" | "way"> | undefined =>
  keptDrafts(`answer:${threadId}:`)
    .flatMap((name) => {
      const { id, way, at = 0 } = keptDraft<Written>(name) ?? {};
      return id === undefined || way === undefined ? [] : [{ id, way, at }];
    })
    .toSorted((a, b) => b.at - a.at)[0];

/** The answer that was begun here before, in this browser. */
const draftIn = (threadId: string, messages: readonly ThreadMessage[]): Answering | undefined => {
  const draft = may("send") ? lastDraft(threadId) : undefined;
  const email = messages.find(({ id }) => id === draft?.id);
  return draft && email && { email, way: draft.way, takesFocus: false };
};

type ReadingProps = ConversationProps & { readonly data: Answered };

const Reading = ({ id, back, onChange, onRead, onUnread, onNext, work, data: { thread, messages: all } }: ReadingProps) => {
  const messages = all.filter(({ kind }) => kind !== "note");
  const { route, query } = useLocation();
  const last = toAnswer(messages);
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const section = useRef<HTMLElement>(null);
  const mailboxes = useMailboxes();
  const mailbox = mailboxes?.find(({ id: one }) => one === thread.mailbox_id);
  const [answered, setAnswered] = useState<Answering>();
  const wanted = query["draft"] ?? "";
  useEffect(() => {
    if (!may("send")) return;
    // What was begun here or elsewhere goes on, unless the reader begins another answer first.
    const read = wanted === "" ? readAnswers(thread.id) : takeAnswer(wanted);
    void read.catch(() => undefined).then(() => setAnswered((now) => now ?? draftIn(thread.id, messages)));
  }, [thread.id, wanted]);
  useEffect(() => {
    view(thread.id);
    return () => view("");
  }, [thread.id]);
  const [isExplaining, setExplaining] = useState(false);
  const received = messages.filter(({ direction }) => direction === "inbound");
  // The explained message stays the same while new mail arrives: the reader may be correcting it.
  const [explained, setExplained] = useState(received.at(-1)?.id);
  const explanations = useRecord(
    ["messages", "of", id],
    received.length > 0 ? async () => client.messages.list({ thread_id: id, limit: 200 }) : undefined,
  );
  const known = (email: ThreadMessage) => explanations.data?.messages.find((message) => message.id === email.id);
  /** To the newest email, and the keys that scroll with it. */
  const toNewest = (): void => {
    const newest = [...(section.current?.querySelectorAll<HTMLElement>(".email .line") ?? [])].at(-1);
    newest?.focus({ preventScroll: true });
    newest?.closest(".email")?.scrollIntoView({ block: "nearest" });
  };
  useEffect(toNewest, []);
  useEffect(() => {
    onChange(thread);
    if (thread.unread_count > 0 && may("send")) onRead(thread.id);
    // Marking it as unread changes no number of emails, so it stays unread.
  }, [thread.id, thread.message_count]);
  const open = (email: ThreadMessage, way: Way): void => {
    // When there is no room for both, the reasons are hidden.
    if (!WIDE.matches) setExplaining(false);
    setAnswered({ email, way, takesFocus: true });
  };
  const answer = (way: Way) => (): void => {
    if (last && may("send")) open(last, way === "forward" || last.direction === "inbound" ? way : "reply");
  };
  useKeys(
    may("send")
      ? [
          { key: "r", does: "Reply", run: answer("reply") },
          { key: "A", does: "Reply to all", run: answer("reply_all") },
          { key: "f", does: "Forward", run: answer("forward") },
        ]
      : [],
  );
  const isOpen = (email: ThreadMessage): boolean =>
    toggled[email.id] ?? (email === messages.at(-1) || email === last || (!email.is_read && email.direction === "inbound"));
  // Beyond some lines the oldest emails are folded into one line, except those that are unread, open or being answered.
  const [isWhole, setWhole] = useState(false);
  const firstShown = messages.findIndex((email) => isOpen(email) || email === answered?.email);
  const folded = isWhole || messages.length <= FOLDED_FROM ? 0 : Math.max(0, Math.min(firstShown, messages.length - FOLDED_FROM));
  const newest = messages.at(-1);
  const unanswered = newest?.direction === "outbound" && newest.status === "sent" && isAged(newest) ? newest : undefined;
  const shown = explanations.data?.messages.find((message) => message.id === (explained ?? received.at(-1)?.id));
  const ours = messages
    .filter(({ direction, email_job_id: send }) => direction === "outbound" && send !== "")
    .map(
      ({ email_job_id, subject, to }) =>
        [email_job_id, t("{what} to {whom}", { what: subject || t("(no subject)"), whom: to[0]?.email ?? "" })] as const,
    );
  return (
    <>
      <section ref={section} class="conversation" aria-label={t("Conversation")}>
        <header class="title">
          <div>
            <a class="above" href={back}>
              ‹ {t("Inbox")}
            </a>
            <h1>{thread.subject || t("(no subject)")}</h1>
          </div>
          <div class="row">
            {work}
            {may("send") && (
              <Button kind="quiet" title="u" onClick={() => onUnread(thread.id)}>
                Mark as unread
              </Button>
            )}
            {received.length > 0 && (
              <Button kind="quiet" aria-pressed={isExplaining} onClick={() => setExplaining(!isExplaining)}>
                Why?
              </Button>
            )}
          </div>
          <div class="row marks">
            {thread.tags.map((tag) => (
              <a
                key={tag}
                href={`/console/inbox?${new URLSearchParams({ tag }).toString()}`}
                title={t("Conversations with the tag {tag}", { tag })}
              >
                <Badge>{tag}</Badge>
              </a>
            ))}
            {thread.snoozed_until !== undefined && (
              <span class="badge info until" title={t("snoozed until")}>
                <Icon name="clock" />
                <Time of={thread.snoozed_until} as="full" />
              </span>
            )}
            {thread.assigned_to !== "" && <Badge tone="info">{thread.assigned_to}</Badge>}
            {thread.labels.map((label) => (
              <a key={label} href={`/console/inbox?${new URLSearchParams({ label }).toString()}`}>
                <Badge>{label}</Badge>
              </a>
            ))}
            {thread.has_newcomer && <Badge tone="warn">{t("unverified sender")}</Badge>}
          </div>
          <div class="row marks" role="status">
            {present.value.map(({ name, is_writing }) => (
              <Badge key={name} tone={is_writing ? "warn" : "quiet"}>
                {t(is_writing ? "{name} is writing" : "{name} has this open", { name })}
              </Badge>
            ))}
          </div>
        </header>
        {folded > 0 && (
          <button type="button" class="folded" onClick={() => setWhole(true)}>
            {t("{n} older emails", { n: folded })}
          </button>
        )}
        {all.slice(folded === 0 ? 0 : all.indexOf(messages[folded]!)).map((email) =>
          email.kind === "note" ? (
            <Note key={email.id} threadId={thread.id} note={email} />
          ) : (
            <Email
              key={email.id}
              email={email}
              message={known(email)}
              replyTo={known(email)?.reply_to ?? ""}
              isOpen={isOpen(email)}
              onToggle={() => setToggled({ ...toggled, [email.id]: !isOpen(email) })}
              onAnswer={(way) => open(email, way)}
              onWhy={() => {
                setExplained(email.id);
                setExplaining(true);
              }}
            />
          ),
        )}
        {may("send") && <NewNote threadId={thread.id} />}
        {!answered && unanswered && may("send") && (
          <p class="waiting">
            <span>{mixed("Nobody has answered it: it left {time}.", { time: <Time of={unanswered.date} as="ago" /> })}</span>
            <Button onClick={() => open(unanswered, "reply")}>Follow up</Button>
          </p>
        )}
        {answered && mailboxes && (answered.email.direction === "outbound" || !explanations.isPending) && (
          <Answer
            key={`${answered.email.id} ${answered.way}`}
            {...answered}
            threadId={thread.id}
            message={known(answered.email)}
            messages={messages}
            own={mailbox ? [mailbox.email, ...mailbox.aliases] : []}
            onClose={() => {
              setAnswered(undefined);
              toNewest();
            }}
            onNext={onNext}
          />
        )}
      </section>
      {isExplaining && shown && (
        <Why
          message={shown}
          thread={thread}
          ours={ours}
          onClose={() => setExplaining(false)}
          onMoved={(moved) => route(`/console/inbox/${moved}`)}
        />
      )}
    </>
  );
};

/** A conversation: sent and received emails in order, then those that wait to leave. Emails are answered and forwarded in place. */
export const Conversation = (props: ConversationProps) => {
  const conversation = useRecord(["threads", props.id], () => client.threads.get(props.id));
  if (conversation.data === undefined)
    return (
      <section class="conversation" aria-label={t("Conversation")}>
        <a class="above" href={props.back}>
          ‹ {t("Inbox")}
        </a>
        <Loaded from={conversation}>{() => null}</Loaded>
      </section>
    );
  return <Reading {...props} data={conversation.data} />;
};
