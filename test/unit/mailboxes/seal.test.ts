import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needsReseal, seal, SealError, unseal, type Keyring } from "#shared/platform/credentials.ts";

const key = () => randomBytes(32).toString("base64");
const keyring: Keyring = { current: "k2", keys: { k1: key(), k2: key() } };
const binding = { userId: "u1", recordId: "m1", field: "smtpPassword" };
const reasonOf = (open: () => string) => {
  try {
    return `opened: ${open()}`;
  } catch (error) {
    return error instanceof SealError ? error.reason : error;
  }
};

describe("seal", () => {
  it("opens to the same secret for the same binding", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (secret) => unseal(keyring, binding, seal(keyring, binding, secret)) === secret),
    );
  });

  it("does not open for another user, record or field", () => {
    const sealed = seal(keyring, binding, "s3cret");

    for (const other of [{ userId: "u2" }, { recordId: "m2" }, { field: "imapPassword" }]) {
      expect(reasonOf(() => unseal(keyring, { ...binding, ...other }, sealed))).toBe("tampered");
    }
  });

  it("does not open when any bit is flipped", () => {
    const [version, kid, ...parts] = seal(keyring, binding, "s3cret").split(".");
    const outcomes = parts.flatMap((part, index) =>
      [...Buffer.from(part, "base64url").keys()].map((at) => {
        const flipped = Buffer.from(part, "base64url");
        flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
        const sealed = [version, kid, ...parts.with(index, flipped.toString("base64url"))].join(".");
        return reasonOf(() => unseal(keyring, binding, sealed));
      }),
    );

    expect(new Set(outcomes)).toEqual(new Set(["tampered"]));
  });

  it("does not open under another key id", () => {
    const sealed = seal(keyring, binding, "s3cret");

    expect(reasonOf(() => unseal(keyring, binding, sealed.replace("v1.k2.", "v1.k1.")))).toBe("tampered");
    expect(reasonOf(() => unseal(keyring, binding, sealed.replace("v1.k2.", "v1.constructor.")))).toBe("unknown_key");
    expect(reasonOf(() => unseal({ current: "k1", keys: { k1: key() } }, binding, sealed))).toBe("unknown_key");
  });

  it("refuses clear text and broken forms", () => {
    for (const text of ["", "s3cret", "v1.k2", "v1.k2.AAAA.AAAA", "v2.k2.AAAA.AAAA", "v1.k2..", '{"password":"x"}']) {
      expect(reasonOf(() => unseal(keyring, binding, text))).toBe("malformed");
    }
  });

  it("refuses a key that is not 32 bytes", () => {
    const short: Keyring = { current: "k", keys: { k: randomBytes(16).toString("base64") } };

    expect(reasonOf(() => seal(short, binding, "x"))).toBe("unknown_key");
  });

  it("refuses a binding that could pose as another", () => {
    expect(reasonOf(() => seal(keyring, { ...binding, recordId: "m1|smtpPassword" }, "x"))).toBe("malformed");
  });

  it("never repeats a nonce in 2^16 encryptions", () => {
    const nonces = new Set<string>();

    for (let count = 0; count < 32_768; count++) {
      for (const part of seal(keyring, binding, "x").split(".").slice(2)) nonces.add(part.slice(0, 16));
    }

    expect(nonces.size).toBe(65_536);
  });

  it("keeps the secret and the keys out of its errors", () => {
    const sealed = seal(keyring, binding, "s3cret");

    let text = "";
    try {
      unseal(keyring, { ...binding, userId: "u2" }, sealed);
    } catch (error) {
      text = String(error) + JSON.stringify(error);
    }

    expect(text).toBe('SealError: sealed value: tampered{"reason":"tampered","name":"SealError"}');
  });
});

describe("rotation", () => {
  it("opens what the old key sealed and asks to seal it anew", () => {
    const old = seal({ ...keyring, current: "k1" }, binding, "s3cret");

    const renewed = seal(keyring, binding, unseal(keyring, binding, old));

    expect(needsReseal(keyring, old)).toBe(true);
    expect(needsReseal(keyring, renewed)).toBe(false);
    expect(unseal(keyring, binding, renewed)).toBe("s3cret");
  });
});
