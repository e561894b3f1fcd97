/** A stored document with the driver's promoted values (numbers, strings, Date, ObjectId, Binary, …). Never changed once stored. */
export type Doc = Record<string, unknown>;

/** An error that is returned to the client with MongoDB's code; `labels` make the driver retry, `extra` is added to the answer. */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly labels: readonly string[];
  readonly extra: Doc;
  constructor(code: number, codeName: string, message: string, more: { labels?: readonly string[]; extra?: Doc } = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.labels = more.labels ?? [];
    this.extra = more.extra ?? {};
  }
}

/** An error for a feature that this server does not implement, naming it. */
export const notSupported = (what: string): CommandError =>
  new CommandError(238, "NotImplemented", `not supported by the embedded server: ${what}`);

/** A request that a real server refuses as malformed (code 2). */
export const badValue = (message: string): CommandError => new CommandError(2, "BadValue", message);

/** A value of the wrong type (code 14). */
export const typeMismatch = (message: string): CommandError => new CommandError(14, "TypeMismatch", message);

/** Another transaction changed the same document first; the driver runs the whole transaction again (code 112). */
export const writeConflict = (): CommandError =>
  new CommandError(112, "WriteConflict", "Write conflict: another transaction changed the same document first", {
    labels: ["TransientTransactionError"],
  });

/** The transaction ended or never was; the driver runs it again (code 251). */
export const noSuchTransaction = (): CommandError =>
  new CommandError(251, "NoSuchTransaction", "The transaction has ended or was never started", { labels: ["TransientTransactionError"] });
