import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A Node whose OpenSSL is older than 3.2: there `crypto.argon2` throws (Node.js, "ERR_CRYPTO_ARGON2_NOT_SUPPORTED"). */
const script = `
  import crypto from "node:crypto";
  import { syncBuiltinESMExports } from "node:module";
  crypto.argon2 = crypto.argon2Sync = () => { throw new Error("Argon2 algorithm not supported"); };
  syncBuiltinESMExports();
  const { hashPassword, ownAlgorithm, verifyPassword } = await import("#shared/accounts/auth/passwords.ts");
  await import("#functions/auth/login.ts");
  const { ok } = await verifyPassword("pw", await hashPassword("pw"));
  const { logIn } = await import("#shared/accounts/auth/log-in.ts");
  const passwordHash = "$argon2id$v=19$m=19456,t=2,p=1$" + "A".repeat(22) + "$" + "A".repeat(43);
  let hashes = 0;
  const { createHook } = await import("node:async_hooks");
  createHook({ init: (_, type) => { if (type === "SCRYPTREQUEST") hashes += 1; } }).enable();
  const { log } = await import("#shared/platform/log.ts");
  const answers = {};
  for (const [name, found] of [["unknown", undefined], ["argon2id", { id: "u1", passwordHash }]]) {
    hashes = 0;
    const ports = { users: { findByEmail: async () => found }, rateLimits: { take: async () => 0 }, log };
    const error = await logIn(ports, { email: "a@b.test", password: "pw", sourceIp: "::1" }).catch((error) => error);
    answers[name] = { reason: error.reason, message: error.message, hashes };
  }
  console.log(JSON.stringify({ own: ownAlgorithm, ok, answers }));
`;

/** What the login function does in a Node without argon2: its algorithm and verdict, its answers to two emails, and the lines it wrote. */
interface Outcome {
  readonly own: string;
  readonly ok: boolean;
  /** To an email that nobody has, and to one whose hash is by argon2id; with the hashes that each cost. */
  readonly answers: Readonly<Record<"unknown" | "argon2id", { reason: string; message: string; hashes: number }>>;
  readonly lines: readonly string[];
}

/** Loads the login function in a Node without argon2, hashes, verifies and logs in. */
export const loginWithoutArgon2 = async (): Promise<Outcome> => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  const lines = stderr.split("\n").filter((text) => text.startsWith("{"));
  return { ...(JSON.parse(stdout) as Omit<Outcome, "lines">), lines };
};
