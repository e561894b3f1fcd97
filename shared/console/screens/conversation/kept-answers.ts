import type { NewAttachment, Send } from "../../../client/index.ts";
import { type Changes, formIn, stateOf, type Wanted } from "../../data/autosave.ts";
import { client } from "../../data/client.ts";
import { dropDraft, keepDraft, keepFiles, keptDraft, keptDrafts, type Saved } from "../../data/drafts.ts";
import { isOwn } from "../../data/session.ts";
import { addressesOf } from "../../data/pairs.ts";
import { ownZone } from "../sends/when.tsx";
import type { Departure } from "./departure.tsx";
import { bodyOf, draftName, filesOf, hasText, type Written } from "./written.ts";

/** An answer in a draft's state, with its conversation. */
export interface KeptAnswer {
  readonly screen: "conversation";
  readonly threadId: string;
  readonly written: Omit<Written, "key" | "triedAt" | "saved">;
  /** How many of the draft's files are its writer's; a forward's others are the forwarded email's. */
  readonly files: number;
}

/** The fields of a draft's time: those that the form has filled in. */
const timesOf = ({ when, local, timezone, days, from, to }: Departure): Pick<Changes, "send_at" | "scheduled_at" | "window"> => {
  const atOnce = { scheduled_at: new Date().toISOString() };
  if (when === "at" && local !== "") return { send_at: { local, timezone }, window: null };
  if (when === "window" && days.length > 0 && from < to) return { ...atOnce, window: { days: [...days], from, to, timezone } };
  return { ...atOnce, window: null };
};

const hashes = new WeakMap<NewAttachment, string>();

/** A number for a file, the same for the same file (Fowler, Noll and Vo, FNV-1a). */
const hashOf = (file: NewAttachment): string => {
  const known = hashes.get(file);
  if (known !== undefined) return known;
  let hash = 0x811c9dc5;
  for (const letter of `${file.name} ${file.type} ${file.content}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const told = `${(hash >>> 0).toString(16)}.${file.content.length}`;
  hashes.set(file, told);
  return told;
};

/** What an answer's draft is made with: whether it quotes; of a forward with its files, which of its own there are, too. */
const shapeOf = ({ way, isWhole }: Pick<Written, "way" | "isWhole">, files: readonly NewAttachment[]): string =>
  [way === "forward" ? "forward" : "reply", isWhole ? "whole" : "bare", ...(way === "forward" && isWhole ? files.map(hashOf) : [])].join(
    "-",
  );

/** How an answer is kept as a draft of the account: made without content by the operation that answers, and written then. */
export const keptAs = (
  {
    threadId,
    written,
    files,
    to,
  }: { readonly threadId: string; readonly written: Written; readonly files: readonly NewAttachment[] | undefined; readonly to: string },
  isOwn: boolean,
): Wanted => {
  const { id, way, isWhole, at, cc, bcc, subject, departure, cancelOn } = written;
  const isForward = way === "forward";
  // What a forward takes along is among its files, so that a change of its own makes it anew.
  const isFixed = isForward && isWhole;
  const shown = files && filesOf(written, files);
  const { key: _key, triedAt: _tried, saved: _saved, ...kept } = written;
  const state: KeptAnswer = { screen: "conversation", threadId, written: kept, files: shown?.length ?? 0 };
  const first = addressesOf(to)[0];
  const whom = first === undefined ? {} : { to: first };
  const quoted = { draft: true, ...whom, ...(!isWhole && { quote_history: false }), quote_timezone: ownZone() };
  return {
    at,
    shape: shapeOf(written, shown ?? []),
    isEmpty: !hasText(written) && (files ?? []).length === 0 && subject === "" && bcc === "",
    files: isFixed ? undefined : shown,
    create: (idempotencyKey) => {
      if (isForward)
        return client.messages.forward(
          id,
          { draft: true, to: "", include_attachments: isWhole, ...(isFixed && (shown ?? []).length > 0 && { attachments: [...shown!] }) },
          { idempotencyKey },
        );
      return isOwn ? client.sends.followUp(id, quoted, { idempotencyKey }) : client.messages.reply(id, quoted, { idempotencyKey });
    },
    changes: (asIs) => ({
      ...bodyOf(written),
      to: addressesOf(written.to)[0] ?? "",
      cc: [...addressesOf(cc)],
      bcc: [...addressesOf(bcc)],
      subject: subject === "" ? asIs : subject,
      ...timesOf(departure),
      ...(!isForward && { cancel_on: departure.when !== "now" && cancelOn.length > 0 ? [...cancelOn] : null }),
      draft_state: stateOf(state),
    }),
  };
};

/** The files of a draft that was read alone. */
export const filesIn = ({ attachments }: Send): readonly NewAttachment[] =>
  attachments.flatMap(({ name, type, content, content_id: id }) =>
    content === undefined ? [] : [{ name, type, content, ...(id !== "" && { content_id: id }) }],
  );

/** An answer as the account keeps it. */
interface ReadAnswer {
  readonly send: Send;
  readonly threadId: string;
  readonly written: KeptAnswer["written"] & { readonly saved: Saved };
  readonly files: readonly NewAttachment[];
}

/** Reads a draft of the account; undefined for one that no answer's form has written. */
export const answerIn = async (id: string): Promise<ReadAnswer | undefined> => {
  const send = await client.sends.get(id);
  const kept = formIn<KeptAnswer>(send.draft_state);
  if (kept?.screen !== "conversation") return undefined;
  const { written, threadId } = kept;
  const files = filesIn(send).slice(0, kept.files);
  const saved = { id, revision: send.revision ?? 1, at: written.at, shape: shapeOf(written, files), asIs: send.subject };
  return { send, threadId, written: { ...written, saved }, files };
};

/** Takes a draft of the account into this browser, where its form begins with it. */
export const takeAnswer = async (id: string): Promise<ReadAnswer | undefined> => {
  const read = await answerIn(id);
  if (read === undefined) return undefined;
  const name = draftName(read.threadId, read.written.id, read.written.way);
  keepDraft(name, { ...read.written, key: keptDraft<Written>(name)?.key ?? crypto.randomUUID() });
  await keepFiles(name, read.files);
  return read;
};

/** Whether what this browser has of a draft is what the account had when it was saved. */
const isUnchanged = ({ at, saved }: Partial<Written>): boolean => saved !== undefined && saved.at === at;

/**
 * Makes this browser's drafts of a conversation those that its reader has in the account: what was written elsewhere is taken over, what was sent or deleted elsewhere is
 * forgotten. What is written here and not saved yet stays.
 */
export const readAnswers = async (threadId: string): Promise<void> => {
  const rows = await client.sends.list({ waiting_for: "draft", thread_id: threadId, limit: 50 });
  const own = keptDrafts(`answer:${threadId}:`).map((name) => ({ name, kept: keptDraft<Written>(name) ?? {} }));
  for (const { name, kept } of own) {
    const row = rows.find(({ id }) => id === kept.saved?.id);
    // A forward is in no conversation, so that its own record says whether it is still there.
    const isThere =
      row ?? (kept.way === "forward" && kept.saved ? await client.sends.get(kept.saved.id).catch(() => undefined) : undefined);
    if (!isUnchanged(kept)) continue;
    if (isThere?.draft !== true) dropDraft(name);
    else if (isThere.revision !== kept.saved?.revision) await takeAnswer(isThere.id);
  }
  const known = new Set(own.flatMap(({ kept }) => kept.saved?.id ?? []));
  // What a colleague writes stays theirs: it is opened among the drafts alone.
  for (const { id } of rows.filter((row) => !known.has(row.id) && isOwn(row.by)).slice(0, 5)) await takeAnswer(id);
};
