import { BSON } from "mongodb";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Command } from "./call.ts";

const topologyVersion = { processId: new BSON.ObjectId(), counter: BSON.Long.fromNumber(0) };

/** What a 7.0 server that is the only member and primary of replica set rs0 says of itself. */
const describe = ({ address, now }: Call) => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  secondary: false,
  setName: "rs0",
  setVersion: 1,
  electionId: new BSON.ObjectId("7fffffff0000000000000001"),
  hosts: [address],
  primary: address,
  me: address,
  topologyVersion,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: now,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ok: 1,
});

/** A monitor that already knows our state waits for a change; there is none, so the answer comes when its time is up. */
const hello: Command = async (call) => {
  const wait = Number(call.body["maxAwaitTimeMS"] ?? 0);
  if (call.body["topologyVersion"] && wait > 0) await sleep(wait, undefined, { ref: false });
  return describe(call);
};

/** The commands with which a driver gets to know the server. */
export const handshakeCommands: Record<string, Command> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: () => ({ ok: 1 }),
  buildInfo: () => ({ version: "7.0.0", versionArray: [7, 0, 0, 0], modules: ["embedded"], maxBsonObjectSize: 16_777_216, ok: 1 }),
};
