import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";

const folders: string[] = [];
const running: ChildProcess[] = [];
afterEach(() => {
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
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Ready;
  throw new Error("it ended without a line");
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

describe("npm start", () => {
  it("prints one line of JSON when ready, keeps its state over a restart and stops on SIGTERM", async () => {
    const data = aFolder();
    const first = start(["--port", "0", "--data", data, "--json"]);
    const before = await ready(first);
    expect(Object.keys(before)).toEqual(["url", "email", "password", "api_key"]);
    expect((await fetch(`${before.url}/v1/credits`, { headers: { "x-api-key": before.api_key } })).status).toBe(200);
    const login = await fetch(`${before.url}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: before.email, password: before.password }),
    });
    expect(login.status).toBe(200);
    first.kill("SIGTERM");
    expect(await ended(first)).toBe(0);

    const after = await ready(start(["--port", "0", "--data", data, "--json"]));

    expect(after.api_key).toBe(before.api_key);
    const keys = await fetch(`${after.url}/v1/api-keys`, { headers: { "x-api-key": before.api_key } });
    expect(await keys.json()).toHaveLength(2);
  });

  it("leaves no process behind", async () => {
    const child = start(["--port", "0", "--data", aFolder(), "--json"]);
    await ready(child);
    const { execFileSync } = await import("node:child_process");
    const children = execFileSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
    expect(children.length).toBeGreaterThan(0);

    child.kill("SIGINT");
    await ended(child);

    expect(children.filter(alive)).toEqual([]);
  });

  it.each([
    ["the port is taken", /^port \d+ is taken: choose another with --port\n$/],
    ["the data folder cannot be written", /^the data folder .* cannot be written: /],
    ["MongoDB cannot be reached", /MONGODB_URI/],
    ["an option is unknown", /usage: npm start/],
  ])("says in one clear line that %s, and exits 1", async (what, line) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => taken.once("listening", done));
    const address = taken.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const options: Record<string, [string[], Record<string, string>?]> = {
      "the port is taken": [["--port", port, "--data", aFolder()]],
      "the data folder cannot be written": [["--port", "0", "--data", "/proc/nowhere"]],
      "MongoDB cannot be reached": [["--port", "0", "--data", aFolder()], { MONGODB_URI: "mongodb://127.0.0.1:1/test" }],
      "an option is unknown": [["--prot", "1"]],
    };
    const [given = [], env] = options[what] ?? [];

    const child = start(given, env);
    const [errors, code] = await Promise.all([text(child.stderr), ended(child)]);
    taken.close();

    expect(code).toBe(1);
    expect(errors).toMatch(line);
    expect(errors).not.toMatch(/\n\s+at /);
  });
});
