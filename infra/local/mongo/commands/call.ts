import { setTimeout as pause } from "node:timers/promises";
import { CommandError, type Doc, notSupported } from "../value.ts";
import type { Store } from "../store.ts";
import { type Transaction, Locked } from "../transactions.ts";
import type { Cursors } from "./cursors.ts";

/** One command with its context: its document, its database, and its transaction. */
export interface Call {
  readonly store: Store;
  readonly cursors: Cursors;
  /** `127.0.0.1:port`, the server's address for drivers. */
  readonly address: string;
  readonly db: string;
  readonly body: Doc;
  readonly transaction: Transaction | undefined;
  /** The time of `$$NOW` and `$currentDate` throughout the command. */
  readonly now: Date;
}
export type Command = (call: Call) => Doc | Promise<Doc>;

/** The namespace of a command such as `{find: "sends"}`. */
export const namespaceOf = ({ db, body }: Call, command: string): string => `${db}.${String(body[command])}`;

/** Throws for options that would change the answer and are not implemented, instead of ignoring them. */
export const refuseOptions = (options: Doc): void => {
  for (const name of ["collation", "let", "tailable", "min", "max", "returnKey", "showRecordId", "encryptionInformation"])
    if (options[name] !== undefined && options[name] !== false) throw notSupported(`the option ${name}`);
};

/** Runs one statement; when a document is locked by an open transaction, waits for its end, or for `maxTimeMS`, and runs the statement again. */
export const whenUnlocked = async <T>({ store, body }: Call, statement: () => T): Promise<T> => {
  const { maxTimeMS } = body;
  const late = async () => {
    await pause(Number(maxTimeMS), undefined, { ref: false });
    throw new CommandError(50, "MaxTimeMSExpired", "operation exceeded time limit");
  };
  for (;;) {
    try {
      return statement();
    } catch (error) {
      if (!(error instanceof Locked)) throw error;
      store.flush();
      await (maxTimeMS === undefined ? error.holder.ended : Promise.race([error.holder.ended, late()]));
    }
  }
};
