import { t } from "../../data/language.ts";
import { useRef, useState } from "preact/hooks";
import { client } from "../../data/client.ts";
import type { Saved } from "../../data/drafts.ts";
import { queries } from "../../data/queries.ts";
import { type Chunk, chunksOf, dryRun, type Forecast, isAccepted, type Progress, sendAll } from "./sending.ts";
import type { Sequence } from "./draft.ts";

/** A storage for texts that outlives a reload of the page. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const NAME = "console-batch-";
/** The service keeps a key for 24 hours. */
const KEPT_MS = 24 * 3_600_000;

/** As many letters of a digest name what a draft's batches have. */
const DIGEST_LETTERS = 40;

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The digest of what is to be sent. */
export const digestOf = async (content: unknown): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(content))));

interface Kept {
  readonly key: string;
  readonly at: number;
}

const keptIn = (store: Store, digest: string): Partial<Kept> => {
  try {
    return (JSON.parse(store.getItem(NAME + digest) ?? "{}") ?? {}) as Partial<Kept>;
  } catch {
    return {};
  }
};

/**
 * The Idempotency-Key for this content: the same until `forgetKey`, also in another tab and after a reload, so that content whose answer was lost is
 * not sent twice. The same on every device where it is a draft of the account, whose id is `draft`.
 */
export const keyFor = (store: Store, digest: string, now: number, draft = ""): string => {
  const { key, at = 0 } = keptIn(store, digest);
  if (key !== undefined && now - at < KEPT_MS) return key;
  const fresh: Kept = { key: draft === "" ? crypto.randomUUID() : `${draft}-${digest.slice(0, DIGEST_LETTERS)}`, at: now };
  store.setItem(NAME + digest, JSON.stringify(fresh));
  return fresh.key;
};

/** Forgets the key once all batches were answered: the same content sent again is a new request. */
export const forgetKey = (store: Store, digest: string): void => store.removeItem(NAME + digest);

/** The stage of a batch: being written, checked, or sent; `stopped` by an error. */
export type Stage = "writing" | "checking" | "checked" | "sending" | "stopped" | "sent";

interface State {
  readonly stage: Stage;
  /** How many batches were answered in this stage. */
  readonly done: number;
  readonly forecast?: Forecast | undefined;
  /** The sequences that were checked. */
  readonly asked: readonly Sequence[];
  /** The accepted sequences, as batches. */
  readonly chunks: readonly Chunk[];
  readonly progress: Progress;
  readonly error?: unknown;
}

/** Lets a draft leave; undefined where what is written is no single draft. */
type Approve = () => Promise<{ readonly id: string } | undefined>;

/** After this time, ms, the page has painted the latest state. */
const PAINTED_MS = 30;

const nothing: Progress = { judged: [], chunks: 0 };
const writing: State = { stage: "writing", done: 0, asked: [], chunks: [], progress: nothing };

const post: typeof client.sends.createBatch = (batch, options) => client.sends.createBatch(batch, options);

/** The steps of a batch: a dry run that checks it, and sending it once. */
export const useBatch = () => {
  const [state, setState] = useState<State>(writing);
  const isSending = useRef(false);

  /** Counts the checks, so that the result of a check of an earlier draft is ignored. */
  const current = useRef(0);

  const check = async (written: () => readonly Sequence[]): Promise<void> => {
    const own = (current.current += 1);
    const set = (next: (old: State) => State): void => {
      if (current.current === own) setState(next);
    };
    const onProgress = (done: number): void => {
      if (current.current !== own) throw new Error(t("The draft has changed"));
      set((old) => ({ ...old, done }));
    };
    setState({ ...writing, stage: "checking" });
    // Serialising a long list takes seconds: first the page shows that it is working.
    await new Promise((resolve) => setTimeout(resolve, PAINTED_MS));
    try {
      const sequences = written();
      const chunks = chunksOf(sequences);
      set((old) => ({ ...old, chunks }));
      const forecast = await dryRun(post, chunks, onProgress);
      const accepted = forecast.judged.filter(isAccepted).map(({ sequence }) => sequence);
      set(() => ({ ...writing, stage: "checked", forecast, asked: sequences, chunks: chunksOf(accepted) }));
    } catch (error) {
      set(() => ({ ...writing, error }));
    }
  };

  /** Sends what was checked: one email by `approve`, which gives nothing for what is a batch; `draft` gives the account's draft of it then. */
  const send = async (approve: Approve, draft: () => Saved | undefined): Promise<void> => {
    const { asked, chunks, progress } = state;
    // A second click may come before the button is disabled.
    if (isSending.current) return;
    isSending.current = true;
    setState({ ...state, stage: "sending", done: progress.chunks, error: undefined });
    const onProgress = (now: Progress): void => setState((old) => ({ ...old, progress: now, done: now.chunks }));
    try {
      const approved = await approve();
      const [one] = asked;
      if (approved && one) {
        const result = { index: 0, to: one.to, id: approved.id, status: "queued" as const, error: "" };
        setState((old) => ({ ...old, stage: "sent", progress: { judged: [{ sequence: one, results: [result] }], chunks: 1 } }));
      } else {
        // The key covers the whole request: when fewer emails are accepted than the first time, the old key makes the service refuse instead of
        // sending twice.
        const digest = await digestOf(asked.map(({ emails }) => emails));
        const saved = draft();
        const key = keyFor(localStorage, digest, Date.now(), saved?.id);
        const sent = await sendAll(post, chunks, key, progress, onProgress, saved && { id: saved.id, revision: saved.revision });
        forgetKey(localStorage, digest);
        setState((old) => ({ ...old, stage: "sent", progress: sent }));
      }
    } catch (error) {
      setState((old) => ({ ...old, stage: "stopped", error }));
    }
    isSending.current = false;
    await queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => ["log", "sends", "credits"].includes(String(first)) });
  };

  const reset = (): void => {
    current.current += 1;
    setState(writing);
  };
  return { state, check, send, reset };
};

/** A batch as the form's last part uses it. */
export interface Sending {
  readonly state: State;
  readonly send: () => Promise<void>;
}
