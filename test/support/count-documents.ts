import { BSON, type CommandStartedEvent, type CommandSucceededEvent, type Document } from "mongodb";
import type { Connect } from "#shared/platform/mongo/database.ts";

/** What some work asked of the database. */
export interface Documents {
  /** Commands, each a round trip. */
  readonly commands: number;
  /** BSON octets of the documents read. */
  readonly bytes: number;
  /** Sent to us by finds. */
  readonly read: number;
  /** Matched by writes. */
  readonly written: number;
  /** Looked at by the server to find all of these, as it explains afterwards. */
  readonly examined: number;
}

interface Search {
  readonly collection: string;
  readonly filter: Document;
  readonly sort?: Document;
  readonly limit?: number;
}

const searchesOf = ({ commandName, command }: CommandStartedEvent): readonly Search[] => {
  const collection = String(command[commandName]);
  if (commandName === "find") {
    const { filter, sort, limit } = command as { filter: Document; sort?: Document; limit?: number };
    return [{ collection, filter, ...(sort && { sort }), ...(limit && { limit }) }];
  }
  if (commandName === "findAndModify") return [{ collection, filter: command["query"] as Document, limit: 1 }];
  if (commandName === "update") return (command["updates"] as { q: Document }[]).map(({ q }) => ({ collection, filter: q }));
  return [];
};

/** Runs `work` and counts the documents that the driver's commands touch. */
export const countDocuments = async (connect: Connect, work: () => Promise<unknown>): Promise<Documents> => {
  const { raw } = await connect();
  const searches: Search[] = [];
  let [commands, bytes, read, written] = [0, 0, 0, 0];
  const started = (event: CommandStartedEvent) => {
    commands += 1;
    searches.push(...searchesOf(event));
  };
  const succeeded = ({ reply }: CommandSucceededEvent) => {
    const { cursor, n = 0 } = reply as { cursor?: { firstBatch?: Document[]; nextBatch?: Document[] }; n?: number };
    const documents = cursor?.firstBatch ?? cursor?.nextBatch ?? [];
    read += documents.length;
    bytes += documents.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0);
    written += n;
  };
  raw.client.on("commandStarted", started).on("commandSucceeded", succeeded);
  try {
    await work();
  } finally {
    raw.client.off("commandStarted", started).off("commandSucceeded", succeeded);
  }
  let examined = 0;
  for (const { collection, ...search } of searches) {
    const explain = { find: collection, ...search };
    const { executionStats } = await raw.command({ explain, verbosity: "executionStats", comment: "test only" });
    examined += (executionStats as { totalDocsExamined: number }).totalDocsExamined;
  }
  return { commands, bytes, read, written, examined };
};
