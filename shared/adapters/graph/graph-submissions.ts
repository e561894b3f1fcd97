import type { CallHttp } from "../../domain/mailboxes/egress/post-http.ts";
import type { GraphAccount } from "../../domain/mailboxes/mailbox.ts";
import type { Intend, Outcome, OutgoingMessage, StrayDraft, Submission } from "../../domain/sending/ports/submission.ts";
import { isTooMuch } from "./graph-batch.ts";
import { graphClient, type GraphClient, mailboxPath } from "./graph-client.ts";
import { type GraphDraft, graphDrafts } from "./graph-drafts.ts";
import { GraphError, graphFailure } from "./graph-error.ts";
import { outcomeAfter, outcomeBefore } from "./graph-refusal.ts";

/** The time limit of opening, ms. */
const OPEN_MS = 15_000;
/** The time limit of looking at a draft after a refusal, ms: the worker has its last writes to make afterwards. */
const LOOK_MS = 5_000;

type Drafts = ReturnType<typeof graphDrafts>;

/**
 * Submission over Microsoft Graph, each email once: it becomes a draft with an immutable id; the intent is written with that id; then the draft is
 * sent, which Graph does only once (learn.microsoft.com/graph/outlook-immutable-id, "Immutable ID with sending mail").
 */
export const graphSubmissions = (callHttp: CallHttp): { open(account: GraphAccount): Promise<Submission> } => {
  const client = graphClient(callHttp);
  return {
    open: async (account) => {
      const strays = await openDrafts(client, account).catch((error: unknown) => {
        throw graphFailure(error);
      });
      return submissionOf(client, account, strays);
    },
  };
};

/** The tracked drafts, whose list proves the token; a server that refuses this list is asked for its folder alone. */
const openDrafts = async (client: GraphClient, account: GraphAccount): Promise<readonly StrayDraft[]> => {
  try {
    const latest = await graphDrafts(client, account).latest();
    return latest.flatMap(({ id, tracking, recipients = [] }) =>
      tracking.slice(0, 1).map((value) => ({ id, tracking: value, recipients })),
    );
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    await client.json(account, { path: `${mailboxPath(account)}/mailFolders/drafts?$select=id`, withinMs: OPEN_MS });
    return [];
  }
};

const submissionOf = (client: GraphClient, account: GraphAccount, strays: readonly StrayDraft[]): Submission => {
  const drafts = graphDrafts(client, account);
  let open = true;
  // A refused token ends the session: the next one asks for another.
  const ending = (error: unknown, outcome: Outcome): Outcome => {
    if (error instanceof GraphError && error.status === 401) open = false;
    return outcome;
  };
  /** Graph may send a draft and answer with an error: no answer but 202 says what became of it, the draft does. */
  const send = async ({ id }: GraphDraft, withinMs: number, sent: Outcome): Promise<Outcome> => {
    try {
      await client.bytes(account, { method: "POST", path: `${drafts.pathOf(id)}/send`, withinMs });
      return sent;
    } catch (error) {
      const found = error instanceof GraphError ? await drafts.find(id, LOOK_MS).catch(() => undefined) : undefined;
      return ending(error, found?.isDraft === false ? sent : outcomeAfter(error));
    }
  };
  return {
    get open() {
      return open;
    },
    strays,
    discard: (id) => drafts.discard(id),
    submit: async (message, intend, replyTimeoutMs) => {
      const prepared = await prepare(drafts, message).catch((error: unknown) => ending(error, outcomeBefore(error)));
      if ("kind" in prepared) return prepared;
      const { messageId } = prepared;
      const sent: Outcome = { kind: "sent", ...(!message.raw.includes(messageId ?? "\0") && { messageId }) };
      const stop = await fence(drafts, prepared, message, intend);
      return stop ?? (prepared.isDraft ? send(prepared, replyTimeoutMs, sent) : sent);
    },
    close: () => undefined,
  };
};

/** The draft to send: the one that an earlier attempt left, which may be sent by now, else a new one to exactly these recipients. */
const prepare = async (drafts: Drafts, message: OutgoingMessage): Promise<GraphDraft | Outcome> => {
  const known = message.draftId === undefined ? undefined : await drafts.find(message.draftId);
  if (known && !known.isDraft) return known;
  if (message.draftId !== undefined && !known)
    return { kind: "refused", code: 450, reply: "404 its draft is neither among the drafts nor among the sent items" };
  if (known && goesTo(known, message.to)) return known;
  // A copy was dropped since: its draft must not be sent by anybody.
  if (known) await drafts.discard(known.id);
  else if (message.isRepeated) await drafts.discardStrays(message);
  const draft = await drafts.create(message);
  if (goesTo(draft, message.to)) return draft;
  await drafts.discard(draft.id);
  return { kind: "refused", code: 554, reply: "554 Microsoft Graph would send it to other recipients than asked" };
};

/** Whether a draft has exactly these recipients; one whose recipients are not told counts as right. */
const goesTo = ({ recipients }: GraphDraft, wanted: readonly string[]): boolean => {
  if (!recipients) return true;
  const [one, other] = [new Set(recipients), new Set(wanted.map((email) => email.toLowerCase()))];
  return one.size === other.size && [...other].every((email) => one.has(email));
};

/** Writes the intent. Undefined when the draft may be sent; a new one that may not is removed, for nobody else knows it. */
const fence = async (drafts: Drafts, { id }: GraphDraft, message: OutgoingMessage, intend: Intend): Promise<Outcome | undefined> => {
  try {
    if (await intend([], id)) return undefined;
  } catch (error) {
    // The intent may have been written all the same, so the draft stays.
    return { kind: "internal", error };
  }
  if (message.draftId === undefined) await drafts.discard(id);
  return { kind: "fenced" };
};
