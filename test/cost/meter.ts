import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { Connect } from "#shared/platform/mongo/database.ts";
import type { Taken } from "#infra/cost/prices.ts";
import { cpuMeter } from "../bench/cpu.ts";

const sockets: Socket[] = [];
subscribe("net.client.socket", (message) => void sockets.push((message as { readonly socket: Socket }).socket));

const bytesOf = (mailPorts: ReadonlySet<number>) => {
  let [mail, database] = [0, 0];
  for (const socket of sockets) {
    if (mailPorts.has(socket.remotePort ?? portOf.get(socket) ?? 0)) mail += socket.bytesWritten;
    else database += socket.bytesRead + socket.bytesWritten;
    if (socket.remotePort !== undefined) portOf.set(socket, socket.remotePort);
  }
  return { mail, database };
};
/** A closed socket no longer tells its port. */
const portOf = new WeakMap<Socket, number>();
subscribe("net.client.socket", (message) => {
  const { socket } = message as { readonly socket: Socket };
  socket.once("connect", () => void portOf.set(socket, socket.remotePort ?? 0));
});

/** The calmest of so many rounds counts: the first are cold, and others work on this machine too. */
const ROUNDS = 6;

/** Measures work over a database; what prepares a round does not count. */
export const meter = async (connect: Connect, mailPorts: readonly number[] = []) => {
  const { client } = (await connect()).raw;
  let commands = 0;
  client.on("commandStarted", () => void (commands += 1));
  const ports = new Set(mailPorts);
  return async (units: number, work: () => Promise<void>, prepare = async (): Promise<void> => undefined): Promise<Taken> => {
    const rounds: Taken[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await prepare();
      const before = { commands, ...bytesOf(ports) };
      const cpu = cpuMeter();
      await work();
      const { own } = cpu();
      const after = bytesOf(ports);
      rounds.push({
        cpuMs: own / units,
        commands: (commands - before.commands) / units,
        mailBytesOut: (after.mail - before.mail) / units,
        databaseBytes: (after.database - before.database) / units,
      });
    }
    return rounds.toSorted((a, b) => a.cpuMs - b.cpuMs)[0] ?? { cpuMs: 0, commands: 0, mailBytesOut: 0, databaseBytes: 0 };
  };
};
