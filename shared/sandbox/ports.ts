import type { Stored } from "#shared/platform/world.ts";

/** A world's time: it runs `offsetMs` ahead of real time, and stands at `at` while it is moved. */
export interface WorldTime {
  readonly offsetMs: number;
  readonly at?: Date;
}

/** Who has a world: the service's own job that settles it, or a call of the API. */
export type WorldHolder = "job" | "call";

/** The right to settle and move a world; one worker at a time has it. */
export interface WorldLease extends WorldTime {
  readonly userId: string;
  readonly token: string;
}

/** How much worlds hold. */
export interface WorldSizes {
  /** Notes that so much more is stored in the world. */
  add(userId: string, stored: Stored): Promise<void>;
  /** Counts what the world holds record by record, at most once a minute; between two counts, what was noted. */
  measure(userId: string): Promise<Stored>;
}

/** The worlds of all accounts. Their own times are real ones: a world's offset changes nothing here. */
export interface Worlds extends WorldSizes {
  /** The account's world, which is made with its first use. */
  open(userId: string): Promise<WorldTime & { readonly stored?: Stored }>;
  /** Leases it for `forMs` to `by`; undefined while another worker has it. */
  lease(userId: string, forMs: number, by: WorldHolder): Promise<WorldLease | undefined>;
  /** Who has it now; undefined when nobody has. */
  holder(userId: string): Promise<WorldHolder | undefined>;
  /** Stands its time at `at`, or lets it run again, and renews the lease; false when the lease was lost. */
  set(lease: WorldLease, time: WorldTime, forMs: number): Promise<boolean>;
  release(lease: WorldLease): Promise<void>;
  /** Plans the wake-up at a real time, in place of an earlier plan; undefined plans none. */
  plan(userId: string, at: Date | undefined): Promise<void>;
  /** Up to 1,000 accounts whose worlds have a wake-up that is due. */
  due(): Promise<readonly string[]>;
  /** Empties a world, and gives it time and wallet anew. */
  reset(userId: string): Promise<void>;
}

/** What is due in a world, by its time. */
export interface DueWork {
  /** Mailboxes with sends that may leave. */
  readonly deliver: readonly string[];
  /** Mailboxes at which mail has arrived. */
  readonly pull: readonly string[];
  /** Unsubscribe links that recipients click. */
  readonly click: readonly Click[];
  /** Webhooks with something to post. */
  readonly post: readonly string[];
  /** What is first in each queue: while it changes, work that is still due makes progress. */
  readonly firsts: readonly string[];
}

/** A recipient clicks the unsubscribe link of an email. */
export interface Click {
  readonly id: string;
  readonly token: string;
}

/** The agenda of the current world. */
export interface Agenda {
  due(): Promise<DueWork>;
  /** The next moment after now at which something is due; undefined when nothing is planned. */
  next(): Promise<Date | undefined>;
  /** A click was carried out. */
  clicked(id: string): Promise<void>;
}

/** Mail on its way to a sandbox mailbox, or a click that is on its way. */
export interface Arrival {
  readonly at: Date;
  readonly raw?: Buffer;
  /** The token of the link that is clicked, instead of a mail. */
  readonly token?: string;
}

/** A mail in a sandbox mailbox. */
export interface SandboxMail {
  readonly uid: number;
  readonly at: Date;
  readonly raw: Buffer;
}

/** Which mails of a sandbox mailbox. */
export interface SandboxRange {
  readonly above?: number;
  readonly upTo?: number;
  readonly uids?: readonly number[];
  readonly skip?: number;
  readonly limit?: number;
}

/** The mail that lies in, or is on its way to, the sandbox mailboxes of the current world. */
export interface SandboxMails {
  /** Puts mail on its way, and files the Message-ID of the email that it answers in the Sent folder; returns the ids of the mails. */
  send(mailboxId: string, arrivals: readonly Arrival[], sent?: string): Promise<readonly string[]>;
  /** Gives UIDs to what has arrived by now, in its order; returns how many mails the mailbox has and the next UID. */
  arrive(mailboxId: string): Promise<{ readonly count: number; readonly uidNext: number }>;
  uids(mailboxId: string, range: SandboxRange): Promise<readonly number[]>;
  read(mailboxId: string, uids: readonly number[]): Promise<readonly SandboxMail[]>;
  /** Whether the Sent folder has a Message-ID. */
  holds(mailboxId: string, messageId: string): Promise<boolean>;
}
