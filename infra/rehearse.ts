// `npm run rehearse [-- --emails 1000] [--no-synth]`: moves a region as infra/runbooks/README.md says, as far as that goes without AWS: a system that
// is lost, its copy in another database, its secrets rebuilt, the stacks of another region, and the smoke test. Prints how long each step took.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { BSON, type Document, MongoClient } from "mongodb";
import { connectApi } from "./local/demo/play.ts";
import { startMongo } from "./local/mongo/start-mongo.ts";
import { runMain, StartFailure } from "./local/terminal.ts";
import { smoke, STEP_MS } from "./smoke.ts";

const REGION = "eu-west-1";
const OBJECTIVE_MINUTES = 240;
/** What needs AWS, Atlas or a name server, minutes at most (infra/runbooks/README.md, "Region out"). */
const ESTIMATED: readonly (readonly [string, number])[] = [
  ["Atlas restores the copied snapshot into a cluster of the other region", 90],
  ["the stack of secrets", 3],
  ["the other stacks", 20],
  ["the domain's name leads to the new region", 60],
];
/** Lookups of what may have left begin within minutes after maintenance, as on AWS. */
const FOUND_WITHIN_MS = 300_000;
const BATCH = 100;

interface Measured {
  readonly step: string;
  readonly ms: number;
}

/** The parts of a rehearsal: its folder, the log of the lost system, and what is running. */
class Rehearsal {
  readonly folder = mkdtempSync(join(tmpdir(), "rehearse-"));
  readonly data = join(this.folder, "data");
  readonly log = join(this.folder, "functions.log");
  readonly measured: Measured[] = [];
  private child: ChildProcess | undefined;

  /** Does a step and notes its time. */
  async step<T>(step: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const done = await work();
    this.measured.push({ step, ms: performance.now() - began });
    process.stdout.write(`${(this.measured.at(-1)!.ms / 1_000).toFixed(1).padStart(7)} s  ${step}\n`);
    return done;
  }

  /** Starts the system on a database; stands for the deployed functions. */
  async start(uri: string): Promise<{ readonly url: string; readonly api_key: string }> {
    const words = ["infra/local/start.ts", "--port", "0", "--data", this.data, "--json"];
    const env = { ...process.env, MONGODB_URI: uri, RATE_BURST: "1000000", RATE_PER_SECOND: "1000000" };
    const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    child.stderr.on("data", (chunk: Buffer) => writeFileSync(this.log, chunk, { flag: "a" }));
    for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as { url: string; api_key: string };
    throw new StartFailure(`the system does not start: ${readFileSync(this.log, "utf8").split("\n").at(-2)}`);
  }

  /** The region is gone: nothing is finished or said goodbye to. */
  async lose(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }

  /** An operator's command with the database at `uri`; `given` is its standard input. */
  admin(uri: string, words: readonly string[], given = ""): Promise<string> {
    const env = { ...process.env, MONGODB_URI: uri };
    return new Promise((done, failed) => {
      const all = ["infra/admin/admin.ts", ...words, "--data", join(this.folder, "admin"), "--json"];
      const child = execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
        error ? failed(new StartFailure(`admin ${words.join(" ")}: ${stderr}`)) : done(stdout),
      );
      child.stdin?.end(given);
    });
  }

  async end(): Promise<void> {
    await this.lose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Everything in a database, as a snapshot has it. */
const snapshotOf = async (client: MongoClient): Promise<ReadonlyMap<string, readonly Document[]>> => {
  const names = (await client.db().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  return new Map(await Promise.all(names.map(async (name) => [name, await client.db().collection(name).find().toArray()] as const)));
};

const restore = async (client: MongoClient, copy: ReadonlyMap<string, readonly Document[]>): Promise<void> => {
  for (const [name, rows] of copy)
    if (rows.length > 0)
      await client
        .db()
        .collection(name)
        .insertMany([...rows]);
};

const synthesise = async (): Promise<void> => {
  const env = { ...process.env, AWS_REGION: REGION, AWS_DEFAULT_REGION: REGION, CDK_DEFAULT_REGION: REGION };
  const child = spawn("npx", ["cdk", "synth", "--quiet", "--no-notices", "-c", "stage=prod"], { env, stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new StartFailure("npm run synth -- -c stage=prod fails");
};

/** Waits for a send to end; throws StartFailure after the time. */
const ends = async (api: ReturnType<typeof connectApi>, id: string, withinMs: number): Promise<string> => {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(500)) {
    const { status } = await api.get(`/v1/send/${id}/status`);
    if (["sent", "failed"].includes(status)) return status as string;
  }
  throw new StartFailure(`the send ${id} did not end within ${withinMs / 1_000} s`);
};

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

/** An account with mail: an email with an unsubscribe link that left, `count` that wait, and one that leaves after the snapshot. */
const live = async (api: ReturnType<typeof connectApi>, data: string, count: number) => {
  const { smtps, imaps } = JSON.parse(readFileSync(join(data, "sandbox.json"), "utf8")) as { smtps: number; imaps: number };
  const smtp = { smtp_host: "127.0.0.1", smtp_port: smtps, smtp_secure: "tls", smtp_password: "sandbox" };
  const imap = { imap_host: "127.0.0.1", imap_port: imaps, imap_password: "sandbox" };
  const connected = (email: string) => api.post("/v1/mailboxes", { type: "smtp", email, ...smtp, ...imap }, 201);
  const { id: mailbox_id } = await connected("sender@sandbox.test");
  const { id: reader } = await connected("reader@sandbox.test");
  const email = { mailbox_id, to: "reader@sandbox.test", body_text: "Hello" };
  const newsletter = await api.post("/v1/send", { ...email, subject: "Newsletter", unsubscribe: true });
  await ends(api, newsletter.id, 60_000);
  for (let made = 0; made < count; made += BATCH) {
    const emails = Array.from({ length: Math.min(BATCH, count - made) }, () => ({
      ...email,
      subject: "Later",
      scheduled_at: inSeconds(86_400),
    }));
    await api.post("/v1/send/batch", { emails });
  }
  const once = await api.post("/v1/send", { ...email, subject: "Once", scheduled_at: inSeconds(6) });
  return { once: once.id as string, reader: reader as string };
};

/** How many mails with this subject the reader has, read from its server. */
const received = async (api: ReturnType<typeof connectApi>, reader: string, subject: string): Promise<number> => {
  const { messages } = await api.get(`/v1/inbox/messages?fresh=true&mailbox_id=${reader}&limit=200`);
  return messages.filter((one: { subject: string }) => one.subject === subject).length;
};

const unsubscribePath = async (client: MongoClient): Promise<string> => {
  const stored = await client.db().collection("sends").findOne({ subject: "Newsletter" });
  return /\/v1\/unsubscribe\/[\w.-]+/.exec(JSON.stringify(stored))?.[0] ?? "";
};

/** The move itself; each step is measured. Throws StartFailure for a promise that does not hold after it. */
const move = async (
  rehearsal: Rehearsal,
  old: string,
  other: string,
  { emails, synth }: { emails: number; synth: boolean },
): Promise<string> => {
  const [from, to] = await Promise.all([new MongoClient(old).connect(), new MongoClient(other).connect()]);
  try {
    const before = await rehearsal.start(old);
    const had = await live(connectApi(before.url, before.api_key), rehearsal.data, emails);
    const copy = await snapshotOf(from);
    const since = new Date().toISOString();
    const saved = readFileSync(join(rehearsal.data, "keyring.json"), "utf8");
    await ends(connectApi(before.url, before.api_key), had.once, 60_000);
    const link = await unsubscribePath(from);
    await rehearsal.lose();
    rmSync(join(rehearsal.data, "keyring.json"));
    const rows = [...copy.values()].flat();
    const size = `${rows.length} rows, ${(rows.reduce((sum, row) => sum + BSON.calculateObjectSize(row), 0) / 2 ** 20).toFixed(1)} MB`;
    process.stdout.write(`the region is gone; what is left: a copy of the database (${size}), the keyring and the log\n\n`);

    await rehearsal.step("the copy is restored into another database", () => restore(to, copy));
    await rehearsal.step("maintenance is on before any function knows it", () => rehearsal.admin(other, ["maintenance", "on"]));
    await rehearsal.step("init makes the indexes", () => rehearsal.admin(other, ["init"]));
    const rebuilt = await rehearsal.step("secret rebuild makes both secrets from the saved keyring", () =>
      rehearsal.admin(other, ["secret", "rebuild", "--mongodb-uri", other], saved),
    );
    writeFileSync(join(rehearsal.data, "keyring.json"), JSON.stringify((JSON.parse(rebuilt) as { keyring: object }).keyring), {
      mode: 0o600,
    });
    if (synth) await rehearsal.step(`the stacks of prod are synthesised for ${REGION}`, synthesise);
    const after = await rehearsal.step("the functions start (on AWS: the deployment)", () => rehearsal.start(other));
    await rehearsal.step("after-restore: what may have left is looked up", () =>
      rehearsal.admin(other, ["after-restore", "--since", since, "--log", rehearsal.log, "--apply"]),
    );
    await rehearsal.step("maintenance ends", () => rehearsal.admin(other, ["maintenance", "off"]));
    const api = connectApi(after.url, after.api_key);
    const status = await rehearsal.step("the email that left after the snapshot is looked up, and not sent again", () =>
      ends(api, had.once, FOUND_WITHIN_MS),
    );
    await rehearsal.step("smoke --mail", () =>
      smoke({ url: after.url, key: after.api_key, quick: false, mailWithinMs: FOUND_WITHIN_MS, stepMs: STEP_MS, print: () => undefined }),
    );
    const { status: answered } = await fetch(`${after.url}${link}`);
    const times = await received(api, had.reader, "Once");
    if (link === "" || answered !== 200) throw new StartFailure(`the unsubscribe link of mail that is out answers ${answered}`);
    // The sandbox keeps no copy in Sent, so what is looked up is not found there.
    if (times !== 1) throw new StartFailure(`the email that left is ${status}, and was delivered ${times} times`);
    return size;
  } finally {
    for (const client of [from, to]) await client.close();
  }
};

/** The table that is printed: what was measured here, what is estimated, and both together against the objective. */
export const summaryOf = (measured: readonly Measured[], kind: string): { readonly text: string; readonly isMet: boolean } => {
  const own = measured.reduce((sum, { ms }) => sum + ms, 0) / 60_000;
  const estimated = ESTIMATED.reduce((sum, [, minutes]) => sum + minutes, 0);
  const isMet = own + estimated <= OBJECTIVE_MINUTES;
  const lines = [
    `measured (${kind}): ${own.toFixed(1)} min`,
    ...ESTIMATED.map(([step, minutes]) => `estimated, at most: ${String(minutes).padStart(3)} min  ${step}`),
    `together ${Math.ceil(own + estimated)} min; the objective is ${OBJECTIVE_MINUTES} min: ${isMet ? "met" : "NOT met"}`,
  ];
  return { text: lines.join("\n"), isMet };
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { emails: { type: "string", default: "1000" }, synth: { type: "boolean", default: true } },
    allowNegative: true,
  });
  const emails = Number(values.emails);
  if (!Number.isInteger(emails) || emails < 0) throw new StartFailure("--emails is a whole number of emails that wait");
  const rehearsal = new Rehearsal();
  const mongos: Awaited<ReturnType<typeof startMongo>>[] = [];
  const began = Date.now();
  try {
    for (const name of ["old", "other"])
      mongos.push(await startMongo({ mongodBinary: process.env["MONGOD_BINARY"], dataDir: join(rehearsal.folder, name) }));
    const [old, other] = mongos.map(({ uri }) => uri) as [string, string];
    const size = await move(rehearsal, old, other, { emails, synth: values.synth });
    const { text, isMet } = summaryOf(rehearsal.measured, `${mongos[0]?.kind} database, ${size}`);
    process.stdout.write(`\n${text}\nrehearse: ok (${Math.round((Date.now() - began) / 1_000)} s)\n`);
    if (!isMet) process.exitCode = 1;
  } finally {
    await rehearsal.end();
    for (const mongo of mongos) await mongo.stop();
  }
};

if (import.meta.main) runMain(main);
