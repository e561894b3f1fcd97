import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const KNOTD = "/usr/sbin/knotd";

/** Whether Debian's knot is installed. */
export const hasKnot = existsSync(KNOTD);

/** A zone's records in master-file form (RFC 1035, 5), or `absent`: the zone's file is missing, and Knot answers SERVFAIL. */
export type KnotZones = Readonly<Record<string, readonly string[] | "absent">>;

const STARTS = 5;

/** Knot DNS on a free loopback port, serving these zones and refusing all other names; stopped by its process id. */
export const startKnot = async (zones: KnotZones): Promise<{ readonly address: string; stop(): Promise<void> }> => {
  // Knot needs the port for UDP and for TCP, and another process may have taken the one or the other meanwhile.
  for (let start = 0; start < STARTS; start++) {
    const knot = await startOn(await freePort(), zones);
    if (knot) return knot;
  }
  throw new Error("Knot does not answer");
};

const startOn = async (port: number, zones: KnotZones) => {
  const dir = mkdtempSync(join(tmpdir(), "knot-"));
  for (const [zone, records] of Object.entries(zones))
    if (records !== "absent") writeFileSync(join(dir, `${zone}.zone`), zoneFile(zone, records));
  writeFileSync(join(dir, "knot.conf"), config(dir, port, Object.keys(zones)));
  const knot = spawn(KNOTD, ["-c", join(dir, "knot.conf")], { stdio: "ignore" });
  const stop = async () => {
    if (knot.exitCode === null && knot.kill()) await once(knot, "exit");
    rmSync(dir, { recursive: true, force: true });
  };
  const resolver = new Resolver({ timeout: 100, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  const [first] = Object.keys(zones);
  for (let tries = 0; tries < 100 && knot.exitCode === null; tries++) {
    const soa = await resolver.resolveSoa(first ?? "").catch(() => undefined);
    if (soa) return { address: `127.0.0.1:${port}`, stop };
    await pause(50);
  }
  await stop();
  return undefined;
};

const zoneFile = (zone: string, records: readonly string[]) =>
  `$ORIGIN ${zone}.\n$TTL 60\n@ SOA ns.${zone}. h.${zone}. 1 60 60 60 60\n@ NS ns.${zone}.\nns A 127.0.0.1\n${records.join("\n")}\n`;

const config = (dir: string, port: number, zones: readonly string[]) => `server:
  listen: 127.0.0.1@${port}
  rundir: ${dir}
database:
  storage: ${dir}
log:
  - target: ${dir}/knot.log
    any: warning
zone:
${zones.map((zone) => `  - domain: ${zone}\n    file: ${dir}/${zone}.zone\n`).join("")}`;

const freePort = async (): Promise<number> => {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();
  socket.close();
  return port;
};
