import { expect, it } from "vitest";
import { rememberSecret } from "#shared/runtime/secret.ts";

const good = (uri = "mongodb+srv://u:pw@host/email?w=1") =>
  JSON.stringify({ mongodbUri: uri, keyring: { current: "k", keys: { k: "a" } }, oauth: {} });

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
  const secret = rememberSecret(read, { clock: { now: () => new Date(time.ms) }, log: { info: record, warn: record, error: record } });
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
  ["Secrets Manager is away", new Error("timeout")],
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
