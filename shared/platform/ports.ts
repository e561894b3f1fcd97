/** Whether the operator has put the service in maintenance: reads work, but nothing is written for clients, and nothing is sent, pulled or posted. */
export type IsInMaintenance = () => Promise<boolean>;

/** The time. Every rule takes it from here, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** Fresh identifiers. */
export interface Ids {
  /** A MongoDB ObjectID in hexadecimal, 24 characters. */
  objectId(): string;
  /** `bytes` random bytes from a secure source, in hexadecimal. */
  random(bytes: number): string;
}

/** Structured log; fields are redacted by the adapter, and no caller passes secrets or bodies (S13 in SECURITY.md). */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Work with a limit of concurrent runs, over all processes (S20 in SECURITY.md). */
export interface Slots {
  /** Takes one of `most` slots with this name; undefined when all are taken. A slot that is not freed expires after `forMs`. */
  take(name: string, most: number, forMs: number): Promise<{ free(): Promise<void> } | undefined>;
}

/** A page of a list, which is sorted newest first with the id as tie-break. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The row after which the page starts, by date and id, so that new rows do not shift it. */
  readonly cursor?: { readonly at: Date; readonly id: string } | undefined;
}
