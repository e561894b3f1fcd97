import type { ImapAccount } from "../../mailboxes/mailbox.ts";
import type { ClaimedDraft } from "./claims.ts";
import type { Waiting } from "./wake-ups.ts";

/** The sent mail whose copy is still to be filed: a durable list, so that any worker goes on where another one stopped. */
export interface SentCopies {
  /** Takes the up to `atMost` of a mailbox that have waited longest; nobody else gets them for so many ms. */
  take(mailboxId: string, forMs: number, atMost: number): Promise<readonly ClaimedDraft[]>;
  /** Gives back what was taken and not filed: the next worker has it at once. */
  putBack(ids: readonly string[]): Promise<void>;
  /** Takes it off the list: filed, or given up. */
  drop(id: string): Promise<void>;
  /** One send of each mailbox where a copy has waited for `fromMs`, and not longer than `toMs`; of up to 1,000 copies. */
  waiting(fromMs: number, toMs: number): Promise<readonly Waiting[]>;
}

/** A message as it was sent; the id is the send's. */
export interface SentCopy {
  readonly id: string;
  readonly raw: Buffer;
  readonly sentAt: Date;
}

/** A folder of a mailbox by its use. */
export type FolderUse = "sent" | "inbox";

/** The mailbox's folder of sent mail, over IMAP. */
export interface SentFolder {
  /** Whether it, or the INBOX, holds the Message-ID; undefined when that cannot be told (no such folder). Throws when it cannot be reached. */
  contains(account: ImapAccount, messageId: string, use: FolderUse): Promise<boolean | undefined>;
  /** How many of its messages have the Message-ID; undefined when there is no such folder. Throws when it cannot be reached. */
  count(account: ImapAccount, messageId: string): Promise<number | undefined>;
  /**
   * Files copies one after the other over one connection, marked as read, and yields each that is filed; without such a folder each counts as
   * filed, one that the server refuses is left out. `lack` hears why none can be filed: no folder, or no space. Throws when it cannot be
   * reached, or a copy takes longer than 30 s.
   */
  append(account: ImapAccount, copies: AsyncIterable<SentCopy>, lack: (reason: string) => void): AsyncIterable<SentCopy>;
}
