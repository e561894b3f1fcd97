import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { ApiError, IdempotencyConflictError, type Message, type NewAttachment, type ThreadMessage } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { dropDraft, keepDraft, keepFiles, keptDraft, keptFiles } from "../../data/drafts.ts";
import { Kept, useAutosave } from "../../ui/kept.tsx";
import { isFull } from "../../data/autosave.ts";
import { noteWriting } from "../../data/live.ts";
import { fieldsOf, queries, useAction, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Chips } from "../../ui/chips.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";
import { Files } from "./answer-files.tsx";
import { DepartureFields } from "./departure.tsx";
import { answeredAt, namesIn, type Own, recipientsOf, redirectWords, type Way } from "./to-whom.ts";
import { Body } from "./body.tsx";
import { wordsOf as wordsIn } from "./rich-text.ts";
import { CancelWhen } from "./cancel-when.tsx";
import { Newer } from "./newer.tsx";
import { isUnseen, Seen } from "./seen.ts";
import { answerIn, keptAs } from "./kept-answers.ts";
import { draftName, forwardOf, hasText, newlyWritten, replyOf, type Written } from "./written.ts";

interface AnswerProps {
  readonly threadId: string;
  readonly email: ThreadMessage;
  readonly way: Way;
  /** The received email with its fields besides the text; undefined for an email of ours. */
  readonly message: Message | undefined;
  /** The conversation. */
  readonly messages: readonly ThreadMessage[];
  readonly own: Own;
  /** Whether the form takes the focus; a restored draft does not. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
  /** Goes to the next conversation once this one is answered; undefined when there is none. */
  readonly onNext: (() => void) | undefined;
}

const titles: Readonly<Record<Way, string>> = { reply: "Reply", reply_all: "Reply to all", forward: "Forward" };

/** The service keeps a key for 24 hours; one hour is left for differences between clocks. */
const KEY_KEPT_MS = 23 * 3_600_000;

const UNKNOWN =
  "This was given to the service before, and may have left as it was then. Look in the conversation whether it did before you send it again.";

/** The errors of one field of the form, which may be a list: `cc.0`. */
const errorOf = (errors: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(errors).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];

const SHOWN = ["to", "cc", "bcc", "subject", "body_text", "body_html", "attachments", "send_at", "window", "cancel_on"];

/** Whether the service answered that it accepted nothing. Without an answer, or when the key was used for another text, it may have accepted it. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !(error instanceof IdempotencyConflictError);

/** The error of an answer in which nothing is written, at its field as the service's are. */
const textMissing = (message = t("An answer needs a text.")): Error =>
  Object.assign(new Error(message), { details: [{ field: "body_text", message }] });

const beforeIn = (messages: readonly ThreadMessage[], email: ThreadMessage): readonly ThreadMessage[] =>
  messages.slice(0, Math.max(0, messages.indexOf(email)));

/** The draft of this email: the stored one, or else a new one. Another way of answering keeps the text and has its own recipients. */
const begin = ({ threadId, email, way, message, messages, own }: AnswerProps): Written => {
  const fresh = newlyWritten(email, way, recipientsOf(email, way, answeredAt(email, message, beforeIn(messages, email)), own));
  const kept = keptDraft<Written>(draftName(threadId, email.id, way));
  if (kept === undefined) return fresh;
  return { ...fresh, ...kept, ...(kept.way !== way && { way, to: fresh.to, cc: fresh.cc }) };
};

/** The draft with its files, stored at every change, here and soon in the account. Sending reads it from here, never from the painted page. */
const useWritten = (props: AnswerProps) => {
  const { threadId, email, way, message, messages, own } = props;
  const name = draftName(threadId, email.id, way);
  const [written, setWritten] = useState(() => begin(props));
  const [files, setFiles] = useState<readonly NewAttachment[]>([]);
  const now = useRef({ written, files, isRead: false });
  const [to] = useState(() => recipientsOf(email, way, answeredAt(email, message, beforeIn(messages, email)), own).to);
  useEffect(() => {
    void keptFiles(name).then((kept) => {
      now.current.isRead = true;
      if (kept.length === 0 || now.current.files.length > 0) return;
      now.current.files = kept;
      setFiles(kept);
    });
  }, [name]);
  const put = (changes: Partial<Written>): void => {
    now.current.written = { ...now.current.written, ...changes };
    setWritten(now.current.written);
    keepDraft(name, now.current.written);
  };
  const { keeping, autosave } = useAutosave(
    name,
    written.key,
    written.saved,
    () =>
      keptAs(
        { threadId, to, written: now.current.written, files: now.current.isRead ? now.current.files : undefined },
        email.direction === "outbound",
      ),
    (saved) => put({ saved }),
  );
  const keep = (changes: Partial<Written>): void => {
    put({ ...changes, at: Date.now() });
    noteWriting();
    autosave.current?.changed();
  };
  const keepNewFiles = (changed: readonly NewAttachment[]): void => {
    now.current.files = changed;
    setFiles(changed);
    keep({});
    void keepFiles(name, changed);
  };
  const take = (taken: Partial<Written>, theirs: readonly NewAttachment[]): void => {
    keepNewFiles(theirs);
    put(taken);
  };
  return { name, written, files, now, put, keep, keepFiles: keepNewFiles, take, keeping, autosave };
};

/** The form that answers or forwards an email; the API's errors are shown at their fields. */
export const Answer = (props: AnswerProps) => {
  const { email, way, message, messages, takesFocus, onClose, onNext } = props;
  const goesOn = useRef(false);
  const [seen] = useState(() => new Seen(messages));
  const isForward = way === "forward";
  const isOwn = email.direction === "outbound";
  const { name, written, files, now, keep, keepFiles: change, put, take, keeping, autosave } = useWritten(props);
  const own = useRef<HTMLFormElement>(null);
  const focus = (field: string): void => own.current?.querySelector<HTMLElement>(field)?.focus();
  useEffect(() => {
    if (!takesFocus) return;
    own.current?.scrollIntoView({ block: "nearest" });
    focus(isForward ? "input" : "textarea, .rich");
  }, [way, email.id]);
  const send = useAction(
    async (evenIfNewer: boolean) => {
      // The service has the quoted emails as the draft's text, and would let it leave with them alone.
      if (!isForward && !hasText(now.current.written)) throw textMissing();
      const saved = await autosave.current?.flush().catch((error: unknown) => {
        if (now.current.written.saved !== undefined || !isFull(error)) throw error;
        return undefined;
      });
      if (saved && (isForward || evenIfNewer))
        return client.sends.approve(saved.id, { revision: saved.revision, ...(evenIfNewer && { even_if_answered: true }) });
      if (saved)
        return seen.send(async (last) =>
          client.sends.approve(saved.id, { revision: saved.revision, ...(last !== undefined && { if_last_message_id: last }) }),
        );
      const { written: draft, files: sent } = now.current;
      const { key: idempotencyKey, triedAt } = draft;
      if (triedAt !== undefined && Date.now() - triedAt > KEY_KEPT_MS) throw new Error(UNKNOWN);
      if (triedAt === undefined) keep({ triedAt: Date.now() });
      if (isForward) return client.messages.forward(email.id, forwardOf(draft, sent), { idempotencyKey });
      const reply = async (last?: string) => {
        const body = { ...replyOf(draft, sent), ...(last !== undefined && { if_last_message_id: last }) };
        return isOwn
          ? client.sends.followUp(email.id, body, { idempotencyKey })
          : client.messages.reply(email.id, body, { idempotencyKey });
      };
      return evenIfNewer ? reply() : seen.send(reply);
    },
    {
      done: written.departure.when === "now" ? "It is on its way" : "It leaves at its time",
      changes: [["threads"], ["sends"]],
      showsError: true,
      onDone: () => {
        autosave.current?.end();
        dropDraft(name);
        if (goesOn.current && onNext) onNext();
        else onClose();
      },
    },
  );
  const { error } = send;
  useEffect(() => {
    if (error === null) return;
    // After a refusal the key can be used again; without an answer the first attempt counts.
    if (isRefused(error)) keep({ triedAt: undefined });
    focus(own.current?.querySelector("[aria-invalid='true']") ? "[aria-invalid='true']" : "textarea, .rich");
    // What the service has and this page has not is read, and shows above.
    if (!isUnseen(error)) return;
    void queries.invalidateQueries({ queryKey: ["threads"] });
    own.current?.querySelector(".newer")?.scrollIntoView({ block: "nearest" });
  }, [error]);
  const isUnknown = error?.message === UNKNOWN || (error instanceof IdempotencyConflictError && error.retryAfter === undefined);
  const errors = fieldsOf(error);
  const isNewer = isUnseen(error) || (!isForward && !send.isRunning && seen.lacks(messages, written.saved?.id));
  const isSaid = Object.keys(errors).length > 0 && Object.keys(errors).every((field) => SHOWN.includes(field.split(".")[0]!));
  const names = namesIn(messages);
  const to = (list: "to" | "cc" | "bcc", label: string, isOne = false) => (
    <Chips
      label={label}
      value={written[list]}
      names={names}
      isOne={isOne}
      error={errorOf(errors, list)}
      onChange={(value) => keep({ [list]: value })}
    />
  );
  const redirected = isForward || message === undefined ? "" : redirectWords(email, message.reply_to, written.to);
  return (
    <form
      ref={own}
      class="answer panel"
      aria-label={t(titles[way])}
      onSubmit={(event) => {
        event.preventDefault();
        send.run(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        goesOn.current = event.shiftKey;
        own.current?.requestSubmit();
      }}
    >
      <h2>{t(isOwn ? "Follow up" : titles[way])}</h2>
      {isNewer && <Newer isBusy={send.isRunning} onSend={() => send.run(true)} />}
      {/* While it is sent nothing can be changed: the text on the screen is the text that leaves. */}
      <fieldset class="bare stack" disabled={send.isRunning}>
        {to("to", "To", true)}
        {redirected !== "" && (
          <p class="note" role="note">
            {redirected}
          </p>
        )}
        <div class="columns">
          {to("cc", "Cc")}
          {to("bcc", "Bcc")}
        </div>
        <Body
          label={isForward ? "A note above it" : "Text"}
          written={written}
          files={files}
          isDisabled={send.isRunning}
          error={errorOf(errors, "body_text") ?? errorOf(errors, "body_html")}
          onChange={keep}
          onFiles={change}
        />
        <Files files={files} error={errorOf(errors, "attachments")} onChange={change} />
        <details open={written.subject !== "" || errorOf(errors, "subject") !== undefined}>
          <summary>{t("Another subject")}</summary>
          <Field
            label="Subject"
            value={written.subject}
            placeholder="As it is"
            error={errorOf(errors, "subject")}
            onInput={({ currentTarget }) => keep({ subject: currentTarget.value })}
          />
        </details>
        <DepartureFields of={written.departure} onChange={(departure) => keep({ departure })} errors={errors} />
        {!isForward && written.departure.when !== "now" && (
          <CancelWhen chosen={written.cancelOn} error={errorOf(errors, "cancel_on")} onChange={(cancelOn) => keep({ cancelOn })} />
        )}
        <Checkbox
          label={isForward ? "With its files" : "With the conversation quoted below"}
          checked={written.isWhole}
          onChange={({ currentTarget }) => keep({ isWhole: currentTarget.checked })}
        />
      </fieldset>
      {error && !isSaid && !isUnseen(error) && (
        <p class="error" role="alert">
          {isUnknown
            ? t(UNKNOWN)
            : isRefused(error)
              ? wordsOf(error)
              : t("{problem}. Send it again: it leaves once.", { problem: wordsOf(error) })}
        </p>
      )}
      <Kept
        keeping={keeping}
        mine={written.rich === undefined ? written.text : wordsIn(written.rich)}
        onMine={(theirs) => autosave.current?.settle(theirs, false)}
        onTheirs={async (theirs) => {
          const read = await answerIn(theirs.id);
          if (read === undefined) return;
          take({ ...read.written, at: Date.now() }, read.files);
          autosave.current?.settle(read.send, true);
        }}
        onAnew={() => put({ key: crypto.randomUUID(), saved: undefined })}
      />
      <div class="row">
        <Button type="submit" kind="primary" title="Ctrl+Enter" isBusy={send.isRunning} onClick={() => (goesOn.current = false)}>
          {written.departure.when === "now" ? "Send" : "Schedule"}
        </Button>
        {onNext && (
          <Button type="submit" title="Ctrl+Shift+Enter" disabled={send.isRunning} onClick={() => (goesOn.current = true)}>
            {written.departure.when === "now" ? "Send and next" : "Schedule and next"}
          </Button>
        )}
        {isUnknown && (
          <Button
            kind="danger"
            onClick={() => {
              keep({ key: crypto.randomUUID(), triedAt: undefined });
              send.run(false);
            }}
          >
            It did not leave: send it
          </Button>
        )}
        <Button kind="quiet" title={t("The draft is kept")} onClick={onClose}>
          Close
        </Button>
        <Button
          kind="quiet"
          disabled={send.isRunning}
          onClick={() => {
            void autosave.current?.discard().finally(() => void queries.invalidateQueries({ queryKey: ["drafts"] }));
            dropDraft(name);
            onClose();
          }}
        >
          Discard
        </Button>
      </div>
    </form>
  );
};
