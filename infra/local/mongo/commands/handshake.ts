import { BSON } from "mongodb";
import type { Call, Command } from "./call.ts";

/**
 * The `hello` answer of a 7.0 server that is the only member and primary of replica set rs0. Without a topologyVersion, so that drivers ask again
 * every ten seconds instead of waiting for a stream of changes.
 */
const hello: Command = ({ address, now }: Call) => ({
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

/** The commands with which a driver connects to the server. */
export const handshakeCommands: Record<string, Command> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: () => ({ ok: 1 }),
  buildInfo: () => ({ version: "7.0.0", versionArray: [7, 0, 0, 0], modules: ["embedded"], maxBsonObjectSize: 16_777_216, ok: 1 }),
};
