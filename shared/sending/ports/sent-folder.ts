import type { ReadAccount } from "#shared/mailboxes/mailbox.ts";
import type { ClaimedDraft } from "./claims.ts";
import type { Waiting } from "./wake-ups.ts";

/** The sent mail whose copy is not filed yet: a durable list, so that any worker can continue it. */
export interface SentCopies {
  /** Takes up to `atMost` copies of a mailbox, those that have waited longest; no other worker gets them for `forMs`. */
  take(mailboxId: string, forMs: number, atMost: number): Promise<readonly ClaimedDraft[]>;
  /** Returns copies that were taken and not filed; another worker can take them at once. */
  putBack(ids: readonly string[]): Promise<void>;
  /** Removes a copy from the list, filed or given up. */
  drop(id: string): Promise<void>;
  /** One send of each mailbox in which a copy has waited between `fromMs` and `toMs`; looks at up to 1,000 copies. */
  waiting(fromMs: number, toMs: number): Promise<readonly Waiting[]>;
}

/** A message as it was sent; its id is the send's. */
export interface SentCopy {
  readonly id: string;
  readonly raw: Buffer;
  readonly sentAt: Date;
}

/** A special folder of a mailbox (RFC 6154). */
export type FolderUse = "sent" | "inbox";

/** The state of a draft: still a draft, sent, or in neither place, where it may be on its way. */
export type DraftState = { readonly kind: "draft" } | { readonly kind: "sent"; readonly messageId?: string } | { readonly kind: "missing" };

/** The mailbox's Sent folder, and its drafts. */
export interface SentFolder {
  /**
   * The state of a draft, by its id, or by the email's Message-ID where sending gives it another id; "missing" when the server keeps no drafts. Throws
   * when the server cannot be reached.
   */
  draft(account: ReadAccount, id: string, messageId: string): Promise<DraftState>;
  /** Removes a draft. Never throws, because a draft that stays has no effect: nothing sends it. Absent for servers that keep no drafts of ours. */
  discard?(account: ReadAccount, id: string): Promise<void>;
  /** Whether the folder holds the Message-ID; undefined when there is no such folder. Throws when the server cannot be reached. */
  contains(account: ReadAccount, messageId: string, use: FolderUse): Promise<boolean | undefined>;
  /** How many messages of the Sent folder have the Message-ID; undefined when there is no such folder. Throws when the server cannot be reached. */
  count(account: ReadAccount, messageId: string): Promise<number | undefined>;
  /**
   * Files copies one after another over one connection, marked as read, and yields each filed one. Without a Sent folder each copy counts as filed; a
   * copy that the server refuses is left out. Calls `lack` with the reason when none can be filed: no folder, or no space. Throws when the server
   * cannot be reached, or a copy takes longer than 30 s.
   */
  append(account: ReadAccount, copies: AsyncIterable<SentCopy>, lack: (reason: string) => void): AsyncIterable<SentCopy>;
}
