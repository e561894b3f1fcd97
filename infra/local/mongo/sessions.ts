import { BSON } from "mongodb";
import type { Call, Command } from "./commands/call.ts";
import { type Doc, CommandError, noSuchTransaction } from "./value.ts";
import type { Store } from "./store.ts";
import { beginTransaction, type Transaction } from "./collection.ts";

// transactionLifetimeLimitSeconds of a server
const LIFETIME_MS = 60_000;

const sessionOf = (body: Doc): string => {
  const id = (body["lsid"] as Doc | undefined)?.["id"];
  return id instanceof BSON.Binary ? id.toString("hex") : "";
};

/** Runs each command in its session: transactions, and saved answers for retried writes (`txnNumber`). */
export const createSessions = (store: Store) => {
  const open = new Map<string, Transaction>();

  const finish = (session: string, commit: boolean) => {
    const transaction = open.get(session);
    open.delete(session);
    if (transaction) store.end(transaction, commit);
  };
  const transactionFor = (session: string, body: Doc): Transaction => {
    const number = Number(body["txnNumber"]);
    if (body["startTransaction"] === true) {
      finish(session, false);
      const transaction = beginTransaction(number);
      open.set(session, transaction);
      store.begin(transaction);
      return transaction;
    }
    const found = open.get(session);
    if (!found || found.number !== number) throw noSuchTransaction();
    return found;
  };
  /** commitTransaction, which may be repeated, and abortTransaction. */
  const endTransaction = (session: string, body: Doc, commit: boolean): Doc => {
    const number = Number(body["txnNumber"]);
    const earlier = store.answered(session, number);
    if (commit && earlier) return earlier;
    transactionFor(session, body);
    finish(session, commit);
    if (commit) store.remember(session, number, { ok: 1 });
    return { ok: 1 };
  };
  const inTransaction = async (call: Omit<Call, "transaction">, session: string, command: Command): Promise<Doc> => {
    const transaction = transactionFor(session, call.body);
    try {
      const reply = await command({ ...call, transaction });
      if (reply["writeErrors"]) finish(session, false);
      return reply;
    } catch (error) {
      finish(session, false);
      throw error;
    }
  };

  return {
    run: async (call: Omit<Call, "transaction">, name: string, command: Command | undefined): Promise<Doc> => {
      const { body } = call;
      const session = sessionOf(body);
      if (name === "commitTransaction" || name === "abortTransaction") return endTransaction(session, body, name === "commitTransaction");
      if (name === "endSessions") {
        for (const { id } of body[name] as { id: BSON.Binary }[]) {
          finish(id.toString("hex"), false);
          store.forget(id.toString("hex"));
        }
        return { ok: 1 };
      }
      if (!command) throw new CommandError(59, "CommandNotFound", `not supported by the embedded server: ${name}`);
      if (body["autocommit"] === false) return inTransaction(call, session, command);
      if (body["txnNumber"] === undefined) return command({ ...call, transaction: undefined });
      const number = Number(body["txnNumber"]);
      const earlier = store.answered(session, number);
      if (earlier) return earlier;
      const reply = await command({ ...call, transaction: undefined });
      store.remember(session, number, reply);
      return reply;
    },
    /** Ends transactions that have been open for a minute. */
    sweep: () => {
      for (const [session, { startedAt }] of open) if (Date.now() - startedAt > LIFETIME_MS) finish(session, false);
    },
  };
};
