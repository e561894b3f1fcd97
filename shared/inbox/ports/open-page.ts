import type { CancelTrigger } from "#shared/sending/send.ts";
import type { BouncedRecipient } from "#shared/sending/recipients.ts";
import type { SuppressionReason } from "#shared/suppressions/suppression.ts";
import type { Message, MessageBody, KeptCorrection } from "../message.ts";
import type { FolderCursor, SyncLease } from "../pull/sync-state.ts";
import type { KnownMessage, PageKeys, Recognised } from "../ingest/known-mail.ts";
import type { OwnSend } from "../ingest/prepared-mail.ts";
import type { KnownThread, ThreadPlan } from "../ingest/plan-threads.ts";
import type { SendEffect } from "../ingest/send-effects.ts";

/** The bodies of a parent message; an answer is compared with them to find its new content. */
export type ParentBody = Pick<MessageBody, "text" | "html">;

/** A message to store. */
export interface NewMessage {
  readonly message: Message;
  readonly body: MessageBody;
  /** Whether its arrival records an event. */
  readonly hasEvent: boolean;
}

/** The stored messages of a page's mailbox. */
export interface PageMessages {
  /** Stored messages that may be mails of the page, or copies of them. */
  alike(keys: PageKeys): Promise<readonly KnownMessage[]>;
  /** Which of these Message-IDs belong to stored messages. */
  named(messageIds: readonly string[]): Promise<readonly string[]>;
  /** People's corrections of mails with these fingerprints, by fingerprint. */
  corrections(dedupeKeys: readonly string[]): Promise<ReadonlyMap<string, KeptCorrection>>;
  /** The body of the message with one of these Message-IDs. */
  body(messageIds: readonly string[]): Promise<ParentBody | undefined>;
  /** Stores, in this order, new locations of messages and of their copies, and which of them the mailbox itself has sent. */
  place(seen: Pick<Recognised, "moved" | "copied" | "sent">): Promise<void>;
  /** Deletes messages with their bodies. */
  erase(ids: readonly string[]): Promise<void>;
  add(messages: readonly NewMessage[]): Promise<void>;
}

/** The ids by which mails name sends. */
export interface SendNames {
  readonly messageIds: readonly string[];
  readonly providerMessageIds: readonly string[];
  readonly ids: readonly string[];
}

/** The sends of a page's mailbox. */
export interface PageSends {
  named(names: SendNames): Promise<readonly OwnSend[]>;
  /** The newest 1,000 sends to any of these addresses, in lower case. */
  sentTo(emails: readonly string[]): Promise<readonly OwnSend[]>;
  body(id: string): Promise<ParentBody | undefined>;
  /** Applies these moves in order. */
  note(notes: readonly SendEffect[]): Promise<void>;
  /** Adds sends to conversations, whose summaries do not count them yet. */
  join(joined: ThreadPlan["joined"]): Promise<void>;
}

/** A conversation as a page needs it, with the ids of those that were merged into it. */
export interface LivingThread extends KnownThread {
  readonly id: string;
}

/** The conversations of a page's mailbox. */
export interface PageThreads {
  /** Message-ID → conversation. */
  links(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The conversations with these ids, by the ids asked for. */
  living(ids: readonly string[]): Promise<ReadonlyMap<string, LivingThread>>;
  merge(merges: readonly { readonly from: string; readonly into: string }[]): Promise<void>;
  link(links: ReadonlyMap<string, string>): Promise<void>;
  /** Creates conversations with these messages, by the conversations' ids. */
  begin(messagesIn: ReadonlyMap<string, readonly Message[]>): Promise<void>;
  /** Adds new messages to their conversations, and the sends that joined these meanwhile; returns the ids of those that have an event from it. */
  grow(messagesIn: ReadonlyMap<string, readonly Message[]>): Promise<readonly string[]>;
  /** Recomputes the summaries of conversations from all their messages; very long conversations are left unchanged. */
  derive(ids: readonly string[]): Promise<void>;
}

/** The sends that wait and may be cancelled by a reply. */
export interface WaitingSends {
  /**
   * Cancels the waiting sends of these conversations that have the trigger in `cancelOn`; returns their ids. For `left` and `asked` only those to
   * the one who has left, or asks.
   */
  cancel(trigger: CancelTrigger, came: readonly { readonly threadId: string; readonly from: string }[]): Promise<readonly string[]>;
  /** Cancels or fails the follow-ups of these sends, as their parents ended; returns the ids of up to 1,000. */
  endFollowUps(ids: readonly string[]): Promise<readonly string[]>;
}

/** An address to suppress because of a report on a send. */
export interface ReportedAddress {
  readonly email: string;
  readonly reason: Extract<SuppressionReason, "bounced" | "complained" | "asked">;
  readonly sendId: string;
  readonly mailboxId: string;
}

/** The addresses to which an account no longer sends. */
export interface PageSuppressions {
  /** For which kinds of report the account wants addresses to be suppressed. */
  wanted(): Promise<{ readonly bounced: boolean; readonly complained: boolean; readonly asked: boolean }>;
  /** The bounces of each of the newest 200 sends to the address that were accepted since `since`. */
  recentBounces(email: string, since: Date): Promise<readonly (readonly BouncedRecipient[])[]>;
  add(addresses: readonly ReportedAddress[]): Promise<void>;
}

/** The account's own people. */
export interface PagePeople {
  /**
   * Which of these addresses, in lower case, belong to the account's people: the mailboxes of the page's tenant with their aliases, and the account's
   * own domains; by default the domains of these mailboxes, except freemail.
   */
  among(emails: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The transaction that stores a page of received mail: plain reads and writes, called in order by inbox/ingest/store-page.ts. */
export interface OpenPage {
  readonly messages: PageMessages;
  readonly sends: PageSends;
  readonly threads: PageThreads;
  readonly waiting: WaitingSends;
  readonly suppressions: PageSuppressions;
  readonly people: PagePeople;
}

/** Stores pages of received mail. */
export interface Pages {
  /**
   * Runs `work` in one transaction that also writes the cursors, and repeats it after a write conflict. Throws LeaseLost when another pull has taken
   * over.
   */
  transaction<R>(lease: SyncLease, cursors: readonly FolderCursor[], work: (page: OpenPage) => Promise<R>): Promise<R>;
}
