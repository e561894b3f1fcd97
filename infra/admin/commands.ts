import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { purgeAccount } from "#shared/accounts/store/purge.ts";
import { correctedCases } from "#shared/threads/store/correction-documents.ts";
import { createUser, lockOut } from "#shared/accounts/auth/create-api-key.ts";
import { hashPassword, ownAlgorithm } from "#shared/accounts/auth/passwords.ts";
import type { User } from "#shared/accounts/auth/ports.ts";
import type { EgressProxy } from "#shared/mailboxes/mailbox.ts";
import { migrationsOf, runMigrations } from "#shared/platform/mongo/migrations.ts";
import { migrate } from "#shared/service/migrate.ts";
import { apiKeys, users, wallets } from "#shared/accounts/wiring/stores.ts";
import { bodyStore } from "#shared/platform/wiring/bodies.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { egressProxies as ips } from "#shared/mailboxes/wiring/sealed-mailboxes.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { StartFailure } from "../local/terminal.ts";
import { type Arguments, type Command, listAudit, option } from "./command.ts";
import { maintenanceCommands } from "./maintenance.ts";
import { secretCommands } from "./secrets.ts";

const word = ({ words }: Arguments, index: number, name: string): string => {
  const found = words[index];
  if (found === undefined) throw new StartFailure(`${name} is missing`);
  return found;
};

/** The account that the command's first word names. */
const userNamed = async (given: Arguments): Promise<User> => {
  const email = word(given, 0, "EMAIL");
  const user = await users.findByEmail(email.toLowerCase());
  if (!user) throw new StartFailure(`there is no user ${email}`);
  given.concerns(user.id);
  return user;
};

const proxyOf = (text: string | undefined): EgressProxy => {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  const protocol = url?.protocol === "socks5:" ? "socks5" : url?.protocol === "http:" ? "http" : undefined;
  if (!url || !protocol || url.port === "")
    throw new StartFailure("--proxy must be socks5://[user:password@]host:port or http://[user:password@]host:port");
  const credentials = {
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
  };
  return { protocol, host: url.hostname, port: Number(url.port), ...credentials };
};

/** The operator's commands by name (README, "Operate"). */
export const commands: Readonly<Record<string, Command>> = {
  init: {
    usage:
      "init [--again]                          create missing indexes and change old rows; --again: look for old rows again, after a rollback",
    run: async ({ options }) => {
      // Code that knows no migrations runs all of them again.
      if (options["again"] === true) await runMigrations(await connect(), [], "before");
      await migrate();
      return "all indexes exist, and no row of an older version is left";
    },
  },
  migrations: {
    usage: "migrations                              the changes of older versions' rows, how many each changed, and which are done",
    run: async () => {
      const states = await migrationsOf(await connect())
        .find()
        .sort({ _id: 1 })
        .toArray();
      return states.map(({ _id, startedAt, changed, doneAt }) => ({
        migration: _id,
        started: startedAt,
        changed,
        done: doneAt ?? "not yet",
      }));
    },
  },
  "user create": {
    usage: "user create EMAIL [--name N] [--password P]   create an account; without a password one is generated and shown once",
    run: async (given) => {
      const password = option(given, "password") ?? randomBytes(12).toString("base64url");
      const user = await createUser({ users, clock, ids }, { email: word(given, 0, "EMAIL"), name: option(given, "name") ?? "", password });
      given.concerns(user.id);
      return [{ id: user.id, email: user.email, name: user.name, ...(option(given, "password") === undefined && { password }) }];
    },
  },
  "user password": {
    usage:
      "user password EMAIL [--password P] [--scrypt]     set a new password and revoke every API key; without a password one is generated and shown once",
    run: async (given) => {
      const user = await userNamed(given);
      const password = option(given, "password") ?? randomBytes(12).toString("base64url");
      await users.setPasswordHash(user.id, await hashPassword(password, given.options["scrypt"] === true ? "scrypt" : ownAlgorithm));
      const revoked = await apiKeys.deleteAll(user.id);
      return [{ email: user.email, revoked, ...(option(given, "password") === undefined && { password }) }];
    },
  },
  "user lock": {
    usage: "user lock EMAIL                         lock an account: no login, every API key revoked; its queued emails are still sent",
    run: async (given) => {
      const user = await userNamed(given);
      const revoked = await lockOut({ users, apiKeys }, user.id, clock.now());
      return `${user.email} is locked, ${revoked} keys are revoked`;
    },
  },
  "user unlock": {
    usage: "user unlock EMAIL                       let a locked account log in again",
    run: async (given) => {
      const user = await userNamed(given);
      await users.setLocked(user.id, undefined);
      return `${user.email} may log in`;
    },
  },
  "user delete": {
    usage: "user delete EMAIL --purge               delete an account with its mailboxes, mail, sends and wallet, for good",
    run: async (given) => {
      const user = await userNamed(given);
      if (given.options["purge"] !== true) throw new StartFailure("this cannot be undone: add --purge");
      await lockOut({ users, apiKeys }, user.id, clock.now());
      return purgeAccount(await connect(), user.id);
    },
  },
  "user list": {
    usage: "user list                               all accounts with their balance",
    run: async () =>
      Promise.all(
        (await users.list()).map(async ({ id, email, name }) => ({ id, email, name, credits: (await wallets.find(id))?.balance ?? 0 })),
      ),
  },
  credit: {
    usage: "credit EMAIL AMOUNT [--reference R]     top up a wallet; the same reference is booked once",
    run: async (given) => {
      const user = await userNamed(given);
      const amount = Number(word(given, 1, "AMOUNT"));
      if (!Number.isSafeInteger(amount) || amount < 1) throw new StartFailure("AMOUNT must be a whole number of credits, 1 or more");
      const reference = option(given, "reference") ?? `admin-${ids.random(8)}`;
      const booked = await wallets.topUp(user.id, amount, reference);
      return `${booked ? "booked" : "nothing done: this reference is booked already"}; ${user.email} has ${(await wallets.find(user.id))?.balance} credits`;
    },
  },
  "account limit": {
    usage: "account limit EMAIL N|none              the most emails accepted from an account in a clock hour; 0 accepts none",
    run: async (given) => {
      const user = await userNamed(given);
      const text = word(given, 1, "N");
      const limit = text === "none" ? undefined : Number(text);
      if (limit !== undefined && !/^\d{1,9}$/.test(text)) throw new StartFailure("N must be a whole number of emails an hour, or none");
      await wallets.setHourlyLimit(user.id, limit);
      return `${user.email} ${limit === undefined ? "has no hourly limit" : `may have ${limit} emails an hour accepted`}`;
    },
  },
  "ip add": {
    usage: "ip add EMAIL ADDRESS --proxy URL [--label L] [--default]   register a dedicated IP and the egress proxy that owns it",
    run: async (given) => {
      const user = await userNamed(given);
      const address = word(given, 1, "ADDRESS");
      if (isIP(address) === 0) throw new StartFailure("ADDRESS must be an IP address");
      const ip = {
        id: ids.objectId(),
        userId: user.id,
        address,
        label: option(given, "label") ?? "",
        isDefault: given.options["default"] === true,
        createdAt: clock.now(),
      };
      await ips.add(ip, proxyOf(option(given, "proxy")));
      return [{ id: ip.id, address: ip.address, label: ip.label, default: ip.isDefault }];
    },
  },
  "ip list": {
    usage: "ip list EMAIL                           an account's dedicated IPs",
    run: async (given) => {
      const user = await userNamed(given);
      return (await ips.list(user.id)).map(({ id, address, label, isDefault }) => ({ id, address, label, default: isDefault }));
    },
  },
  "ip remove": {
    usage: "ip remove EMAIL ID                      forget a dedicated IP",
    run: async (given) => {
      const user = await userNamed(given);
      if (!(await ips.remove(user.id, word(given, 1, "ID")))) throw new StartFailure("the account has no such IP");
      return "removed";
    },
  },
  "corrections export": {
    usage:
      "corrections export                      print the corrections of accounts with share_corrections, one case for the evaluation in each line",
    run: async () => {
      const lines: string[] = [];
      for await (const one of correctedCases(connect, bodyStore)) lines.push(JSON.stringify(one));
      return lines.join("\n");
    },
  },
  ...maintenanceCommands,
  audit: {
    usage:
      "audit [EMAIL|ID] [--since TIME]         the last 200 entries of an account's audit log; without one, commands that concern none",
    run: async (given) => listAudit(given, async () => (await userNamed(given)).id),
  },
  ...secretCommands,
};
