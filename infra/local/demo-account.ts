import { randomBytes } from "node:crypto";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { createUser } from "#shared/accounts/auth/create-api-key.ts";
import { logIn } from "#shared/accounts/auth/log-in.ts";
import { hashPassword } from "#shared/accounts/auth/passwords.ts";
import { log } from "#shared/platform/log.ts";
import { apiKeys, rateLimits, users, wallets } from "#shared/accounts/wiring/stores.ts";
import { migrate } from "#shared/service/migrate.ts";
import { clock, ids } from "#shared/platform/system.ts";
import type { DataFolder } from "./data-folder.ts";

/** The account with which the local system starts. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly api_key: string;
}

const EMAIL = "demo@example.com";
const CREDITS = 100_000;
const FILE = "account.json";

const keep = (folder: DataFolder, account: DemoAccount): DemoAccount => {
  folder.write(FILE, account);
  return account;
};

/** Creates the indexes and the demo account with its credits, or finds them from an earlier start. */
export const openDemoAccount = async (folder: DataFolder): Promise<DemoAccount> => {
  await migrate();
  const saved = folder.read<DemoAccount>(FILE);
  const user = await users.findByEmail(EMAIL);
  if (saved && user && (await apiKeys.findByHash(hashApiKey(saved.api_key)))) return saved;
  const password = saved?.password ?? `demo-${randomBytes(9).toString("base64url")}`;
  if (user) await users.setPasswordHash(user.id, await hashPassword(password));
  else {
    const created = await createUser({ users, clock, ids }, { email: EMAIL, name: "Demo", password });
    await wallets.topUp(created.id, CREDITS, "demo");
  }
  const { token } = await logIn({ users, apiKeys, rateLimits, clock, ids, log }, { email: EMAIL, password, sourceIp: "local" });
  return keep(folder, { email: EMAIL, password, api_key: token });
};
