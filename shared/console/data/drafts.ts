import { t } from "./language.ts";
import type { NewAttachment } from "../../client/index.ts";
import { count } from "../ui/numbers.ts";
import { session } from "./session.ts";

/**
 * Unsent drafts stay in this browser, by account and mode, until they are sent or discarded, or their writer signs out; the account keeps them
 * besides (autosave.ts).
 */
const PREFIX = "console-draft:";
const FILES = "files";

/** The draft as the account keeps it. */
export interface Saved {
  readonly id: string;
  readonly revision: number;
  /** The change of the form that it has, ms since 1970. */
  readonly at: number;
  /** What it was made with and cannot be changed, such as whether it quotes. */
  readonly shape: string;
  /** The subject that an answer has as long as the writer names none. */
  readonly asIs: string;
}

/** Drafts that the browser has not stored, and that closing the page would lose. */
const losable = new Set<string>();

addEventListener("beforeunload", (event) => {
  if (losable.size > 0) event.preventDefault();
});

const placeOf = (name: string): string => `${PREFIX}${session.value?.mode ?? ""}:${session.value?.email ?? ""}:${name}`;

const database = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("console-drafts");
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(FILES));
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(new Error(t("The browser stores no files"))));
  });

/** Does one thing with the stored files; throws when the browser cannot store any. */
const withFiles = async (mode: IDBTransactionMode, work: (files: IDBObjectStore) => IDBRequest): Promise<unknown> => {
  const opened = await database();
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const transaction = opened.transaction(FILES, mode);
      const asked = work(transaction.objectStore(FILES));
      transaction.addEventListener("complete", () => resolve(asked.result));
      transaction.addEventListener("abort", () => reject(new Error(t("The browser has no room for the files"))));
    });
  } finally {
    opened.close();
  }
};

/** Stores a draft. When the browser has no room for it, the page asks before it is closed. */
export const keepDraft = (name: string, draft: object): void => {
  try {
    localStorage.setItem(placeOf(name), JSON.stringify(draft));
    losable.delete(name);
  } catch {
    losable.add(name);
  }
};

/** A kept draft; undefined when there is none. */
export const keptDraft = <T extends object>(name: string): Partial<T> | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(placeOf(name)) ?? "null") as Partial<T> | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** The names of the stored drafts that start with `beginning`. */
export const keptDrafts = (beginning = ""): readonly string[] => {
  try {
    return Object.keys(localStorage)
      .filter((place) => place.startsWith(placeOf(beginning)))
      .map((place) => place.slice(placeOf("").length));
  } catch {
    return [];
  }
};

/** Stores the files of a draft; until that is done, the page asks before it is closed. */
export const keepFiles = async (name: string, files: readonly NewAttachment[]): Promise<void> => {
  losable.add(`${name} files`);
  try {
    await withFiles("readwrite", (store) => (files.length > 0 ? store.put(files, placeOf(name)) : store.delete(placeOf(name))));
    losable.delete(`${name} files`);
  } catch {
    // The files stay in the page, which asks before it is closed.
  }
};

/** The kept files of a draft. */
export const keptFiles = async (name: string): Promise<readonly NewAttachment[]> => {
  try {
    return ((await withFiles("readonly", (store) => store.get(placeOf(name)))) as readonly NewAttachment[] | undefined) ?? [];
  } catch {
    return [];
  }
};

/** Deletes a draft and its files. */
export const dropDraft = (name: string): void => {
  localStorage.removeItem(placeOf(name));
  losable.delete(name);
  void keepFiles(name, []).finally(() => losable.delete(`${name} files`));
};

interface Changed {
  readonly at?: number;
  readonly changedAt?: number;
  readonly saved?: { readonly at: number };
}

/** Whether the account has a draft as it stands here. */
const isSaved = ({ at, changedAt = at, saved }: Changed = {}): boolean => saved !== undefined && saved.at === changedAt;

/** Deletes all drafts when the user signs out, after asking; returns whether the user agreed. */
export const forgetDrafts = async (): Promise<boolean> => {
  // What the account has is there on the next device, too.
  const unsent = keptDrafts().filter((name) => !isSaved(keptDraft(name)));
  const words = t("Signing out deletes what is written and not sent in this browser: {drafts}.", { drafts: count(unsent.length, "draft") });
  if (unsent.length > 0 && !confirm(words)) return false;
  for (const name of keptDrafts()) localStorage.removeItem(placeOf(name));
  losable.clear();
  const own = IDBKeyRange.bound(placeOf(""), `${placeOf("")}\uffff`);
  await withFiles("readwrite", (store) => store.delete(own)).catch(() => undefined);
  return true;
};
