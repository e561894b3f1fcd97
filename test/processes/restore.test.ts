// The rehearsal of a restore (infra/restore.md): back up, send, withdraw, restore into another database, take up again.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Document } from "mongodb";
import { afterAll, expect, inject, it } from "vitest";
import type { Database } from "#shared/platform/mongo/database.ts";
import { type Ask, asking, inMs, mailboxAt } from "#test/support/client.ts";
import { freshDatabase } from "#test/support/port-suite.ts";

const folder = mkdtempSync(join(tmpdir(), "restore-"));
const fresh = () => freshDatabase(inject("mongoUris")["embedded"] ?? "");
const [{ uri: oldUri, connect: connectOld }, { uri: restoredUri, connect: connectRestored }] = [fresh(), fresh()];
let child: ChildProcess | undefined;
afterAll(async () => {
  child?.kill("SIGKILL");
  for (const database of await Promise.all([connectOld(), connectRestored()])) {
    await database.raw.dropDatabase();
    await database.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

const logFile = join(folder, "functions.log");
const data = join(folder, "data");

/** Starts the system on a database, as functions start with the URI that their secret holds; its log is appended to a file. */
const start = async (uri: string): Promise<{ readonly url: string; readonly api_key: string }> => {
  const env = { ...process.env, MONGODB_URI: uri, LOG_LEVEL: "info" };
  const started = spawn(process.execPath, ["infra/local/start.ts", "--port", "0", "--data", data, "--json"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = started;
  started.stderr.on("data", (chunk: Buffer) => writeFileSync(logFile, chunk, { flag: "a" }));
  for await (const line of createInterface({ input: started.stdout })) return JSON.parse(line);
  throw new Error(`it ended without a line: ${readFileSync(logFile, "utf8")}`);
};
const stop = () =>
  new Promise<void>((done) => {
    child?.once("exit", () => done());
    child?.kill("SIGTERM");
  });

const adminWith = async (more: Record<string, string>, ...words: string[]) => {
  const env = { ...process.env, ...more };
  const run = promisify(execFile)(process.execPath, ["infra/admin/admin.ts", ...words, "--data", join(folder, "admin"), "--json"], { env });
  return run.catch((failed: { stdout: string; stderr: string }) => failed);
};

const admin = (uri: string, ...words: string[]) => adminWith({ MONGODB_URI: uri }, ...words);
/** With the database before the restore. */
const adminWithOld = (...words: string[]) => adminWith({ MONGODB_URI: restoredUri, OLD_MONGODB_URI: oldUri }, ...words);

/** Everything in a database, as mongodump copies it. */
const dump = async ({ raw }: Database): Promise<ReadonlyMap<string, readonly Document[]>> => {
  const names = (await raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  return new Map(await Promise.all(names.map(async (name) => [name, await raw.collection(name).find().toArray()] as const)));
};

const until = async <T>(look: () => Promise<T | undefined>, seconds = 30): Promise<T> => {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await new Promise((done) => setTimeout(done, 200))) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error("gave up waiting");
};

it("sends nothing twice and finds all that was withdrawn since the backup, also where the log alone is left", async () => {
  const before = await start(oldUri);
  let ask: Ask = asking(before, before.api_key);
  const sandbox = JSON.parse(readFileSync(join(data, "sandbox.json"), "utf8"));
  const provider = { host: "127.0.0.1", smtps: sandbox.smtps, imaps: sandbox.imaps, password: "sandbox" };
  const connected = async (address: string): Promise<string> => (await ask("POST", "/v1/mailboxes", mailboxAt(provider, address))).body.id;
  const sender = await connected("sender@sandbox.test");
  const [reader, leaving] = [await connected("reader@sandbox.test"), await connected("leaving@sandbox.test")];
  const send = async (more: object): Promise<string> => {
    const { body } = await ask("POST", "/v1/send", { mailbox_id: sender, to: "reader@sandbox.test", body_text: "Hello", ...more });
    return body.id;
  };
  const statusOf = async (id: string): Promise<string> => (await ask("GET", `/v1/send/${id}`)).body.status;
  const reaching = (id: string, statuses: readonly string[], seconds?: number) =>
    until(async () => (statuses.includes(await statusOf(id)) ? true : undefined), seconds);
  /** Mails with the subject that the reader's mailbox holds. */
  const received = async (subject: string): Promise<number> => {
    const { body } = await ask("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${reader}&limit=200`);
    return body.messages.filter((one: { subject: string }) => one.subject === subject).length;
  };
  const { body: key } = await ask("POST", "/v1/api-keys", { name: "leaked", scopes: ["read"] });
  const { body: hook } = await ask("POST", "/v1/webhooks", { url: "https://hooks.example.com/mail" });
  const newsletter = await send({ subject: "Newsletter", unsubscribe: true });
  await reaching(newsletter, ["sent"]);
  await admin(oldUri, "user", "create", "gone@example.com");
  const twice = await send({ subject: "Once", scheduled_at: inMs(8_000) });

  const [old, restored] = await Promise.all([connectOld(), connectRestored()]);
  const backup = await dump(old);
  const since = new Date().toISOString();
  await reaching(twice, ["sent"]);
  const [stored] = await old.raw.collection("sends").find({ subject: "Newsletter" }).toArray();
  const path = /\/v1\/unsubscribe\/[\w.-]+/.exec(JSON.stringify(stored))?.[0] ?? "";
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await asking(before, "")("POST", path, "List-Unsubscribe=One-Click", form)).status).toBe(200);
  await ask("POST", "/v1/suppressions", { emails: ["stop@example.net"] });
  for (const gone of [`/v1/api-keys/${key.id}`, `/v1/webhooks/${hook.id}`, `/v1/mailboxes/${leaving}?purge=true`])
    expect((await ask("DELETE", gone)).status).toBe(204);
  await admin(oldUri, "user", "delete", "gone@example.com", "--purge");

  expect((await admin(oldUri, "maintenance", "on")).stdout).toContain("maintenance is on");
  await until(async () => ((await ask("POST", "/v1/send", {})).status === 503 ? true : undefined));
  expect((await ask("GET", "/v1/mailboxes")).status).toBe(200);
  await stop();
  for (const [name, rows] of backup) if (rows.length > 0) await restored.raw.collection(name).insertMany([...rows]);
  expect((await admin(restoredUri, "after-restore", "--since", since)).stderr).toContain("maintenance on");
  await admin(restoredUri, "maintenance", "on");
  const after = await start(restoredUri);
  ask = asking(after, after.api_key);
  expect([(await ask("POST", "/v1/send", {})).status, await statusOf(twice)]).toEqual([503, "scheduled"]);

  const log = ["--log", logFile];
  const kinds = (rows: readonly { kind: string; state: string }[], state: string) =>
    rows.filter((row) => row.state.startsWith(state)).map(({ kind }) => kind);
  const alone = JSON.parse((await admin(restoredUri, "after-restore", "--since", since, ...log)).stdout);
  expect(kinds(alone, "forgotten")).toEqual(["suppression", "key", "webhook", "mailbox"]);
  expect(kinds(alone, "it suppressed 1 addresses")).toEqual(["note"]);
  const listed = JSON.parse((await adminWithOld("after-restore", "--since", since, ...log)).stdout);
  expect(kinds(listed, "forgotten")).toEqual(["account", "key", "webhook", "mailbox", "suppression", "suppression"]);
  expect([alone[0].state, listed[0].state].map((state) => state.slice(0, 15))).toEqual(["1 are looked up", "0 are looked up"]);
  const applied = JSON.parse((await adminWithOld("after-restore", "--since", since, ...log, "--apply")).stdout);
  expect(kinds(applied, "done again")).toEqual(["key", "webhook", "mailbox", "suppression", "suppression"]);
  expect(kinds(applied, "forgotten")).toEqual(["account"]);
  const rest = JSON.parse((await adminWithOld("after-restore", "--since", since, ...log, "--apply", "--purge")).stdout);
  expect(kinds(rest, "done again")).toEqual(["account"]);
  expect((await asking(after, key.token)("GET", "/v1/mailboxes")).status).toBe(401);
  expect((await ask("GET", "/v1/suppressions")).body.suppressions.map(({ email }: { email: string }) => email).toSorted()).toEqual([
    "reader@sandbox.test",
    "stop@example.net",
  ]);
  expect((await admin(restoredUri, "user", "list")).stdout).not.toContain("gone@example.com");

  await admin(restoredUri, "maintenance", "off");
  await reaching(twice, ["sent", "failed"], 240);
  expect([await received("Once"), await received("Newsletter")]).toEqual([1, 1]);
  await stop();
}, 400_000);
