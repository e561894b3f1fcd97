import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URIs of the databases that port suites run on, by name. */
    mongoUris: Readonly<Record<string, string>>;
  }
}

/** Starts the databases of the port suites once for the whole run: the embedded one, and a real mongod where MONGOD_BINARY names one. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const embedded = await startMongo({ mongodBinary: "", dataDir: undefined });
  const mongodBinary = process.env["MONGOD_BINARY"];
  const dataDir = mkdtempSync(join(tmpdir(), "mongod-"));
  const real = mongodBinary ? await startMongo({ mongodBinary, dataDir }) : undefined;
  if (!real) console.log("port suites: the real mongod is skipped, MONGOD_BINARY is not set");
  project.provide("mongoUris", { embedded: embedded.uri, ...(real ? { mongod: real.uri } : {}) });
  return async () => {
    await Promise.all([embedded.stop(), real?.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
};
