import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, inject, it } from "vitest";
import { linkKeysOf } from "#shared/suppressions/unsubscribe.ts";
import { freshDatabase } from "#test/support/port-suite.ts";

const folder = mkdtempSync(join(tmpdir(), "admin-"));
const database = freshDatabase(inject("mongoUris")["embedded"] ?? "");
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the operator's command against a database of the test's own. */
const admin = (...words: string[]) => adminWith({}, ...words);
const adminWith = async (more: Record<string, string>, ...words: string[]) => {
  const env = { ...process.env, MONGODB_URI: database.uri, ...more };
  const run = promisify(execFile)(process.execPath, ["infra/admin/admin.ts", ...words, "--data", folder, "--json"], { env });
  return run.catch((failed: { stdout: string; stderr: string }) => failed);
};

/** `secret rebuild` with a saved copy in its standard input. */
const rebuild = (saved: string) =>
  new Promise<{ stdout: string; stderr: string }>((done) => {
    const words = ["infra/admin/admin.ts", "secret", "rebuild", "--mongodb-uri", "mongodb://elsewhere/email", "--json"];
    const child = execFile(process.execPath, words, (_, stdout, stderr) => done({ stdout, stderr }));
    child.stdin?.end(saved);
  });

it("creates a user, tops up once per reference, registers an IP and re-seals, against MONGODB_URI", async () => {
  await admin("init");
  const created = await admin("user", "create", "Ann@Example.com", "--name", "Ann");
  expect(JSON.parse(created.stdout)).toEqual([
    { id: expect.stringMatching(/^[0-9a-f]{24}$/), email: "ann@example.com", name: "Ann", password: expect.any(String) },
  ]);

  await admin("credit", "ann@example.com", "50", "--reference", "r1");
  expect((await admin("credit", "ann@example.com", "50", "--reference", "r1")).stdout).toContain("booked already");
  expect(JSON.parse((await admin("user", "list")).stdout)).toMatchObject([{ email: "ann@example.com", credits: 50 }]);

  expect((await admin("corrections", "export")).stdout.trim()).toBe("");

  const added = await admin("ip", "add", "ann@example.com", "203.0.113.7", "--proxy", "socks5://me:secret@127.0.0.1:1080", "--default");
  expect(JSON.parse(added.stdout)).toMatchObject([{ address: "203.0.113.7", default: true }]);
  expect(added.stdout).not.toContain("secret");
  expect(JSON.parse((await admin("reseal")).stdout)).toMatchObject([
    { collection: "mailboxes" },
    { collection: "oauthClients" },
    { collection: "ips", current: 1, failed: "" },
    { collection: "webhooks" },
    { collection: "test.mailboxes" },
    { collection: "test.webhooks" },
  ]);
}, 300_000);

it("changes rows of older versions, lists how many, and looks again where old code came back", async () => {
  await admin("init");
  const webhooks = (await database.connect()).raw.collection("webhooks");
  await webhooks.insertOne({ createdAt: new Date() });
  const states = async () => JSON.parse((await admin("migrations")).stdout) as { migration: string; changed: number; done: string }[];

  expect((await admin("init")).stdout).toContain("no row of an older version is left");
  expect(await webhooks.countDocuments({ verifiedAt: { $exists: true } })).toBe(0);
  await admin("init", "--again");

  expect(await webhooks.countDocuments({ verifiedAt: { $exists: true } })).toBe(1);
  const listed = await states();
  expect(listed.map(({ done }) => Number.isNaN(Date.parse(done)))).not.toContain(true);
  expect(listed.find(({ migration }) => migration === "verified in webhooks, before")?.changed).toBe(1);
}, 300_000);

it("locks an account, gives it another password, keeps the keyring with a new URI, and deletes all that is the account's", async () => {
  await admin("user", "create", "bob@example.com", "--password", "first-password");
  await admin("credit", "bob@example.com", "5");

  expect((await admin("user", "lock", "bob@example.com")).stdout).toContain("is locked");
  expect((await admin("user", "unlock", "bob@example.com")).stdout).toContain("may log in");
  expect(JSON.parse((await admin("user", "password", "bob@example.com", "--scrypt")).stdout)).toEqual([
    { email: "bob@example.com", revoked: 0, password: expect.any(String) },
  ]);

  const before = JSON.parse((await admin("secret", "add-key")).stdout);
  const after = JSON.parse((await admin("secret", "set-uri", "--mongodb-uri", "mongodb://new/email")).stdout);
  expect(after).toMatchObject({ mongodbUri: "mongodb://new/email", oauth: before.secret.oauth });
  for (const command of ["new", "set-uri"]) {
    const { stdout, stderr } = await admin("secret", command, "--mongodb-uri", "mongodb+srv://u:p@cluster.example.net");
    expect({ stdout, stderr }).toEqual({ stdout: "", stderr: expect.stringContaining("with the database's name") });
    expect(stderr).not.toContain("u:p");
  }
  expect(before.secret.links.keys).toMatchObject(after.links.keys);
  expect(before.secret.links).toEqual(linkKeysOf(before.keyring));
  const same = JSON.parse((await admin("secret", "split")).stdout);
  expect(before.keyring.keys).toMatchObject(same.keyring.keys);
  // The new key opens everywhere before anything is sealed with it.
  expect(before.keyring.current).toBe(same.keyring.current);
  expect(Object.keys(before.keyring.keys)).toHaveLength(Object.keys(same.keyring.keys).length + 1);
  expect((await admin("secret", "use-key", "--wait", "0")).stderr).toContain("add-key first");
  writeFileSync(join(folder, "keyring.json"), JSON.stringify(before.keyring));
  const used = JSON.parse((await admin("secret", "use-key", "--wait", "0")).stdout);
  expect(used.keyring).toEqual({ ...before.keyring, current: Object.keys(before.keyring.keys).at(-1) });
  writeFileSync(join(folder, "keyring.json"), JSON.stringify(same.keyring));
  expect(same.secret.links).toEqual(after.links);

  // For another region: from everything that was printed, or from the keyring alone.
  for (const saved of [before, before.keyring]) {
    const rebuilt = JSON.parse((await rebuild(JSON.stringify(saved))).stdout);
    expect(rebuilt.keyring).toEqual(before.keyring);
    expect(rebuilt.secret).toEqual({ ...before.secret, mongodbUri: "mongodb://elsewhere/email" });
  }
  const hidden = await rebuild('{"current":"k1","keys":{"k1":"hunter2');
  expect(hidden).toEqual({ stdout: "", stderr: expect.stringContaining("no JSON") });
  expect(hidden.stderr).not.toContain("hunter2");

  expect((await admin("user", "delete", "bob@example.com")).stderr).toContain("--purge");
  const deleted = JSON.parse((await admin("user", "delete", "bob@example.com", "--purge")).stdout);
  expect(deleted).toEqual([
    { collection: "ledger", deleted: 1 },
    { collection: "wallets", deleted: 1 },
    { collection: "users", deleted: 1 },
  ]);
  expect((await admin("user", "list")).stdout).not.toContain("bob@example.com");
}, 300_000);

it("puts the service into maintenance and ends it, each time again without harm", async () => {
  expect((await admin("maintenance")).stdout).toContain("maintenance is off");
  for (const _ of [1, 2])
    expect((await admin("maintenance", "on")).stdout).toMatch(
      /^maintenance is on since 20.*Z; what began before it may still write and send: ask again in 3\d seconds; .* within 5 s/,
    );
  expect((await admin("maintenance")).stdout).toContain("maintenance is on since");
  for (const _ of [1, 2]) expect((await admin("maintenance", "off")).stdout).toMatch(/^maintenance is off; .* within 5 seconds/);
}, 300_000);

it("records its commands by the operator's name: what is done, what failed midway, and nothing of what was refused", async () => {
  const ann = { OPERATOR: "Ann of Operations" };
  await admin("maintenance", "on");
  const restore = ["after-restore", "--since", "2026-11-21T09:00:00Z"];
  expect((await adminWith({ ...ann, OLD_MONGODB_URI: "no address" }, ...restore)).stderr).toContain("Invalid scheme");
  await admin("maintenance", "off");
  expect((await adminWith(ann, ...restore)).stderr).toContain("not in maintenance");

  const found = JSON.parse((await admin("audit")).stdout).filter(({ by }: { by: string }) => by === ann.OPERATOR);
  expect(found).toMatchObject([{ operation: "after-restore", outcome: "failed", fields: "since" }]);
  const [newest] = JSON.parse((await admin("audit")).stdout);
  expect(newest).toMatchObject({ operation: "audit", outcome: "done" });
}, 300_000);

it("takes the region from the secret's ARN, and says what is missing where nothing names one", async () => {
  let nowhere: Record<string, string | undefined> = {
    AWS_REGION: undefined,
    AWS_DEFAULT_REGION: undefined,
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_ENDPOINT_URL: "http://127.0.0.1:9",
  };
  const asked = (SECRET_ID: string) =>
    adminWith({ ...nowhere, SECRET_ID, AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" }, "user", "list");

  expect((await asked("email-secret")).stderr).toBe("no region: set AWS_REGION, or give SECRET_ID the secret's whole ARN\n");
  const arn = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:x";
  expect((await asked(arn)).stderr).not.toContain("Region is missing");
  nowhere = { ...nowhere, AWS_REGION: "", AWS_DEFAULT_REGION: "" };
  expect((await asked("email-secret")).stderr).toMatch(/^no region: set AWS_REGION/);
  expect((await asked(arn)).stderr).not.toContain("Region is missing");
});

it.each([
  [["user", "create", "nonsense"], /email/],
  [["credit", "nobody@example.com", "5"], /there is no user/],
  [["credit", "ann@example.com", "1.5"], /whole number/],
  [["ip", "add", "ann@example.com", "203.0.113.8", "--proxy", "ftp://x"], /--proxy must be/],
  [["nonsense"], /usage: npm run admin/],
])("says in one line what is wrong with: %s", async (words, message) => {
  const { stdout, stderr } = await admin(...words);

  expect(stdout).toBe("");
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
});
