import type { PublishPorts } from "../../events/publish.ts";
import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { Clock, Ids } from "../../ports.ts";
import type { MailSession } from "../ports/mail-session.ts";
import type { Ingest, Moves, SyncStates } from "../ports/sync.ts";
import type { MessageSearch } from "../ports/message-search.ts";
import type { FolderCursor, SyncLease } from "./sync-state.ts";

/** The ports of pulling a folder. */
export interface PullPorts extends PublishPorts {
  readonly ingest: Ingest;
  readonly moves: Moves;
  readonly search: Pick<MessageSearch, "index">;
  readonly syncStates: Pick<SyncStates, "save">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A pull under way: its cursors move with every page, and its counts are reported even when it is cut short. */
export interface Pull {
  readonly mailbox: Mailbox;
  readonly lease: SyncLease;
  readonly session: MailSession;
  readonly signal: AbortSignal;
  /** A request's short pull. */
  readonly brief: boolean;
  cursors: readonly FolderCursor[];
  stored: number;
  remaining: number;
  /** Messages that the cursors have got past, and folders besides the first. */
  passed: number;
  /** The server gave an odd answer: UIDs anew, or a message that it passed over. */
  isOdd: boolean;
  /** What follows the storing of the page before, beside the storing of the next one: its events, its words. Never rejects. */
  publishing: Promise<unknown>;
}
