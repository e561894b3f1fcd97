import type { Send, SendChanges, ThreadMessage } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { t } from "../../data/language.ts";
import { otherIn } from "../../data/session.ts";
import { fieldsOf, useRecord, wordsOf } from "../../data/queries.ts";
import { bytes } from "../../ui/numbers.ts";
import { Badge, Button } from "../../ui/controls.tsx";
import { Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";

/** A part of a text: in both versions, only in the new one, or only in the old one. */
interface Part {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** The most words of each version that are compared; beyond, whole versions are shown. */
const WORDS_MAX = 1_500;

const wordsIn = (text: string): readonly string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** How long the longest common run of words is from each place on (Wagner and Fischer, 1974). */
const lengths = (before: readonly string[], after: readonly string[]): readonly Uint16Array[] => {
  const table = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      table[i]![j] = before[i] === after[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
};

const joined = (parts: readonly Part[]): readonly Part[] => {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last?.kind === part.kind) found[found.length - 1] = { kind: part.kind, text: last.text + part.text };
    else found.push(part);
  }
  return found;
};

/** What has changed from one version of a text to the next, word by word. */
const differences = (before: string, after: string): readonly Part[] => {
  const [old, now] = [wordsIn(before), wordsIn(after)];
  if (before === after) return [{ kind: "same", text: after }];
  if (old.length > WORDS_MAX || now.length > WORDS_MAX)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  const table = lengths(old, now);
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push({ kind: "same", text: now[j]! });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && table[i + 1]![j]! >= table[i]![j + 1]!)) {
      parts.push({ kind: "removed", text: old[i]! });
      i += 1;
    } else {
      parts.push({ kind: "added", text: now[j]! });
      j += 1;
    }
  }
  return joined(parts);
};

/** What of an email is compared between its revisions. */
export interface Version {
  readonly revision: number;
  readonly head: string;
  readonly text: string;
  readonly html: string;
}

const named = ({ name, email }: { readonly name: string; readonly email: string }): string => (name === "" ? email : `${name} <${email}>`);

/** The email as one version: recipients, subject, headers and files in its head. */
export const versionOf = (send: Send): Version => ({
  revision: send.revision ?? 1,
  head: [
    `${t("From")}: ${named({ name: send.from_name, email: send.from_email })}`,
    `${t("To")}: ${named({ name: send.to_name, email: send.to_email })}`,
    ...(send.cc.length > 0 ? [`Cc: ${send.cc.map(named).join(", ")}`] : []),
    ...(send.bcc.length > 0 ? [`Bcc: ${send.bcc.map(named).join(", ")}`] : []),
    ...(send.reply_to === "" ? [] : [`Reply-To: ${send.reply_to}`]),
    `${t("Subject")}: ${send.subject}`,
    ...Object.entries(send.headers).map(([name, value]) => `${name}: ${value}`),
    ...send.attachments.map(({ name, size }) => `${t("File")}: ${name} (${bytes(size)})`),
  ].join("\n"),
  text: send.body_text,
  html: send.body_html,
});

const Marked = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <>
    {differences(before, after).map(({ kind, text }, i) =>
      kind === "added" ? <ins key={i}>{text}</ins> : kind === "removed" ? <del key={i}>{text}</del> : text,
    )}
  </>
);

/** The held email; where this page has shown an earlier revision, with what has changed since. */
export const HeldEmail = ({ send, before }: { readonly send: Send; readonly before: Version | undefined }) => {
  const now = versionOf(send);
  const old = before !== undefined && before.revision < now.revision ? before : now;
  return (
    <Panel title="Waits for approval">
      <p class="row soft">
        {old !== now && <Badge tone="warn">{t("Changed since you looked")}</Badge>}
        {t("Revision {n}", { n: String(now.revision) })}
        {otherIn(send.by) !== "" && <span>{t("Written by {who}", { who: send.by })}</span>}
        {send.hold_until !== undefined && (
          <span>
            {t("is cancelled without approval")} <Time of={send.hold_until} />
          </span>
        )}
      </p>
      <pre class="mail-text head">
        <Marked before={old.head} after={now.head} />
      </pre>
      <pre class="mail-text">
        <Marked before={old.text} after={now.text} />
      </pre>
      {send.body_html !== "" && (
        <details open={old.html !== now.html}>
          <summary>HTML</summary>
          <pre class="mail-text">
            <Marked before={old.html} after={now.html} />
          </pre>
        </details>
      )}
    </Panel>
  );
};

/** The latest message of the conversation that was sent or received. */
const lastOf = (messages: readonly ThreadMessage[]): ThreadMessage | undefined =>
  messages.findLast(({ direction, status }) => direction === "inbound" || status === "sent");

/** What the email answers. */
export const Answers = ({ send: { thread_id: thread } }: { readonly send: Send }) => {
  const { data } = useRecord(["threads", thread, "of-send"], thread === "" ? undefined : () => client.threads.get(thread));
  const last = data && lastOf(data.messages);
  return (
    <Panel title="What it answers">
      {last === undefined ? (
        <p class="soft">{t(thread === "" ? "It begins a conversation." : "Nothing was sent or received in its conversation yet.")}</p>
      ) : (
        <>
          <p class="row">
            <a class="strong" href={`/console/inbox/${thread}#${last.id}`}>
              {last.from.name || last.from.email}
            </a>
            <Time of={last.date} />
          </p>
          <pre class="mail-text">{last.reply_text || last.body_text}</pre>
        </>
      )}
    </Panel>
  );
};

interface Asking {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

/** Asks for the new words of a held email. */
export const EditDialog = ({
  send,
  error,
  onEdit,
  ...asking
}: Asking & { readonly send: Send; readonly error: unknown; readonly onEdit: (changes: SendChanges) => void }) => {
  const [to, setTo] = useState("");
  const [subject, setSubject] = useState("");
  const [text, setText] = useState("");
  useEffect(() => {
    if (!asking.isOpen) return;
    setTo(send.to_email);
    setSubject(send.subject);
    setText(send.body_text);
  }, [asking.isOpen, send.id, send.revision]);
  const changes: SendChanges = {
    ...(send.revision !== undefined && { revision: send.revision }),
    ...(to !== send.to_email && { to }),
    ...(subject !== send.subject && { subject }),
    ...(text !== send.body_text && { body_text: text }),
  };
  const errors = fieldsOf(error);
  return (
    <Dialog
      title="Edit the email"
      isWide
      isOpen={asking.isOpen}
      onClose={asking.onClose}
      actions={
        <Button kind="primary" isBusy={asking.isBusy} disabled={Object.keys(changes).length < 2} onClick={() => onEdit(changes)}>
          Save
        </Button>
      }
    >
      <Field label="To" value={to} error={errors["to"]} onInput={({ currentTarget }) => setTo(currentTarget.value)} />
      <Field label="Subject" value={subject} error={errors["subject"]} onInput={({ currentTarget }) => setSubject(currentTarget.value)} />
      <TextArea
        label="Text"
        rows={12}
        value={text}
        error={errors["body_text"]}
        {...(send.body_html !== "" && { hint: "A changed text replaces the formatted one, too." })}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {error !== null && Object.keys(errors).length === 0 && (
        <p class="error" role="alert">
          {wordsOf(error)}
        </p>
      )}
    </Dialog>
  );
};

/** Asks why a held email is rejected. */
export const RejectDialog = ({ onReject, ...asking }: Asking & { readonly onReject: (reason: string) => void }) => {
  const [reason, setReason] = useState("");
  useEffect(() => setReason(""), [asking.isOpen]);
  return (
    <Dialog
      title="Reject this email?"
      isOpen={asking.isOpen}
      onClose={asking.onClose}
      actions={
        <Button kind="danger" isBusy={asking.isBusy} disabled={reason.trim() === ""} onClick={() => onReject(reason.trim())}>
          Reject
        </Button>
      }
    >
      <p>{t("It will not leave, nor the follow-ups that wait for it. It has cost nothing.")}</p>
      <Field label="Why" maxLength={500} value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
    </Dialog>
  );
};

/** Asks whether a held email is approved although mail has come in its conversation. */
export const AnsweredDialog = ({ thread, onApprove, ...asking }: Asking & { readonly thread: string; readonly onApprove: () => void }) => (
  <Dialog
    title="New mail in its conversation"
    isOpen={asking.isOpen}
    onClose={asking.onClose}
    actions={
      <Button kind="primary" isBusy={asking.isBusy} onClick={onApprove}>
        Approve all the same
      </Button>
    }
  >
    <p>{t("Somebody has written since this was written. Read that first: it may not fit any more.")}</p>
    <a href={`/console/inbox/${thread}`}>{t("Open the conversation")}</a>
  </Dialog>
);
