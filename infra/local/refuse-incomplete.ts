import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { StartFailure } from "./fail.ts";
import type { MongoKind } from "./mongo/start-mongo.ts";

const hasAny = (dir: string, names: RegExp): boolean => existsSync(dir) && readdirSync(dir).some((name) => names.test(name));

/** The database files that a folder contains once its account exists, by kind of server. */
const DATABASE_FILES = {
  embedded: { names: /^(?:journal|snapshot).*\.bson$/, example: "journal-1.bson" },
  mongod: { names: /^WiredTiger$/, example: "WiredTiger" },
} as const;

/** Throws StartFailure when a folder that was used before lacks its database or its keyring, because both would silently start empty. */
export const refuseIncomplete = (folder: DataFolder, mongo: MongoKind): void => {
  if (folder.read("account.json") === undefined) return;
  const keyring = join(folder.path, "keyring.json");
  if (!existsSync(keyring))
    throw new StartFailure(
      `${keyring} is missing, and without it nobody can open the stored passwords: restore it, or start with an empty folder with --fresh`,
    );
  if (mongo === "external") return;
  const { names, example } = DATABASE_FILES[mongo];
  const dir = join(folder.path, "mongo");
  if (!hasAny(dir, names))
    throw new StartFailure(
      `${join(dir, example)} is missing beside account.json: restore it, ` +
        "run the MongoDB that this folder was used with (MONGODB_URI, MONGOD_BINARY), or start with an empty folder with --fresh",
    );
};
