import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { openedBy, seal, unseal } from "#shared/platform/credentials.ts";
import { linkKeysOf, sendOfToken, unsubscribeToken, linksOf } from "#shared/suppressions/unsubscribe.ts";
import { keyringOf, parseKeyring, parseSecret, rememberSecret } from "#shared/platform/secret.ts";

const good = (uri = "mongodb+srv://u:pw@host/email?w=1") =>
  JSON.stringify({ mongodbUri: uri, oauth: {}, links: { current: "k", keys: { k: `${"a".repeat(43)}=` } } });

/** A secret that answers what it is given in turn, on a clock of the test's. */
const aSecret = (...answers: readonly (string | Error)[]) => {
  const time = { ms: 0 };
  const logged: unknown[] = [];
  let reads = 0;
  const record = (event: string, fields?: object) => void logged.push(event, fields);
  const read = async () => {
    const answer = answers[Math.min(reads++, answers.length - 1)] ?? "";
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const secret = rememberSecret(read, parseSecret, {
    clock: { now: () => new Date(time.ms) },
    log: { info: record, warn: record, error: record },
  });
  return { secret, time, logged, reads: () => reads };
};

it("reads once in five minutes, and then what was rotated", async () => {
  const { secret, time, reads } = aSecret(good("mongodb://a/one"), good("mongodb://a/two"));

  await secret();
  time.ms = 299_999;
  expect((await secret()).mongodbUri).toBe("mongodb://a/one");
  expect(reads()).toBe(1);
  time.ms = 300_000;
  expect((await secret()).mongodbUri).toBe("mongodb://a/two");
});

it.each([
  ["what was stored is malformed", '{"mongodbUri": "mongodb://u:hunter2@h/email"'],
  ["what was stored lacks a part", '{"mongodbUri": "mongodb://u:hunter2@h/email"}'],
])("keeps the old secret in use when %s, asks again soon, and says nothing of what it read", async (_, failure) => {
  const { secret, time, logged } = aSecret(good(), failure, good("mongodb://a/two"));

  await secret();
  time.ms = 300_000;
  expect((await secret()).mongodbUri).toContain("host/email");
  time.ms = 330_000;
  expect((await secret()).mongodbUri).toBe("mongodb://a/two");
  expect(logged[0]).toBe("the secret was not read anew; the old one stays in use");
  expect(JSON.stringify(logged, (__, value) => (value instanceof Error ? [value.message, value.stack, value.cause] : value))).not.toContain(
    "hunter2",
  );
});

it.each([
  ["no answer", new Error("timeout")],
  ["a fault of the server", Object.assign(new Error("try later"), { name: "InternalServiceError", $fault: "server" })],
  ["throttling", Object.assign(new Error("slow down"), { name: "ThrottlingException", $fault: "client" })],
])("pages nobody for one read with %s, but for a second in a row", async (_, failure) => {
  const { secret, time, logged } = aSecret(good(), failure, good(), failure, failure, good("mongodb://a/two"));
  const at = async (ms: number) => {
    time.ms = ms;
    return (await secret()).mongodbUri;
  };

  await at(0);
  await at(300_000);
  await at(330_000);
  await at(630_000);
  expect(logged.filter((line) => typeof line === "string")).toEqual(
    Array(2).fill("the secret was not read anew; it is asked for again soon"),
  );
  expect(await at(660_000)).toContain("host/email");
  expect(logged.at(-2)).toBe("the secret was not read anew; the old one stays in use");
  expect(await at(690_000)).toBe("mongodb://a/two");
});

it("pages at once where reading is refused", async () => {
  const { secret, time, logged } = aSecret(good(), Object.assign(new Error("no"), { name: "AccessDeniedException", $fault: "client" }));

  await secret();
  time.ms = 300_000;
  await secret();
  expect(logged[0]).toBe("the secret was not read anew; the old one stays in use");
});

it("opens what a newer key has sealed, by the stored keyring, and reads it for what no key opens every five seconds at most", async () => {
  const key = () => randomBytes(32).toString("base64");
  const old = { current: "k1", keys: { k1: key() } };
  const both = { current: "k2", keys: { ...old.keys, k2: key() } };
  const binding = { userId: "u", recordId: "r", field: "f" };
  const sealed = seal(both, binding, "hidden");
  const time = { ms: 0 };
  let [stored, reads] = [old, 0];
  const read = async () => ((reads += 1), JSON.stringify(stored));
  const silent = () => undefined;
  const log = { info: silent, warn: silent, error: silent };
  const keyring = rememberSecret(read, parseKeyring, { clock: { now: () => new Date(time.ms) }, log });
  await keyring();

  stored = both;
  time.ms = 6_000;
  expect(await openedBy(keyring, (keys) => unseal(keys, binding, sealed))).toBe("hidden");
  expect(reads).toBe(2);

  stored = old;
  const lost = sealed.replace("v1.k2.", "v1.k3.");
  for (const ms of [7_000, 8_000, 12_000, 13_000]) {
    time.ms = ms;
    await expect(openedBy(keyring, (keys) => unseal(keys, binding, lost))).rejects.toThrow("unknown_key");
  }
  expect(reads).toBe(3);
});

it("does not remember a first read that failed", async () => {
  const { secret } = aSecret(new Error("timeout"), good());

  await expect(secret()).rejects.toThrow("timeout");
  expect((await secret()).mongodbUri).toContain("host/email");
});

it.each(["mongodb://u:hunter2@host", "mongodb+srv://u:hunter2@host/", "mongodb://u:hunter2@host/?replicaSet=rs0"])(
  "refuses a URI without the database's name, and does not print it: %s",
  async (uri) => {
    const refused = aSecret(good(uri)).secret();

    await expect(refused).rejects.toThrow(/database's name.*mongodbUri/);
    await expect(refused).rejects.not.toThrow("hunter2");
  },
);

const keyring = { current: "k2", keys: { k1: Buffer.alloc(32, 1).toString("base64"), k2: Buffer.alloc(32, 2).toString("base64") } };
const shapes = {
  now: { mongodbUri: "mongodb://a/one", oauth: {}, links: linkKeysOf(keyring) },
  before: { mongodbUri: "mongodb://a/one", oauth: {}, keyring },
};
const parsed = (shape: keyof typeof shapes) => parseSecret(JSON.stringify(shapes[shape]));

it("verifies links with the main secret alone, of every key that is kept, whichever version stored it", () => {
  const send = "0123456789abcdef01234567";
  const tokens = ["k1", "k2"].map((current) => unsubscribeToken(linkKeysOf({ ...keyring, current }), send));
  const forged = unsubscribeToken(keyring, send);

  for (const shape of ["now", "before"] as const) {
    expect(tokens.map((token) => sendOfToken(linksOf(parsed(shape)), token))).toEqual([send, send]);
    expect(sendOfToken(linksOf(parsed(shape)), forged)).toBeUndefined();
  }
  for (const key of Object.values(keyring.keys)) expect(JSON.stringify(parsed("now"))).not.toContain(key);
});

it("takes the keyring of the main secret while that has one, and else reads its own", async () => {
  let reads = 0;
  const own = async () => {
    reads += 1;
    return parseKeyring(JSON.stringify(keyring));
  };

  expect(await keyringOf(parsed("before"), own)).toEqual(keyring);
  expect(reads).toBe(0);
  expect(await keyringOf(parsed("now"), own)).toEqual(keyring);
  expect(reads).toBe(1);
});

it("refuses a link key of another length, for it could be guessed, and prints none", () => {
  const links = { current: "k", keys: { k: "c2hvcnQ=" } };

  expect(() => parseSecret(JSON.stringify({ ...shapes.now, links }))).toThrow(/links\.keys\.k/);
  expect(() => parseSecret(JSON.stringify({ ...shapes.now, links }))).not.toThrow("c2hvcnQ");
});
