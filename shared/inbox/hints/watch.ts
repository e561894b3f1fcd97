import type { ApiAccount, Mailbox } from "#shared/mailboxes/mailbox.ts";

/** What a mailbox's provider was asked to tell of: new mail, by a call of `/v1/hooks/…`. It hurries polls, and replaces none. */
export interface Watch {
  /** Graph's subscription, or Gmail's topic. */
  readonly id: string;
  /** SHA-256 of the secret that Graph's notifications repeat; "" for Gmail's, which are signed. */
  readonly proof: string;
  /** When the provider ends it. */
  readonly until: Date;
}

/** A mailbox whose watch is to be begun or renewed. */
export interface Watched {
  readonly mailbox: Mailbox;
  /** The present one; absent before the first. */
  readonly watch?: Watch;
}

/** The proof that notifications are about mailboxes: Graph's secret for each id, or an address under a topic of the signer's project. */
export type Told =
  | readonly { readonly mailboxId: string; readonly proof: string }[]
  | { readonly address: string; readonly project: string };

/** The watches in the mailboxes' own documents. */
export interface Hints {
  /** The ids of the watched mailboxes of which notifications are proven to be, by one query however many are told: anybody may call a hook. */
  proven(told: Told): Promise<readonly string[]>;
  /** Notes that a provider told of these mailboxes' mail; returns those to poll and in how many seconds, without those that a poll ahead covers. */
  take(mailboxIds: readonly string[]): Promise<readonly { readonly id: string; readonly userId: string; readonly delaySeconds: number }[]>;
  /** Up to `most` mailboxes over these interfaces that are polled and whose watch is due; those are not returned again for ten minutes. */
  due(most: number): Promise<readonly Watched[]>;
  /** Stores a watch, to be renewed after that time; without one only the time. */
  keep(mailbox: Pick<Mailbox, "id" | "userId">, watch: Watch | undefined, renewInMs: number): Promise<void>;
  /** Renews the watches of these mailboxes at once, which their provider is about to end, or has ended. */
  hurry(mailboxIds: readonly string[]): Promise<void>;
  /**
   * Records whether new mail that a pull stored was told of: hints that tell are relied on for a day, others no longer, and since when they do not tell
   * is kept.
   */
  judge(mailbox: Pick<Mailbox, "id" | "userId">): Promise<void>;
}

/** How a provider's interface is asked to tell. */
export interface WatchRequest {
  /** Where Graph posts. */
  readonly url: string;
  /** What Graph's notifications repeat (`clientState`). */
  readonly secret: string;
  /** Where Gmail publishes; absent: nowhere. */
  readonly topic: string | undefined;
  /** The id of the watch to renew. */
  readonly known: string | undefined;
}

/** Begins or renews a watch. Undefined where the interface cannot tell of this mailbox; throws what its client throws. */
export type BeginWatch = (account: ApiAccount, request: WatchRequest) => Promise<Pick<Watch, "id" | "until"> | undefined>;
