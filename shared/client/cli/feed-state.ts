import { createHash, createHmac } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/**
 * The file that keeps the place of a `listen`: one for each service, key, address that it forwards to and filters. A run that only shows events must
 * not move the place of one that forwards them.
 */
export const stateFile = (home: string | undefined, ...what: readonly string[]): string => {
  const name = createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 16);
  return join(home || join(homedir(), ".local/state"), "email-service", `${name}.json`);
};

/** The secret that signs forwarded events: the same in all runs with a key. The key cannot be found from it. */
export const secretOf = (apiKey: string): string => `whsec_${createHmac("sha256", apiKey).update("listen --forward-to").digest("base64")}`;

/** Reads the feed's cursor after the last event that was shown and forwarded; undefined before the first run. */
export const readCursor = (file: string): string | undefined => {
  try {
    const { cursor } = JSON.parse(readFileSync(file, "utf8")) as { readonly cursor?: unknown };
    if (typeof cursor === "string" && /^\d+$/.test(cursor)) return cursor;
  } catch (error) {
    if (/^ENO(ENT|TDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return undefined;
  }
  throw new Error(`${file} cannot be read as a place in the feed; remove it to begin anew`);
};

/**
 * Writes the cursor to a new file and renames it, so that a crash leaves the old cursor or the new one, also while another process writes. Only the
 * user can read it.
 */
export const writeCursor = (file: string, cursor: string): void => {
  const fresh = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, JSON.stringify({ cursor }), { mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    throw new Error(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}); --state names another file`, { cause: error });
  }
};
