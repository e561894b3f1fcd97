// What Dockerfile and compose.yaml start, started without containers.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const dockerfile = readFileSync("Dockerfile", "utf8");
const compose = readFileSync("compose.yaml", "utf8");

const folder = mkdtempSync(join(tmpdir(), "containers-"));
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** The arguments of an instruction in its JSON form. */
const argumentsOf = (instruction: RegExp): readonly string[] => JSON.parse(instruction.exec(dockerfile)?.[1] ?? "[]") as string[];

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

it("a container answers its probes, is ready with its database, and stops when it is told", async () => {
  const port = String(await freePort());
  const here = (text: string) => text.replaceAll("3000", port).replace("/data", folder);
  const [program = "", ...args] = argumentsOf(/^CMD (\[.*\])$/m).map(here);
  expect(program).toBe("node");

  child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PUBLIC_URL: `http://127.0.0.1:${port}` },
  });
  const ended = once(child, "exit");
  await expect.poll(() => statusOf(`http://127.0.0.1:${port}/healthz`), { timeout: 60_000 }).toBe(200);
  await expect.poll(() => statusOf(`http://127.0.0.1:${port}/readyz`), { timeout: 60_000 }).toBe(200);

  const [, ...check] = argumentsOf(/^HEALTHCHECK .* CMD (\[.*\])$/m).map(here);
  expect(spawnSync(process.execPath, check).status).toBe(0);
  expect(await statusOf(`http://127.0.0.1:${port}/docs`)).toBe(200);

  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(spawnSync(process.execPath, check).status).toBe(1);
}, 150_000);

it("compose gives it a replica set, settings that it knows, and no port beyond this machine", () => {
  const known = readFileSync("infra/local/README.md", "utf8");
  const settings = [...compose.matchAll(/^ {6}([A-Z_]+): "(.*)"$/gm)].map(([, name = "", value = ""]) => [name, value] as const);
  expect(settings.length).toBeGreaterThan(1);
  for (const [name] of settings) expect(known).toContain(`\`${name}\``);
  const { MONGODB_URI: uri = "" } = Object.fromEntries(settings);
  const [, replicaSet = "none"] = /replicaSet=(\w+)/.exec(uri) ?? [];
  expect(compose).toContain(`"--replSet", "${replicaSet}"`);
  expect(compose).toContain(`_id: '${replicaSet}'`);
  const ports = [...compose.matchAll(/^ {6}- "(\S+:\d+:\d+)"$/gm)].map(([, mapping = ""]) => mapping);
  expect(ports).toEqual(["127.0.0.1:3000:3000"]);
});
