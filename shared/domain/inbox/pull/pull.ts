import type { PublishPorts } from "../../events/publish.ts";
import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { Clock, Ids } from "../../ports.ts";
import type { MailSession } from "../ports/mail-session.ts";
import type { Ingest, Moves, SyncStates } from "../ports/sync.ts";
import type { MessageSearch } from "../ports/message-search.ts";
import type { WhyKeptOut } from "../audit/audit.ts";
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

/** What an audit wants to know of the messages that it reads. */
export interface Healing {
  /** The messages that are deliberately not stored, by UID. */
  readonly keptOut: Map<number, WhyKeptOut>;
  /** Whether an earlier version of this service had read that message, and not kept it. */
  readonly wasPassedOver: (uid: number) => boolean;
}

/** A pull under way: its cursors move with every page, and its counts are reported even when it is aborted. */
export interface Pull {
  readonly mailbox: Mailbox;
  readonly lease: SyncLease;
  readonly session: MailSession;
  readonly signal: AbortSignal;
  /** True for a request's short pull. */
  readonly brief: boolean;
  cursors: readonly FolderCursor[];
  stored: number;
  remaining: number;
  /** How many messages the cursors have passed, and how many folders besides the first are done. */
  passed: number;
  /** The server gave an inconsistent answer: new UIDs for old mail, or a message left out. */
  isOdd: boolean;
  /** Set while an audit reads what the store lacks. */
  healing?: Healing | undefined;
  /** The events and search words of the previous page, which are written while the next one is stored. Never rejects. */
  publishing: Promise<unknown>;
}
