import { expect, inject, it, vi } from "vitest";
import { connectMongo } from "#shared/platform/mongo/database.ts";

const [uri = ""] = Object.values(inject("mongoUris"));
/** A server that nobody runs. */
const NOWHERE = "mongodb://127.0.0.1:1/none";
const hasty = () => ({ serverSelectionTimeoutMS: 100 });

it("the database is opened once, and again when its address has changed: the old connection is closed", async () => {
  let wanted = uri;
  const connect = connectMongo(async () => wanted);
  const [one, same] = await Promise.all([connect(), connect()]);

  wanted = `${uri}${uri.includes("?") ? "&" : "?"}appName=another`;
  const other = await connect();

  expect(same).toBe(one);
  expect(other).not.toBe(one);
  expect(await connect()).toBe(other);
  await expect.poll(() => one.raw.command({ ping: 1 }).catch((error: unknown) => String(error))).toContain("NotConnected");
  await other.close();
});

it("a failed opening is forgotten, and a later one is not forgotten with it", async () => {
  let wanted = NOWHERE;
  const connect = connectMongo(async () => wanted, hasty);
  const failing = connect();
  await expect(failing).rejects.toThrow();
  const again = connect();
  // Not the failure of before once more.
  await expect(again).rejects.toThrow();

  const late = expect(connect()).rejects.toThrow();
  wanted = uri;
  const good = await connect();
  await late;

  expect(await connect()).toBe(good);
  await good.close();
});

it("an address that is refused leaves the old connection in use, says so, and is tried again later", async () => {
  let wanted = uri;
  const refused: unknown[] = [];
  const connect = connectMongo(
    async () => wanted,
    hasty,
    (error) => void refused.push(error),
  );
  const old = await connect();

  wanted = NOWHERE;
  expect(await Promise.all([connect(), connect()])).toEqual([old, old]);
  expect(await connect()).toBe(old);
  expect(refused).toHaveLength(1);
  expect(await old.raw.command({ ping: 1 })).toMatchObject({ ok: 1 });

  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 61_000);
  expect(await connect()).toBe(old);
  expect(refused).toHaveLength(2);
  vi.restoreAllMocks();
  await old.close();
});

it("a connection that failed once is made when the server is there", async () => {
  const ways = [{ ...hasty(), tls: true }, {}];
  const connect = connectMongo(
    async () => uri,
    () => ways.shift() ?? {},
  );
  await expect(connect()).rejects.toThrow();

  const database = await connect();

  expect(await database.raw.command({ ping: 1 })).toMatchObject({ ok: 1 });
  await database.close();
});

it("what the address says weakens no promise: what is read and written is the majority's, and is repeated once", async () => {
  const weak = "readPreference=secondary&readConcernLevel=local&w=1&retryWrites=false&retryReads=false";
  const connect = connectMongo(async () => `${uri}${uri.includes("?") ? "&" : "?"}${weak}`);

  const database = await connect();

  const { readPreference, readConcern, writeConcern, retryWrites, retryReads } = database.raw.client.options;
  expect([readPreference.mode, readConcern.level, writeConcern.w, retryWrites, retryReads]).toEqual([
    "primary",
    "majority",
    "majority",
    true,
    true,
  ]);
  await database.close();
});

it("whatever the database does, it is given up in time, and an environment keeps few connections", async () => {
  const database = await connectMongo(async () => uri)();
  const { options } = database.raw.client;

  expect(options).toMatchObject({
    serverSelectionTimeoutMS: 5_000,
    socketTimeoutMS: 4_000,
    connectTimeoutMS: 5_000,
    waitQueueTimeoutMS: 2_000,
    maxPoolSize: 5,
    minPoolSize: 0,
    maxIdleTimeMS: 60_000,
    ignoreUndefined: false,
  });
  await database.close();
});
