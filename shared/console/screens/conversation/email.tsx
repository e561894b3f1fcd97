import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import type { Message, ThreadMessage } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useAction, useRecord } from "../../data/queries.ts";
import { may, otherIn } from "../../data/session.ts";
import { Badge, Status, Button } from "../../ui/controls.tsx";
import { bytes } from "../../ui/numbers.ts";
import { Time } from "../../ui/time.tsx";
import { EmailBody } from "./email-body.tsx";
import { download } from "./files.ts";
import { absenceWords, cancelledBy, fileName, intentWords, isWaiting, partsOfName, waitingFor } from "./words.ts";
import { redirectWords, type Way } from "./to-whom.ts";

/** How many people show before a click. */
const SHOWN = 3;

/** People of an email, each with name and address; beyond three behind a button. */
const People = ({
  label,
  list,
}: {
  readonly label: string;
  readonly list: readonly { readonly name: string; readonly email: string }[];
}) => {
  const [isWhole, setWhole] = useState(false);
  if (list.length === 0) return null;
  const shown = isWhole ? list : list.slice(0, SHOWN);
  return (
    <>
      <dt>{label}</dt>
      <dd class="chips plain">
        {shown.map(({ name, email }, index) => (
          <span key={`${index} ${email}`} class="chip">
            {name !== "" && name !== email && <b>{name} </b>}
            {email}
          </span>
        ))}
        {shown.length < list.length && (
          <button type="button" class="button quiet small" onClick={() => setWhole(true)}>
            {t("and {n} more", { n: list.length - SHOWN })}
          </button>
        )}
      </dd>
    </>
  );
};

interface EmailProps {
  readonly email: ThreadMessage;
  /** The Reply-To address when it differs from the sender's; "" otherwise, and while it is not known. */
  readonly replyTo: string;
  /** The received email with what its server has of it; undefined while it is not known. */
  readonly message: Message | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onAnswer: (way: Way) => void;
  readonly onWhy: () => void;
}

/** A file's name; a long one is cut at its beginning, so that its extension stays visible. */
const FileName = ({ given }: { readonly given: string }) => {
  const name = fileName(given);
  const [stem, extension] = partsOfName(name);
  return (
    <span class="file-name" title={name}>
      <span class="cut">{stem}</span>
      {extension !== "" && <b>{extension}</b>}
    </span>
  );
};

const Files = ({ email: { id, direction, attachments } }: { readonly email: ThreadMessage }) => (
  <ul class="files" aria-label={t("Files")}>
    {attachments.map(({ index, filename, size }) => (
      <li key={index}>
        {direction === "inbound" ? (
          <button
            type="button"
            class="button small"
            aria-label={`${fileName(filename)} ${bytes(size)}`}
            onClick={() => void download(id, index, fileName(filename))}
          >
            <FileName given={filename} /> <span class="soft">{bytes(size)}</span>
          </button>
        ) : (
          <span class="badge">
            <FileName given={filename} /> {bytes(size)}
          </span>
        )}
      </li>
    ))}
  </ul>
);

/** When a waiting email leaves and what it waits for, with a button to cancel it. */
const Waiting = ({ email }: { readonly email: ThreadMessage }) => {
  const { data: send } = useRecord(["sends", email.id], () => client.sends.get(email.id));
  const cancel = useAction(() => client.sends.cancel(email.id), { done: "Cancelled", changes: [["threads"], ["sends"]] });
  const wait = send === undefined ? "" : waitingFor(send);
  const leaves = send?.eta ?? send?.next_attempt_at ?? email.scheduled_at;
  return (
    <p class="waiting">
      <span>
        {leaves === undefined ? (
          t("Leaves as soon as it can")
        ) : (
          <>
            {t(send?.eta === undefined ? "Leaves" : "Expected to leave")} <Time of={leaves} as="full" />
          </>
        )}
        {wait !== "" && `, ${t("waits for {what}", { what: wait })}`}
        {send !== undefined && send.cancel_on.length > 0 && `; ${t("cancelled by {what}", { what: cancelledBy(send.cancel_on) })}`}
        {send !== undefined && send.last_error !== "" && <span class="error"> {send.last_error}</span>}
      </span>
      {may("send") && (
        <Button kind="danger" isBusy={cancel.isRunning} onClick={() => cancel.run()}>
          Cancel it
        </Button>
      )}
    </p>
  );
};

/** Why an email of ours did not leave. */
const Failed = ({ id }: { readonly id: string }) => {
  const { data: send } = useRecord(["sends", id], () => client.sends.get(id));
  return send === undefined ? null : <p class="error">{send.last_error}</p>;
};

/** What became of a change at the mail server, where somebody made one: quiet while it is on its way. */
const AtServer = ({ message: { id, server_state: state, server_reason: reason, server_wish: wish } }: { readonly message: Message }) => {
  const again = useAction(() => client.messages.update(id, { ...wish }), { changes: [["messages"], ["threads"]] });
  if (state === "pending") return <p class="soft">{t("The mail server is being told of the change.")}</p>;
  if (state !== "failed") return null;
  return (
    <p class="waiting">
      <span class="error">{t("The mail server does not have the change: {reason}", { reason })}</span>
      {may("send") && wish !== undefined && (
        <Button isBusy={again.isRunning} onClick={() => again.run()}>
          Try again
        </Button>
      )}
    </p>
  );
};

/** Says that the sender wants answers in another domain. */
const Redirected = ({ email, replyTo }: Pick<EmailProps, "email" | "replyTo">) => {
  const words = redirectWords(email, replyTo);
  return words === "" ? null : (
    <p class="note" role="note">
      {words}
    </p>
  );
};

/** What is shown beside a received email: its kind where it is no person's, or what an answer means. */
const badgeOf = (email: ThreadMessage): string =>
  email.kind === "reply" || email.kind === "inbound" ? intentWords(email) : absenceWords(email) || t(email.kind.replace("_", " "));

/** One email: a line that opens it, and its content. */
export const Email = ({ email, replyTo, message, isOpen, onToggle, onAnswer, onWhy }: EmailProps) => {
  const { from, to, cc, direction, status, snippet, date, is_read: isRead } = email;
  const isOwn = direction === "outbound";
  return (
    <article class={`email ${direction}${isOpen ? " open" : ""}`}>
      <button type="button" class="line" aria-expanded={isOpen} onClick={onToggle}>
        <span class="who">
          {isOwn ? otherIn(email.by) || t("You") : from.name || from.email}
          {!isRead && <span class="unseen">{t(" unread")}</span>}
        </span>
        {!isOpen && <span class="cut soft">{snippet}</span>}
        {isOwn ? status !== "sent" && <Status of={status} /> : badgeOf(email) !== "" && <Badge>{badgeOf(email)}</Badge>}
        <Time of={date} as={isOpen ? "full" : "short"} />
      </button>
      {isOpen && (
        <div class="content">
          <dl class="people">
            <People label={t("From")} list={[from]} />
            <People label={t("To")} list={to} />
            <People label={t("Cc")} list={cc} />
          </dl>
          {!isOwn && <Redirected email={email} replyTo={replyTo} />}
          {message && <AtServer message={message} />}
          {isWaiting(email) && <Waiting email={email} />}
          {status === "failed" && <Failed id={email.id} />}
          <EmailBody email={email} />
          {email.attachments.length > 0 && <Files email={email} />}
          <div class="row">
            {may("send") && (
              <>
                <Button onClick={() => onAnswer("reply")}>{isOwn ? "Follow up" : "Reply"}</Button>
                {!isOwn && to.length + cc.length > 1 && <Button onClick={() => onAnswer("reply_all")}>Reply all</Button>}
                {!isOwn && <Button onClick={() => onAnswer("forward")}>Forward</Button>}
              </>
            )}
            {!isOwn && (
              <Button kind="quiet" onClick={onWhy}>
                Why?
              </Button>
            )}
            {isOwn && email.email_job_id !== "" && (
              <a class="button quiet" href={`/console/sends/${email.email_job_id}`}>
                {t("Timeline")}
              </a>
            )}
          </div>
        </div>
      )}
    </article>
  );
};
