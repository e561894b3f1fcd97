import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A Node whose OpenSSL is older than 3.2: there `crypto.argon2` throws (Node.js, "ERR_CRYPTO_ARGON2_NOT_SUPPORTED"). */
const script = `
  import crypto from "node:crypto";
  import { syncBuiltinESMExports } from "node:module";
  crypto.argon2 = crypto.argon2Sync = () => { throw new Error("Argon2 algorithm not supported"); };
  syncBuiltinESMExports();
  const { hashPassword, ownAlgorithm, verifyPassword } = await import("#shared/domain/auth/passwords.ts");
  await import("#functions/auth/login.ts");
  const { ok } = await verifyPassword("pw", await hashPassword("pw"));
  console.log(JSON.stringify({ own: ownAlgorithm, ok }));
`;

/** Loads the login function in a Node without argon2, hashes and verifies: the algorithm, the verdict, and the line it wrote. */
export const loginWithoutArgon2 = async (): Promise<{ own: string; ok: boolean; line: string; logged: unknown }> => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  const line = stderr.split("\n").find((text) => text.startsWith("{")) ?? "";
  return { ...(JSON.parse(stdout) as { own: string; ok: boolean }), line, logged: JSON.parse(line) };
};
