/** Whether the operator has put the service in maintenance: reads work, but nothing is written for clients, and nothing is sent, pulled or posted. */
export type IsInMaintenance = () => Promise<boolean>;

/** The time; every rule that needs it takes it from here, so that tests decide what time it is. */
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
  /** One of `most` slots under a name; undefined when all are taken. A slot that is not given back frees itself after `forMs`. */
  take(name: string, most: number, forMs: number): Promise<{ free(): Promise<void> } | undefined>;
}

/** A page of a list that stands newest first, the id as tie-break. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The row after which it starts, by its date and id, so that newly added rows do not shift it. */
  readonly cursor?: { readonly at: Date; readonly id: string } | undefined;
}
