import type { Stored } from "#shared/platform/world.ts";

/** A world's time: `offsetMs` ahead of real time, or fixed at `at` while it is being moved. */
export interface WorldTime {
  readonly offsetMs: number;
  readonly at?: Date;
}

/** Who holds a world: the service's own job, or a call of the API. */
export type WorldHolder = "job" | "call";

/** The lease of the one worker that may work in a world and move its clock. */
export interface WorldLease extends WorldTime {
  readonly userId: string;
  readonly token: string;
}

/** The sizes of worlds. */
export interface WorldSizes {
  /** Adds to the stored size of the world. */
  add(userId: string, stored: Stored): Promise<void>;
  /** The size of the world: counted record by record at most once a minute, else the stored size. */
  measure(userId: string): Promise<Stored>;
}

/** The leases of worlds. They are short and renewed, so that after a worker's death its world waits only seconds. */
export interface WorldLeases {
  /** Takes the lease for `forMs`; undefined while another worker has it. */
  lease(userId: string, forMs: number, by: WorldHolder): Promise<WorldLease | undefined>;
  /** Prolongs the lease while it is held, and leaves the world's time alone. */
  renew(lease: WorldLease, forMs: number): Promise<void>;
  release(lease: WorldLease): Promise<void>;
  /** Who has the lease now; undefined when nobody has. */
  holder(userId: string): Promise<WorldHolder | undefined>;
}

/** The worlds of all accounts. Leases and plans use real time, whatever a world's offset. */
export interface Worlds extends WorldSizes, WorldLeases {
  /** The account's world; created on first use. */
  open(userId: string): Promise<WorldTime & { readonly stored?: Stored }>;
  /** Sets the world's time and renews the lease; false when the lease was lost. */
  set(lease: WorldLease, time: WorldTime, forMs: number): Promise<boolean>;
  /** Plans the wake-up at a real time, in place of an earlier plan; `undefined` removes the plan. */
  plan(userId: string, at: Date | undefined): Promise<void>;
  /** Up to 1,000 accounts whose worlds' wake-ups are due. */
  due(): Promise<readonly string[]>;
  /** Empties a world, and creates its settings and wallet again. */
  reset(userId: string): Promise<void>;
}

/** A piece of the work that is due in a world. */
export type DuePiece =
  /** A recipient clicks the unsubscribe link of an email. */
  | { readonly work: "click"; readonly id: string; readonly token: string }
  /** Mail has arrived in a mailbox. */
  | { readonly work: "pull"; readonly id: string }
  /** A step of the sweeper has something to do at its time. */
  | { readonly work: "step"; readonly id: string }
  /** A mailbox has sends that may leave, or a webhook something to post; while the first of a line changes, work that is still due makes progress. */
  | { readonly work: "deliver" | "post"; readonly id: string; readonly first: string };

/** What is due in a world at its time, in the order in which it is done, and when the next becomes due; undefined when nothing is planned. */
export interface Look {
  readonly due: readonly DuePiece[];
  readonly next: Date | undefined;
}

/** The agenda of the current world. */
export interface Agenda {
  look(): Promise<Look>;
  /** When the sweeper takes the first of what died before it was done; undefined for nothing. */
  left(): Promise<Date | undefined>;
  /** Removes a click after it was carried out. */
  clicked(id: string): Promise<void>;
}

/** A recipient clicks the unsubscribe link of an email. */
export interface Click {
  readonly id: string;
  readonly token: string;
}

/** Mail that will arrive at a sandbox mailbox, or a click that will happen. */
export interface Arrival {
  readonly at: Date;
  readonly raw?: Buffer;
  /** The token of the clicked link; then there is no mail. */
  readonly token?: string;
}

/** A mail in a sandbox mailbox. */
export interface SandboxMail {
  readonly uid: number;
  readonly at: Date;
  readonly raw: Buffer;
}

/** A filter of a sandbox mailbox's mail. */
export interface SandboxRange {
  readonly above?: number;
  readonly upTo?: number;
  readonly uids?: readonly number[];
  readonly skip?: number;
  readonly limit?: number;
}

/** The mail of the current world's sandbox mailboxes, both arrived and scheduled. */
export interface SandboxMails {
  /** Schedules mail and clicks; with `sent`, also files that Message-ID of the answered email in the Sent folder. Returns the ids. */
  send(mailboxId: string, arrivals: readonly Arrival[], sent?: string): Promise<readonly string[]>;
  /** Gives UIDs to the mail that has arrived by now, in the order of arrival; returns the mailbox's number of mails and its next UID. */
  arrive(mailboxId: string): Promise<{ readonly count: number; readonly uidNext: number }>;
  uids(mailboxId: string, range: SandboxRange): Promise<readonly number[]>;
  read(mailboxId: string, uids: readonly number[]): Promise<readonly SandboxMail[]>;
  /** Whether the Sent folder has a Message-ID. */
  holds(mailboxId: string, messageId: string): Promise<boolean>;
}
