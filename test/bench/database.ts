import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";
import { connectMongo } from "#shared/platform/mongo/database.ts";
import { createIndexes } from "#shared/service/indexes.ts";

/** A MongoDB with all indexes and its data on disk: the mongod of MONGOD_BINARY, else the embedded server. */
export const startDatabase = async (options: Parameters<typeof connectMongo>[1] = () => ({})) => {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
  const mongo = await startMongo({ mongodBinary: process.env["MONGOD_BINARY"] ?? "", dataDir });
  const uri = new URL(mongo.uri);
  uri.pathname = "/bench";
  const connect = connectMongo(async () => uri.toString(), options);
  await createIndexes(await connect());
  return {
    kind: mongo.kind,
    connect,
    stop: async () => {
      await (await connect()).close();
      await mongo.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
