import { decodePath, encodePath } from "imapflow/lib/tools.js";
import { asUid } from "#shared/inbox/pull/sync-state.ts";

/** The value of an IMAP response attribute, as imapflow parses it. */
export type Attribute = { readonly value?: unknown } | readonly Attribute[] | null;
/** An untagged response. */
export interface Untagged {
  readonly attributes?: readonly Attribute[];
}
/** The text of an attribute; "" for a list or NIL. */
export const textOf = (attribute: Attribute | undefined): string => {
  const value = attribute && "value" in attribute ? attribute.value : undefined;
  return typeof value === "string" || Buffer.isBuffer(value) ? value.toString() : "";
};

/** A folder's counters from STATUS; 0, "" or absent when the server does not report them. */
export interface StatusItems {
  readonly uidNext: number;
  readonly uidValidity: string;
  readonly messages?: number;
  /** HIGHESTMODSEQ (RFC 7162, 3.1.2.1), where it was asked for. */
  readonly modseq?: string;
}

/** A folder in an answer to LIST (RFC 9051, 7.3.1). */
export interface Listed {
  /** Decoded, limited in length, without control characters. */
  readonly path: string;
  readonly delimiter: string;
  readonly flags: ReadonlySet<string>;
  /** False when its name, encoded again, differs from the server's: such a folder cannot be opened. */
  readonly canBeNamed: boolean;
  /** Absent when the server does not report it. */
  readonly status?: StatusItems | undefined;
}

/** The result of LIST. */
export interface FolderListing {
  readonly folders: readonly Listed[];
  /** Whether the counters were requested too. */
  readonly withStatus: boolean;
}

type Connection = Parameters<typeof encodePath>[0];
interface Client {
  readonly capabilities: ReadonlyMap<string, unknown>;
  readonly enabled: ReadonlySet<string>;
  exec(
    command: string,
    attributes: readonly unknown[],
    options: { untagged: Record<string, (untagged: Untagged) => Promise<void>> },
  ): Promise<{ next(): void }>;
}

/** The most folders that are kept of an answer, and the longest name, octets. */
const MOST_LISTED = 2_000;
const MOST_OCTETS = 1_000;
/** Control characters and replacement characters, which a usable name does not contain. */
const UNSAFE = /[\p{Cc}\ufffd\u2028\u2029]/u;

/** Lists the folders that match the patterns. */
export const listFolders = async (client: Client, patterns: readonly string[], withStatus: boolean): Promise<FolderListing> => {
  const connection = client as unknown as Connection;
  const atom = (value: string) => ({ type: "ATOM", value });
  const quoted = (value: string) => ({ type: "STRING", value: encodePath(connection, value) });
  const uses = client.capabilities.has("SPECIAL-USE") ? [atom("SPECIAL-USE")] : [];
  const counters = [
    atom("STATUS"),
    [...(client.enabled.has("CONDSTORE") ? ["HIGHESTMODSEQ"] : []), "UIDNEXT", "UIDVALIDITY", "MESSAGES"].map(atom),
  ];
  const wanted = withStatus ? [atom("RETURN"), [...uses, ...counters]] : [];
  const listed = new Map<string, Listed>();
  const statuses = new Map<string, StatusItems>();
  const untagged = {
    LIST: async ({ attributes = [] }: Untagged) => {
      const folder = listed.size < MOST_LISTED ? folderOf(connection, attributes) : undefined;
      if (folder) listed.set(folder.path, folder);
    },
    STATUS: async ({ attributes: [name, items] = [] }: Untagged) => {
      const path = pathOf(connection, textOf(name));
      if (statuses.size < MOST_LISTED && path !== undefined) statuses.set(path, statusOf(items));
    },
  };
  const commands = withStatus ? [[quoted(""), patterns.map(quoted), ...wanted]] : patterns.map((pattern) => [quoted(""), quoted(pattern)]);
  for (const attributes of commands) (await client.exec("LIST", attributes, { untagged })).next();
  return { folders: [...listed.values()].map((folder) => ({ ...folder, status: statuses.get(folder.path) })), withStatus };
};

const pathOf = (connection: Connection, raw: string): string | undefined => {
  if (raw === "" || raw.length > MOST_OCTETS) return undefined;
  const path = raw.toUpperCase() === "INBOX" ? "INBOX" : decodePath(connection, raw);
  return UNSAFE.test(path) ? undefined : path;
};

const folderOf = (connection: Connection, [flags, delimiter, name]: readonly Attribute[]): Listed | undefined => {
  const raw = textOf(name);
  const path = pathOf(connection, raw);
  if (path === undefined) return undefined;
  const named = Array.isArray(flags) ? flags.map((flag: Attribute) => textOf(flag).toLowerCase()) : [];
  return {
    path,
    delimiter: textOf(delimiter),
    flags: new Set(named),
    canBeNamed: path === "INBOX" || encodePath(connection, path) === raw,
  };
};

const statusOf = (items: Attribute | undefined): StatusItems => {
  const values = Array.isArray(items) ? items.map((item: Attribute) => textOf(item)) : [];
  const item = (key: string) => values[values.findIndex((value, i) => i % 2 === 0 && value.toUpperCase() === key) + 1] ?? "";
  const messages = item("MESSAGES");
  const modseq = item("HIGHESTMODSEQ");
  return {
    uidNext: asUid(Number(item("UIDNEXT"))),
    uidValidity: item("UIDVALIDITY"),
    ...(/^\d{1,10}$/.test(messages) && { messages: Number(messages) }),
    ...(/^[1-9]\d{0,19}$/.test(modseq) && { modseq }),
  };
};
