import { createHook } from "node:async_hooks";
import { argon2Sync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loginWithoutArgon2 } from "#test/support/without-argon2.ts";
import { dummyHash, hashPassword, verifyPassword } from "#shared/accounts/auth/passwords.ts";

it("verifies the password it hashed, and no other", async () => {
  const stored = await hashPassword("correct horse");

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword("correct horse", stored)).toEqual({ ok: true, needsRehash: false });
  expect(await verifyPassword("correct horsf", stored)).toEqual({ ok: false, needsRehash: false });
});

it("salts: the same password hashes differently", async () => {
  expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
});

it("takes the composed and the decomposed spelling for the same password", async () => {
  const stored = await hashPassword("caf\u00e9");

  expect(await verifyPassword("cafe\u0301", stored)).toEqual({ ok: true, needsRehash: false });
});

it("reads another tool's PHC string and asks for a rehash at today's cost", async () => {
  const salt = Buffer.from("somesalt");
  const tag = argon2Sync("argon2id", { message: "pw", nonce: salt, memory: 1024, passes: 1, parallelism: 1, tagLength: 24 });
  const text = (part: Buffer) => part.toString("base64").replace(/=+$/, "");

  const verdict = await verifyPassword("pw", `$argon2id$v=19$m=1024,t=1,p=1$${text(salt)}$${text(tag)}`);

  expect(verdict).toEqual({ ok: true, needsRehash: true });
});

it("matches no password against the dummy hash, at the full cost", async () => {
  expect(dummyHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$A{22}\$A{43}$/);
  expect(await verifyPassword("", dummyHash)).toEqual({ ok: false, needsRehash: false });
});

it("refuses a password above 1 KiB of UTF-8", async () => {
  await expect(hashPassword("ä".repeat(513))).rejects.toThrow(RangeError);
  await expect(verifyPassword("a".repeat(1025), dummyHash)).rejects.toThrow(RangeError);
  await expect(verifyPassword("ä".repeat(512), dummyHash)).resolves.toEqual({ ok: false, needsRehash: false });
});

it("throws on a stored value that is no hash of ours", async () => {
  await expect(verifyPassword("x", "plain text")).rejects.toThrow("neither an argon2id nor a scrypt hash");
});

it("runs one hash at a time", async () => {
  const running = new Set<number>();
  const seen: number[] = [];
  const hook = createHook({
    init: (id, type) => {
      if (type === "ARGON2REQUEST") seen.push(running.add(id).size);
    },
    before: (id) => void running.delete(id),
  }).enable();

  await Promise.all(Array.from({ length: 6 }, () => hashPassword("a")));
  hook.disable();

  expect(seen).toEqual([1, 1, 1, 1, 1, 1]);
});

describe("where argon2id is missing", () => {
  it("hashes by scrypt, says so in the hash, and verifies it", async () => {
    const stored = await hashPassword("correct horse", "scrypt");

    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword("correct horse", stored, "scrypt")).toEqual({ ok: true, needsRehash: false });
    expect(await verifyPassword("correct horsf", stored, "scrypt")).toEqual({ ok: false, needsRehash: false });
  });

  it("is no end: with argon2id the next login hashes anew", async () => {
    expect(await verifyPassword("pw", await hashPassword("pw", "scrypt"), "argon2id")).toEqual({ ok: true, needsRehash: true });
  });

  it("is found out by trying: a Node whose OpenSSL has none hashes by scrypt, and the login function says so", async () => {
    const { own, ok, lines } = await loginWithoutArgon2();

    expect({ own, ok }).toEqual({ own: "scrypt", ok: true });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", event: "argon2id is missing: passwords are hashed by scrypt" });
  });

  it("answers an account hashed by argon2id as an unknown email, at the same cost, and tells the operator", async () => {
    const { answers, lines } = await loginWithoutArgon2();

    expect(answers.unknown).toEqual({ reason: "unauthorized", message: "The email or the password is wrong", hashes: 1 });
    expect(answers.argon2id).toEqual(answers.unknown);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ event: "argon2id is missing: an account cannot log in", userId: "u1" });
  });
});
