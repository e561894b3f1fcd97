import { ApiError, IdempotencyConflictError, type NewAttachment, type Send, type SendChanges } from "../../client/index.ts";
import { client } from "./client.ts";
import type { Saved } from "./drafts.ts";
import { t } from "./language.ts";
import { queries } from "./queries.ts";

/** The fields of a draft; `draft_state` has them all as the form needs them. */
export type Changes = Omit<SendChanges, "revision"> & { readonly draft_state: string };

/** What a form wants to have kept. */
export interface Wanted {
  /** When the form was changed last, ms since 1970. */
  readonly at: number;
  /** What cannot be changed once the draft is made; with another value a new one is made. */
  readonly shape: string;
  /** Whether there is nothing to keep. */
  readonly isEmpty: boolean;
  readonly changes: (asIs: string) => Changes;
  /** Its files; undefined where they cannot be changed. */
  readonly files: readonly NewAttachment[] | undefined;
  /** Makes the draft, without content, so that a repetition under the same key is the same request. */
  readonly create: (idempotencyKey: string) => Promise<{ readonly id: string; readonly subject: string }>;
}

/** How far the account has what is written. */
export type Keeping =
  | { readonly kind: "nothing" | "saving" | "saved" | "away" }
  /** The account does not take it; the words are the service's. */
  | { readonly kind: "refused"; readonly error: unknown }
  /** Another device has written it meanwhile: both texts are shown until the writer decides. */
  | { readonly kind: "conflict"; readonly theirs: Send }
  /** Another device has sent or deleted it. */
  | { readonly kind: "gone"; readonly status: Send["status"] | "" };

/** The longest Idempotency-Key, characters. */
const KEY_MAX = 255;

const NONE: readonly NewAttachment[] = [];

/** How long the writer must pause before a change is saved, and how long until a failed try is repeated, ms. */
const PAUSE_MS = 1_500;
const AGAIN_MS = 10_000;

const currentOf = (error: unknown): Send | undefined =>
  error instanceof ApiError ? (error.current as unknown as Send | undefined) : undefined;

/** Whether the account can keep no more drafts: what is written is sent without being one. */
export const isFull = (error: unknown): boolean => error instanceof ApiError && error.type === "too_many_held";

const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/** The changes without the fields that the service refused: the draft's state has them all the same. */
const withoutRefused = (changes: Changes, error: unknown): Changes | undefined => {
  if (!(error instanceof ApiError) || error.status !== 400 || !Array.isArray(error.details)) return undefined;
  const refused = new Set((error.details as readonly { field: string }[]).map(({ field }) => field.split(".")[0]));
  const left = Object.fromEntries(Object.entries(changes).filter(([name]) => !refused.has(name)));
  const isLess = Object.keys(left).length < Object.keys(changes).length && !refused.has("draft_state");
  return isLess ? { ...left, draft_state: changes.draft_state } : undefined;
};

/** Deletes a draft of the account; one that was sent meanwhile stays sent. */
export const deleteDraft = (id: string) => client.sends.cancel(id, { draft: true });

/** This tab: a revision that it wrote itself, whose answer was lost, is no other device's. */
const tab = ((): string => {
  try {
    const known = sessionStorage.getItem("console-tab") ?? crypto.randomUUID();
    sessionStorage.setItem("console-tab", known);
    return known;
  } catch {
    return crypto.randomUUID();
  }
})();

/** What a form needs to go on, as a draft's state. */
export const stateOf = (form: object): string => JSON.stringify({ tab, form });

/** The form in a draft's state; undefined for one of another program. */
export const formIn = <Form extends object>(state = ""): Form | undefined => {
  try {
    return (JSON.parse(state) as { readonly form?: Form }).form;
  } catch {
    return undefined;
  }
};

const isOwn = (state = "", wanted: string): boolean => {
  if (state.startsWith(`{"tab":"${tab}"`)) return true;
  return JSON.stringify(formIn(state)) === JSON.stringify(formIn(wanted));
};

/** Keeps one draft in the account: one request at a time, always of what is written then. */
export class Autosave {
  readonly #key: string;
  readonly #wanted: () => Wanted;
  readonly #tell: (saved: Saved | undefined, keeping: Keeping) => void;
  #saved: Saved | undefined;
  #files: readonly NewAttachment[] | undefined;
  #keeping: Keeping = { kind: "nothing" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isEnded = false;
  /** Whether the last request may have left out what the service refused. */
  #isLoose = false;

  /** `key` names the draft for all its tries; `tell` is told what is kept after each. */
  constructor(key: string, saved: Saved | undefined, wanted: () => Wanted, tell: (saved: Saved | undefined, keeping: Keeping) => void) {
    [this.#key, this.#saved, this.#wanted, this.#tell] = [key, saved, wanted, tell];
    if (saved !== undefined && saved.at === wanted().at) {
      this.#files = wanted().files;
      this.#keeping = { kind: "saved" };
    }
  }

  get keeping(): Keeping {
    return this.#keeping;
  }

  #note(keeping: Keeping, saved = this.#saved): void {
    [this.#keeping, this.#saved] = [keeping, saved];
    this.#tell(saved, keeping);
  }

  /** Saves after a pause of the writer; the files of a stored draft are those that it was read with. */
  changed(pause = PAUSE_MS): void {
    if (this.#isEnded || this.#keeping.kind === "conflict" || this.#keeping.kind === "gone") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save().catch(() => undefined), pause);
  }

  /** Saves what is written without waiting for a pause. */
  hurry(): void {
    clearTimeout(this.#timer);
    void this.#save().catch(() => undefined);
  }

  /** Saves what is written now, as it is to be sent, and returns it; throws what the service says of each field. */
  async flush(): Promise<Saved> {
    await this.#settled();
    await this.#save(true);
    if (this.#saved === undefined || this.#keeping.kind !== "saved")
      throw new Error(t("The draft was changed on another device: decide which one is sent"));
    return this.#saved;
  }

  /** Saves what is left to save, and ends. */
  async close(): Promise<void> {
    await this.#settled();
    await this.#save().catch(() => undefined);
    this.end();
  }

  async #settled(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running?.catch(() => undefined);
    clearTimeout(this.#timer);
  }

  /** Ends a conflict: what is written here replaces the other text, or the form has taken that over. */
  settle(theirs: Send, takesTheirs: boolean): void {
    const { at, shape, files } = this.#wanted();
    const saved = { asIs: "", ...this.#saved, id: theirs.id, revision: theirs.revision ?? 1, at: takesTheirs ? at : 0, shape };
    this.#files = takesTheirs ? files : undefined;
    this.#note({ kind: takesTheirs ? "saved" : "saving" }, saved);
    if (!takesTheirs) this.changed(0);
  }

  /** No more is saved: the draft was sent, or its form is closed. What has not been saved yet is saved by the next form. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  /** Deletes the draft from the account; a failure leaves it among the drafts. */
  async discard(): Promise<void> {
    if (this.#keeping.kind === "gone") return this.end();
    this.end();
    await this.#running?.catch(() => undefined);
    if (this.#saved !== undefined) await deleteDraft(this.#saved.id).catch(() => undefined);
  }

  async #save(isStrict = false): Promise<void> {
    if (this.#isEnded || this.#keeping.kind === "conflict" || this.#keeping.kind === "gone") return;
    if (this.#running) return this.changed();
    const wanted = this.#wanted();
    const isCurrent = this.#saved?.at === wanted.at && this.#saved.shape === wanted.shape && this.#keeping.kind === "saved";
    const isKept = isCurrent && !(isStrict && this.#isLoose);
    if (isKept || (wanted.isEmpty && this.#saved === undefined && !isStrict)) return;
    this.#running = this.#write(wanted, isStrict);
    try {
      await this.#running;
    } catch (error) {
      this.#failed(error);
      throw error;
    } finally {
      this.#running = undefined;
    }
    if (this.#wanted().at !== wanted.at) this.changed();
  }

  async #write(wanted: Wanted, isStrict: boolean): Promise<void> {
    this.#note({ kind: "saving" });
    this.#isLoose = false;
    const before = this.#saved;
    const isNew = before === undefined || before.shape !== wanted.shape;
    if (isNew) {
      const { id, subject } = await this.#create(wanted);
      this.#note({ kind: "saving" }, { id, revision: 1, at: 0, shape: wanted.shape, asIs: subject });
      this.#files = wanted.files && NONE;
    }
    const { asIs } = this.#saved!;
    const { files } = wanted;
    const isOther = files !== undefined && files !== this.#files && (files.length > 0 || this.#files !== NONE);
    const { id, revision = 1 } = await this.#update({ ...wanted.changes(asIs), ...(isOther && { attachments: [...files] }) }, isStrict);
    this.#files = files;
    this.#note({ kind: "saved" }, { id, revision, at: wanted.at, shape: wanted.shape, asIs });
    void queries.invalidateQueries({ queryKey: ["drafts"] });
    if (isNew && before) await deleteDraft(before.id).catch(() => undefined);
  }

  async #create({ create, shape }: Wanted): Promise<{ readonly id: string; readonly subject: string }> {
    try {
      return await create(`${this.#key}-${shape}`.slice(0, KEY_MAX));
    } catch (error) {
      // The conversation has changed since the same was asked: what was made then is among the drafts.
      if (error instanceof IdempotencyConflictError && error.retryAfter === undefined) return create(crypto.randomUUID());
      throw error;
    }
  }

  async #update(changes: Changes, isStrict: boolean): Promise<Send> {
    const { id, revision } = this.#saved!;
    try {
      return await client.sends.update(id, { ...changes, revision });
    } catch (error) {
      const less = isStrict ? undefined : withoutRefused(changes, error);
      if (less) this.#isLoose = true;
      if (less) return this.#update(less, isStrict);
      const current = error instanceof ApiError && error.status === 409 ? currentOf(error) : undefined;
      if (current?.draft !== true || current.revision === revision || !isOwn(current.draft_state, changes.draft_state)) throw error;
      this.#saved = { ...this.#saved!, revision: current.revision ?? revision };
      return this.#update(changes, isStrict);
    }
  }

  #failed(error: unknown): void {
    if (isLost(error)) {
      this.#note({ kind: "away" });
      return this.changed(AGAIN_MS);
    }
    const current = currentOf(error);
    if (current?.draft) return this.#note({ kind: "conflict", theirs: current });
    // What does not wait any more was sent, or cancelled, elsewhere.
    const { status, type } = error as ApiError;
    const isGone = status === 404 || current !== undefined || type === "conflict";
    const end = current?.status ?? (status === 404 ? "" : "sent");
    this.#note(isGone && this.#saved ? { kind: "gone", status: end } : { kind: "refused", error });
  }
}
