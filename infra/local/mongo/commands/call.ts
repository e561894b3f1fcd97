import { setTimeout as pause } from "node:timers/promises";
import { CommandError, type Doc, notSupported } from "../errors.ts";
import type { Store } from "../store.ts";
import { type Transaction, Locked } from "../transactions.ts";
import type { Cursors } from "./cursors.ts";

/** One command with what it needs: its document, its database, and the transaction it runs in. */
export interface Call {
  readonly store: Store;
  readonly cursors: Cursors;
  /** `127.0.0.1:port`, as the server names itself to drivers. */
  readonly address: string;
  readonly db: string;
  readonly body: Doc;
  readonly transaction: Transaction | undefined;
  /** The time that `$$NOW` and `$currentDate` mean throughout the command. */
  readonly now: Date;
}
export type Command = (call: Call) => Doc | Promise<Doc>;

/** The namespace that a command such as `{find: "sends"}` names. */
export const namespaceOf = ({ db, body }: Call, command: string): string => `${db}.${String(body[command])}`;

/** Options that would change the answer and are not there: refused rather than ignored. */
export const refuseOptions = (options: Doc): void => {
  for (const name of ["collation", "let", "tailable", "min", "max", "returnKey", "showRecordId", "encryptionInformation"])
    if (options[name] !== undefined && options[name] !== false) throw notSupported(`the option ${name}`);
};

/** Runs one statement; when it meets a document of an open transaction, waits for that to end, or for `maxTimeMS`, and runs it again. */
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
