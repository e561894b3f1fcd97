import type { CancelTrigger } from "../../sending/send.ts";
import type { BouncedRecipient } from "../../sending/recipients.ts";
import type { SuppressionReason } from "../../suppressions/suppression.ts";
import type { Message, MessageBody } from "../message.ts";
import type { FolderCursor, SyncLease } from "../pull/sync-state.ts";
import type { KeptCorrection } from "../correction.ts";
import type { KnownMessage, PageKeys, Recognised } from "../store/known-mail.ts";
import type { OwnSend } from "../store/prepared-mail.ts";
import type { KnownThread } from "../store/plan-threads.ts";
import type { SendNote } from "../store/notes.ts";

/** What is new in a message is told beside these of its parent. */
export type ParentBody = Pick<MessageBody, "text" | "html">;

/** A message to store. */
export interface NewMessage {
  readonly message: Message;
  readonly body: MessageBody;
  /** An event tells that it came. */
  readonly hasEvent: boolean;
}

/** The stored messages of a page's mailbox. */
export interface PageMessages {
  /** Those that may be copies of the page's mails. */
  alike(keys: PageKeys): Promise<readonly KnownMessage[]>;
  /** What people corrected of mails with these fingerprints, by fingerprint. */
  corrections(dedupeKeys: readonly string[]): Promise<ReadonlyMap<string, KeptCorrection>>;
  /** The body of the message with one of these Message-IDs. */
  body(messageIds: readonly string[]): Promise<ParentBody | undefined>;
  /** Notes where messages lie on the server, and where copies of them do, in this order. */
  place(seen: Pick<Recognised, "moved" | "copied">): Promise<void>;
  /** Erases messages with their bodies. */
  erase(ids: readonly string[]): Promise<void>;
  add(messages: readonly NewMessage[]): Promise<void>;
}

/** How mails name sends. */
export interface SendNames {
  readonly messageIds: readonly string[];
  readonly providerMessageIds: readonly string[];
  readonly ids: readonly string[];
}

/** The sends of a page's mailbox. */
export interface PageSends {
  named(names: SendNames): Promise<readonly OwnSend[]>;
  /** The newest 1,000 that were sent to one of these addresses, in lower case. */
  sentTo(emails: readonly string[]): Promise<readonly OwnSend[]>;
  body(id: string): Promise<ParentBody | undefined>;
  /** Notes the Message-IDs that the provider gave in place of ours, by the sends' ids. */
  rename(providerMessageIds: ReadonlyMap<string, string>): Promise<void>;
  /** Notes on sends what came of them. */
  note(notes: readonly SendNote[]): Promise<void>;
}

/** A conversation as far as a page is concerned; it answers to the ids of those that were merged into it. */
export interface LivingThread extends KnownThread {
  readonly id: string;
}

/** The conversations of a page's mailbox. */
export interface PageThreads {
  /** Message-ID → conversation. */
  links(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The conversations behind the ids, by the ids asked for. */
  living(ids: readonly string[]): Promise<ReadonlyMap<string, LivingThread>>;
  merge(merges: readonly { readonly from: string; readonly into: string }[]): Promise<void>;
  link(links: ReadonlyMap<string, string>): Promise<void>;
  /** Begins conversations of these messages, by their ids. */
  begin(messagesIn: ReadonlyMap<string, readonly Message[]>): Promise<void>;
  /** Counts new messages into their conversations, and what was sent in them meanwhile. */
  grow(messagesIn: ReadonlyMap<string, readonly Message[]>): Promise<void>;
  /** Derives conversations from all their messages again; long ones stay as they are. */
  derive(ids: readonly string[]): Promise<void>;
}

/** The sends that wait for an answer in conversations. */
export interface WaitingSends {
  /** Cancels those in these conversations that the trigger cancels; answers their ids. */
  cancel(threadIds: readonly string[], trigger: CancelTrigger): Promise<readonly string[]>;
  /** Ends what follows these sends, as they ended; answers the ids of up to 1,000. */
  endFollowUps(ids: readonly string[]): Promise<readonly string[]>;
}

/** An address to suppress for what was reported of a send. */
export interface ReportedAddress {
  readonly email: string;
  readonly reason: Extract<SuppressionReason, "bounced" | "complained">;
  readonly sendId: string;
}

/** The addresses that an account does not write to any more. */
export interface PageSuppressions {
  /** Which reports the account wants addresses to be suppressed for. */
  wanted(): Promise<{ readonly bounced: boolean; readonly complained: boolean }>;
  /** What came back of each of the newest 200 sends to the address that were accepted since then. */
  cameBack(email: string, since: Date): Promise<readonly (readonly BouncedRecipient[])[]>;
  add(addresses: readonly ReportedAddress[]): Promise<void>;
}

/** The transaction that stores a page of received mail: plain reads and writes, which the story puts in order (store/store-page.ts). */
export interface OpenPage {
  readonly messages: PageMessages;
  readonly sends: PageSends;
  readonly threads: PageThreads;
  readonly waiting: WaitingSends;
  readonly suppressions: PageSuppressions;
}

/** Where pages of received mail are stored. */
export interface Pages {
  /** Runs `work` in one transaction with the cursors behind it, again where others were in its way. Throws LeaseLost when another pull has taken over. */
  transaction<R>(lease: SyncLease, cursors: readonly FolderCursor[], work: (page: OpenPage) => Promise<R>): Promise<R>;
}
