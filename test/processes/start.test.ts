import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";

const folders: string[] = [];
const running: ChildProcess[] = [];
// The tests run side by side: most of their time is a process's start.
afterAll(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  folders.push(folder);
  return folder;
};

const start = (options: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ["infra/local/start.ts", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    detached: true,
  });
  running.push(child);
  return child;
};

interface Ready {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly api_key: string;
}

const ready = async (child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ready> => {
  const said = text(child.stderr);
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Ready;
  throw new Error(`it ended without a line: ${await said}`);
};

const ended = (child: ChildProcess) => new Promise<number | null>((done) => child.once("exit", done));
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A free port that no outgoing connection and no listener on port 0 is given (those are above 32767 on Linux). */
const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = randomInt(10_000, 32_768);
  const listening = await new Promise<boolean>((done) => {
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => done(true));
  });
  if (!listening) return freePort();
  await new Promise((done) => server.close(done));
  return port;
};

/** A data folder that was used before, with one file in it. */
const aFolderWith = (name: string, content: string | Buffer) => {
  const folder = aFolder();
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, ".email-service"), "");
  writeFileSync(join(folder, name), content);
  return folder;
};

/** Ports of a sandbox's own: other tests' systems take the usual ones between two starts. */
const sandboxPorts = async () => JSON.stringify({ smtp: await freePort(), smtps: await freePort(), imaps: await freePort() });

/** What the first request is answered that finds anybody listening. */
const firstAnswer = async (url: string, key: string): Promise<Response> => {
  for (;;) {
    const answer = await fetch(url, { headers: { "x-api-key": key } }).catch(() => undefined);
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 10));
  }
};

describe.concurrent("npm start", { timeout: 120_000 }, () => {
  it("prints one line of JSON when ready; who asks earlier waits; its state outlives a crash, a second system and a fresh start that fails", async () => {
    const data = aFolderWith("sandbox.json", await sandboxPorts());
    const first = start(["--port", "0", "--data", data, "--json"]);
    const before = await ready(first);
    const second = start(["--port", "0", "--data", data]);
    expect(await text(second.stderr)).toContain(`in use by process ${first.pid}`);
    expect(Object.keys(before)).toEqual(["url", "console", "email", "password", "api_key"]);
    expect((await fetch(`${before.url}/v1/credits`, { headers: { "x-api-key": before.api_key } })).status).toBe(200);
    const login = await fetch(`${before.url}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: before.email, password: before.password }),
    });
    expect(login.status).toBe(200);
    first.kill("SIGKILL");
    await ended(first);
    const kept = readdirSync(data).toSorted();
    const failing = start(["--port", "0", "--data", data, "--fresh"], { MONGODB_URI: "mongodb://127.0.0.1:1/test" });
    expect(await ended(failing)).toBe(1);
    expect(readdirSync(data).toSorted()).toEqual(kept);

    const port = await freePort();
    const third = start(["--port", String(port), "--data", data, "--json"]);
    const early = firstAnswer(`http://127.0.0.1:${port}/v1/inbox/messages`, before.api_key);
    const after = await ready(third);
    expect((await early).status).toBe(200);

    expect(after.api_key).toBe(before.api_key);
    const keys = await fetch(`${after.url}/v1/api-keys`, { headers: { "x-api-key": before.api_key } });
    expect(await keys.json()).toHaveLength(2);
  });

  it.each([
    [[], "none of them", ""],
    [["--listen-api", "127.0.0.2"], "the API alone", ""],
    [["--listen", "127.0.0.2"], "each of them", ""],
    [["--listen", "0.0.0.0"], "none of them", "WARNING: the API, SQS, Scheduler, Secrets Manager, S3, the database"],
  ] as const)("with %j opens beyond 127.0.0.1: %s", async (options, opened, warning) => {
    const data = aFolder();
    const child = start(["--port", "0", "--data", data, "--json", ...options], { LOG_LEVEL: "warn" });
    const said = text(child.stderr);
    const { url } = await ready(child);
    const { environment } = JSON.parse(readFileSync(join(data, "system.json"), "utf8"));
    const { imaps } = JSON.parse(readFileSync(join(data, "sandbox.json"), "utf8"));
    const secrets = Number(new URL(environment.AWS_ENDPOINT_URL_SECRETS_MANAGER).port);
    const answers = (port: number) =>
      new Promise<boolean>((done) => {
        const socket = connect({ host: "127.0.0.2", port });
        socket.once("connect", () => done(true)).once("error", () => done(false));
        socket.once("connect", () => socket.destroy());
      });

    const found = [await answers(Number(new URL(url).port)), await answers(secrets), await answers(imaps)];
    expect(found).toEqual(
      { "none of them": [false, false, false], "the API alone": [true, false, false], "each of them": [true, true, true] }[opened],
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
    expect((await said).includes(warning === "" ? "WARNING" : warning)).toBe(warning !== "");
  });

  it("starts its database again when that is killed alone, and answers as before", async () => {
    const child = start(["--port", "0", "--data", aFolder(), "--json"]);
    const { url, api_key } = await ready(child);
    const database = Number(execFileSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" }));
    const balance = async () => {
      const answer = await fetch(`${url}/v1/credits`, { headers: { "x-api-key": api_key } });
      return answer.status === 200 ? ((await answer.json()) as { balance: number }).balance : answer.status;
    };

    process.kill(database, "SIGKILL");

    await expect.poll(balance, { timeout: 20_000 }).toBe(100_000);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
  });

  it("takes other ports than the folder's and the usual ones when these are taken, says so, and sends from mailboxes connected before", async () => {
    const data = aFolderWith("sandbox.json", await sandboxPorts());
    const first = start(["--port", "0", "--data", data, "--json"]);
    const before = await ready(first);
    const ports = JSON.parse(readFileSync(join(data, "sandbox.json"), "utf8")) as { smtps: number; imaps: number };
    const call = async (url: string, path: string, body: object) => {
      const headers = { "x-api-key": before.api_key, "content-type": "application/json" };
      return (await (await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json()) as { id: string };
    };
    const smtp = { smtp_host: "127.0.0.1", smtp_port: ports.smtps, smtp_password: "sandbox", smtp_secure: "tls" };
    const imap = { imap_host: "127.0.0.1", imap_port: ports.imaps, imap_password: "sandbox" };
    const mailbox = await call(before.url, "/v1/mailboxes", { type: "smtp", email: "me@sandbox.test", ...smtp, ...imap });
    first.kill("SIGTERM");
    await ended(first);
    const others = await Promise.all(
      [3000, ports.smtps].map(async (port) => {
        const server = createServer((socket) => socket.destroy());
        await new Promise((done) => server.once("error", done).listen(port, "127.0.0.1", () => done(undefined)));
        return server;
      }),
    );

    const second = start(["--data", data]);
    const lines = createInterface({ input: second.stdout });
    const banner: string[] = [];
    for await (const line of lines) if (banner.push(line) && line.startsWith("Ctrl-C")) break;
    const { url } = JSON.parse(readFileSync(join(data, "system.json"), "utf8")) as { url: string };
    expect(banner.join("\n")).toContain(`note: port 3000 is taken, so it listens at ${url}`);
    expect(banner.join("\n")).toMatch(/note: the sandbox's ports .* are taken, so it listens at .*; connected mailboxes follow/);
    // Its answer is pushed: no poll of the minute brings it so soon.
    await call(url, "/v1/send", { mailbox_id: mailbox.id, to: "reply.jane@sandbox.test", subject: "Lunch?", body_text: "On Tuesday?" });
    const inbox = async () => {
      const answer = await fetch(`${url}/v1/inbox/messages`, { headers: { "x-api-key": before.api_key } });
      return ((await answer.json()) as { messages: { kind: string }[] }).messages.map(({ kind }) => kind);
    };
    await expect.poll(inbox, { timeout: 20_000 }).toEqual(["reply"]);
    for (const server of others) server.close();
  });

  it("prints its options with --help, and warns of one that npm took for itself", async () => {
    expect(await text(start(["--help"]).stdout)).toMatch(/^usage: npm start[^]*--fresh\s+begins anew/);
    const warned = start(["--port", "0", "--data", "/proc/nowhere"], { npm_lifecycle_event: "start", npm_config_fresh: "true" });
    expect(await text(warned.stderr)).toContain("npm used --fresh as its own option, so it has no effect: write npm start -- --fresh\n");
  });

  it("stops in order on Ctrl-C, which a terminal sends to all its processes, and leaves none behind", async () => {
    const child = start(["--port", "0", "--data", aFolder(), "--json"]);
    const said = text(child.stderr);
    await ready(child);
    const children = execFileSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
    expect(children.length).toBeGreaterThan(0);
    const groupOf = (pid: number) => Number(execFileSync("ps", ["-o", "pgid=", "-p", String(pid)], { encoding: "utf8" }));
    expect(children.map(groupOf)).not.toContain(child.pid);

    process.kill(-child.pid!, "SIGINT");
    expect(await ended(child)).toBe(0);

    expect(children.filter(alive)).toEqual([]);
    expect(await said).not.toMatch(/Mongo|ECONN/);
  });

  it.each([
    ["the port is taken", /^port \d+ is taken: choose another with --port\n$/],
    ["the data folder cannot be written", /^the data folder .* cannot be written: /],
    ["MongoDB cannot be reached", /MONGODB_URI/],
    ["an option is unknown", /usage: npm start/],
    ["--listen is no address", /--listen localhost is not an IP address\nusage: npm start/],
    ["the API has two addresses", /--listen opens the API too: give one of the two\n/],
    ["the folder is somebody else's", /contains files that are not this service's/],
    ["a setting is no number", /^RATE_BURST is "zero", but it must be a number above 0\n$/],
    ["the egress list is wrong", /^EGRESS_ALLOW is "garbage"/],
    ["a resolver is wrong", /^DNS_SERVERS is "foo"/],
    [
      "a provider is unknown",
      /^OAUTH_PROVIDERS must only have settings of google and outlook: see google\.port, gogle \(infra\/local\/README\.md/,
    ],
    ["the providers are no object", /^OAUTH_PROVIDERS must only have settings of google and outlook: it is no object/],
    ["the providers are no JSON", /^OAUTH_PROVIDERS is not valid JSON\n$/],
    ["a file is broken", /account\.json cannot be read/],
    ["the embedded database is damaged", /journal\.bson is damaged at byte 0/],
    ["the database of a folder in use is missing", /mongo\/journal-1\.bson is missing beside account\.json: restore it, /],
    ["the keyring of a folder in use is missing", /keyring\.json is missing, and without it nobody can open the stored passwords/],
    ["mongod cannot start", /mongod ended with code 100 before it was ready: Location: cannot enter the folder/],
  ])("says in one clear line that %s, and exits 1", async (what, line) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => taken.once("listening", done));
    const address = taken.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const foreign = aFolder();
    writeFileSync(join(foreign, "thesis.txt"), "mine");
    const mongod = join(aFolder(), "mongod");
    const fatal = JSON.stringify({ s: "F", msg: "Location", attr: { error: "cannot enter the folder" } });
    writeFileSync(mongod, `#!/bin/sh\necho '${fatal}'\nexit 100\n`, { mode: 0o755 });
    const used = (kept: string) => {
      const folder = aFolderWith(kept, "");
      writeFileSync(join(folder, "account.json"), "{}");
      return folder;
    };
    const options: Record<string, [string[], Record<string, string>?]> = {
      "the port is taken": [["--port", port, "--data", aFolder()]],
      "the data folder cannot be written": [["--port", "0", "--data", "/proc/nowhere"]],
      "MongoDB cannot be reached": [["--port", "0", "--data", aFolder()], { MONGODB_URI: "mongodb://127.0.0.1:1/test" }],
      "an option is unknown": [["--prot", "1"]],
      "--listen is no address": [["--listen", "localhost"]],
      "the API has two addresses": [["--listen", "127.0.0.2", "--listen-api", "127.0.0.2"]],
      "the folder is somebody else's": [["--port", "0", "--data", foreign, "--fresh"]],
      "a setting is no number": [["--port", "0", "--data", aFolder()], { RATE_BURST: "zero" }],
      "the egress list is wrong": [["--port", "0", "--data", aFolder()], { EGRESS_ALLOW: "garbage" }],
      "a resolver is wrong": [["--port", "0", "--data", aFolder()], { DNS_SERVERS: "foo" }],
      "a provider is unknown": [["--port", "0", "--data", aFolder()], { OAUTH_PROVIDERS: '{"gogle":{},"google":{"port":1}}' }],
      "the providers are no object": [["--port", "0", "--data", aFolder()], { OAUTH_PROVIDERS: "[]" }],
      "the providers are no JSON": [["--port", "0", "--data", aFolder()], { OAUTH_PROVIDERS: "{" }],
      "a file is broken": [["--port", "0", "--data", aFolderWith("account.json", "{")]],
      "the embedded database is damaged": [
        ["--port", "0", "--data", aFolderWith("mongo/journal.bson", Buffer.from([1, 0, 0, 0, 9, 9, 9, 9, 5]))],
      ],
      "the database of a folder in use is missing": [["--port", "0", "--data", used("keyring.json")]],
      "the keyring of a folder in use is missing": [["--port", "0", "--data", used("mongo/journal-1.bson")]],
      "mongod cannot start": [["--port", "0", "--data", aFolder()], { MONGOD_BINARY: mongod }],
    };
    const [given = [], env] = options[what] ?? [];

    const child = start(given, env);
    const [errors, code] = await Promise.all([text(child.stderr), ended(child)]);
    taken.close();

    expect(code).toBe(1);
    expect(errors).toMatch(line);
    expect(errors).not.toMatch(/\n\s+at /);
    expect(readFileSync(join(foreign, "thesis.txt"), "utf8")).toBe("mine");
  });
});
