import type { Email, Send } from "../../../client/index.ts";
import { formIn, stateOf, type Wanted } from "../../data/autosave.ts";
import { client } from "../../data/client.ts";
import { addressesOf } from "../../data/pairs.ts";
import { filesIn } from "../conversation/kept-answers.ts";
import { type Draft, emailsFor, filesOf, htmlIn, senderIn } from "./draft.ts";

/** A new email, or a sequence, in a draft's state; its files are the draft's. */
export interface KeptEmail {
  readonly screen: "compose";
  readonly draft: Omit<Draft, "files" | "saved" | "key">;
}

/** Whether a draft is one email, which is kept as it would leave; a list or a sequence is kept in its draft's state alone. */
export const isOneEmail = ({ isList, steps }: Draft): boolean => !isList && steps.length === 1;

const isEmpty = ({ to, table, cc, bcc, steps, files }: Draft): boolean =>
  [to, table, cc, bcc, ...steps.flatMap((step) => [step.subject, step.text, htmlIn(step)])].every((text) => text.trim() === "") &&
  files.length === 0;

/** How a draft is kept in the account. */
export const keptAs = (draft: Draft, isRead: boolean): Wanted => {
  const { files, saved: _saved, key: _key, ...form } = draft;
  const state: KeptEmail = { screen: "compose", draft: form };
  const [email] = emailsFor({ ...draft, files: [] }, "", (text) => text) as readonly [Email];
  const { send_at, window, body_text: text = "", body_html: html } = email;
  const isOne = isOneEmail(draft);
  return {
    at: draft.changedAt,
    shape: "email",
    isEmpty: isEmpty(draft) || draft.mailboxId === "",
    files: isRead ? (isOne ? filesOf(draft, 0) : files) : undefined,
    create: (idempotencyKey) => client.sends.create({ ...senderIn(draft), to: "", subject: "", draft: true }, { idempotencyKey }),
    changes: () => ({
      ...senderIn(draft),
      to: isOne ? (addressesOf(draft.to)[0] ?? "") : "",
      subject: email.subject,
      ...(html === undefined ? { body_text: text } : { body_html: html, ...(text !== "" && { body_text: text }) }),
      cc: email.cc ?? [],
      bcc: email.bcc ?? [],
      tags: email.tags ?? [],
      metadata: email.metadata ?? {},
      window: window ?? null,
      ...(send_at ? { send_at } : { scheduled_at: new Date().toISOString() }),
      unsubscribe: draft.unsubscribe,
      draft_state: stateOf(state),
    }),
  };
};

/** Reads a draft of the account; undefined for one that this form has not written. */
export const draftOf = async (id: string): Promise<{ readonly draft: Draft; readonly send: Send } | undefined> => {
  const send = await client.sends.get(id);
  const kept = formIn<KeptEmail>(send.draft_state);
  if (kept?.screen !== "compose") return undefined;
  const saved = { id, revision: send.revision ?? 1, at: kept.draft.changedAt, shape: "email", asIs: "" };
  return { send, draft: { ...kept.draft, files: filesIn(send), saved, key: crypto.randomUUID() } };
};
