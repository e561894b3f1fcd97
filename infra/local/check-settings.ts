import { namesWith } from "#shared/providers/index.ts";
import { Resolver } from "node:dns";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { parseProviders } from "#shared/mailboxes/discovery/provider-settings.ts";
import { setting } from "#shared/platform/env.ts";
import { readProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import { StartFailure } from "./terminal.ts";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DataFolder } from "./data-folder.ts";
import type { MongoKind } from "./mongo/start-mongo.ts";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";

const LOOPBACK_PORTS = "127.0.0.0/8:*,::1/128:*";

const refuse = (name: string, wants: string): never => {
  throw new StartFailure(`${name} is "${process.env[name]}", but it must be ${wants}`);
};

const check = (name: string, wants: string, read: () => unknown): void => {
  try {
    read();
  } catch {
    refuse(name, wants);
  }
};

const jsonOf = (name: string): unknown => {
  try {
    return JSON.parse(process.env[name] ?? "{}");
  } catch {
    throw new StartFailure(`${name} is not valid JSON`);
  }
};

/** The settings that override the built-in OAuth providers; their values are secrets, so errors only contain names. */
const checkProviders = (): Readonly<Record<string, unknown>> => {
  const given = jsonOf("OAUTH_PROVIDERS");
  try {
    readProviders(given);
  } catch (error) {
    const { message } = error as Error;
    throw new StartFailure(
      `OAUTH_PROVIDERS must only have settings of ${namesWith("oauth").join(" and ")}: ${message} (infra/local/README.md, "Settings")`,
    );
  }
  return given as Readonly<Record<string, unknown>>;
};

const allowList = (name: string): string => {
  const list = process.env[name] ?? LOOPBACK_PORTS;
  check(name, "a list of cidr:port, such as 127.0.0.0/8:*", () => parseAllowList(list));
  return list;
};

/** Reads every setting of `npm start` from the environment before anything is started; throws StartFailure with the fault. */
export const checkSettings = (): {
  readonly egressAllow: string;
  readonly webAllow: string;
  readonly oauth: Readonly<Record<string, unknown>>;
} => {
  const [egressAllow, webAllow] = [allowList("EGRESS_ALLOW"), allowList("WEB_ALLOW")];
  if (process.env["PUBLIC_URL"] !== undefined) check("PUBLIC_URL", "a URL, such as https://mail.example.com", () => setting("PUBLIC_URL"));
  check("DNS_SERVERS", "a list of ip:port, such as 127.0.0.1:5353", () => {
    const servers = setting("DNS_SERVERS");
    if (servers.length > 0) new Resolver().setServers(servers);
  });
  check("MAIL_PROVIDERS", "a list of domain=smtps://host:port,imaps://host:port", () => parseProviders(setting("MAIL_PROVIDERS")));
  check("GOOGLE_ACCESS", "imap or gmail_api", () => setting("GOOGLE_ACCESS"));
  check("PUSH", "on or off", () => setting("PUSH"));
  check("GMAIL_TOPIC", "a topic, projects/…/topics/…", () => setting("GMAIL_TOPIC"));
  check("LOG_LEVEL", "info or warn", () => setting("LOG_LEVEL"));
  check("MONGODB_POOL", "a number", () => setting("MONGODB_POOL"));
  check("BODIES_IN_DATABASE_DAYS", "a number of days", () => setting("BODIES_IN_DATABASE_DAYS"));
  check("BODIES_KEPT_DAYS", "0, or 7 at least", () => setting("BODIES_KEPT_DAYS"));
  for (const name of ["RATE_BURST", "RATE_PER_SECOND"] as const)
    check(name, "a number above 0", () => {
      if (setting(name) <= 0) refuse(name, "a number above 0");
    });
  return { egressAllow, webAllow, oauth: checkProviders() };
};

const hasAny = (dir: string, names: RegExp): boolean => existsSync(dir) && readdirSync(dir).some((name) => names.test(name));

/** The database files that a folder contains once its account exists, by kind of server. */
const DATABASE_FILES = {
  embedded: { names: /^(?:journal|snapshot).*\.bson$/, example: "journal-1.bson" },
  mongod: { names: /^WiredTiger$/, example: "WiredTiger" },
} as const;

/** Throws StartFailure when a folder that was used before lacks its database or its keyring, because both would silently start empty. */
export const refuseIncomplete = (folder: DataFolder, mongo: MongoKind): void => {
  if (folder.read("account.json") === undefined) return;
  const keyring = join(folder.path, "keyring.json");
  if (!existsSync(keyring))
    throw new StartFailure(
      `${keyring} is missing, and without it nobody can open the stored passwords: restore it, or start with an empty folder with --fresh`,
    );
  if (mongo === "external") return;
  const { names, example } = DATABASE_FILES[mongo];
  const dir = join(folder.path, "mongo");
  if (!hasAny(dir, names))
    throw new StartFailure(
      `${join(dir, example)} is missing beside account.json: restore it, ` +
        "run the MongoDB that this folder was used with (MONGODB_URI, MONGOD_BINARY), or start with an empty folder with --fresh",
    );
};

// Opens servers of loopback on other addresses of this machine, because a container's loopback is its own.

/** Matches the hosts that mean the machine itself. */
const LOOPBACK = /^(?:127\.|::1$|localhost$)/;
/** The address on which the servers listen anyway. */
const THEIR_OWN = "127.0.0.1";

/** The port of a URL on loopback; empty for another host, which containers can reach directly. */
export const loopbackPort = (url: string): readonly number[] => {
  const [, host = "", port = ""] = /^\w+:\/\/(?:[^@/]*@)?([\w.-]+):(\d+)/.exec(url) ?? [];
  return LOOPBACK.test(host) ? [Number(port)] : [];
};

/** The addresses that one given to --listen means: itself, or of "all addresses" those of this machine's networks. */
const addressesOf = (listen: string): readonly string[] => {
  if (listen !== "0.0.0.0" && listen !== "::") return listen === THEIR_OWN || listen === "::1" ? [] : [listen];
  return Object.values(networkInterfaces()).flatMap((given = []) =>
    given.flatMap(({ internal, family, address }) =>
      internal || (family === "IPv6" && (listen !== "::" || address.startsWith("fe80:"))) ? [] : [address],
    ),
  );
};

/** Passes each connection on to the same port of loopback; each end closes the other. */
const forward = (port: number, sockets: Set<Socket>): Server =>
  createServer({ allowHalfOpen: true }, (outer) => {
    const inner = connect({ host: THEIR_OWN, port, allowHalfOpen: true });
    for (const [one, other] of [[outer, inner] as const, [inner, outer] as const]) {
      sockets.add(one);
      one.setNoDelay(true).once("error", () => other.destroy());
      one.once("close", () => sockets.delete(one) && other.destroy());
      one.pipe(other);
    }
  });

/** Opens ports of loopback on an address, or on all for 0.0.0.0 and ::; throws StartFailure where one cannot be opened. */
export const openBeyondLoopback = async (listen: string, ports: readonly number[]): Promise<{ stop: () => void }> => {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const stop = () => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  };
  for (const host of addressesOf(listen))
    for (const port of ports) {
      const server = forward(port, sockets).listen({ host, port });
      servers.push(server);
      await once(server, "listening").catch((error: Error) => {
        stop();
        throw new StartFailure(`--listen ${listen}: ${error.message}`);
      });
    }
  return { stop };
};
