import { useEffect, useState } from "preact/hooks";
import type { Send, SendChanges } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { fieldsOf, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";

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
