import { names, specialUse } from "imapflow/lib/special-use.js";
import {
  type FolderUse,
  type ListedFolder,
  chooseFolders,
  MOST_FOLDERS,
  MOST_SHOWN,
  type WatchedFolder,
} from "#shared/inbox/pull/choose-folders.ts";
import { normalised } from "#shared/mail/text.ts";
import type { Listed, FolderListing, StatusItems } from "./list-folders.ts";
import type { AskedFolders, FolderStatus } from "#shared/inbox/ports/mail-session.ts";
import { asUid, ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { refusedInSession } from "./open-connection.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";

const uses = ["all", "drafts", "flagged", "important", "junk", "sent", "trash"] as const satisfies readonly FolderUse[];
const isUse = (use: string): use is FolderUse => uses.some((one) => one === use);

/** Names of the junk folder in mail systems, besides those that imapflow knows; in lower case. */
const junkNames: readonly string[] = [
  "bulk",
  "caughtspam",
  "probably spam",
  "probable spam",
  "suspected spam",
  "spam quarantine",
  "quarantine",
  "junk mails",
  "quarantäne",
  "spamverdacht",
  "spam-verdacht",
  "unerwünscht",
  "unerwünschte werbung",
  "werbung und spam",
  "junk-mail",
  "quarantaine",
  "courrier indesirable",
  "pourriels",
  "indésirable",
  "cuarentena",
  "no deseados",
  "correo no solicitado",
  "quarantena",
  "posta indesiderata e spam",
  "quarentena",
  "lixo eletronico",
  "ongewenste mail",
  "ongewenste reclame",
  "karanteen",
  "karantæne",
  "karantän",
  "karantene",
  "karanteeni",
  "roskapostikansio",
  "kwarantanna",
  "niechciana poczta",
  "wiadomości-śmieci",
  "karanténa",
  "nevyžádané",
  "nevyžiadané",
  "karantén",
  "levélszemét mappa",
  "carantină",
  "karantina",
  "gereksiz e-posta",
  "карантин",
  "нежелательные",
  "нежелательная",
  "спам и реклама",
  "небажані",
  "спам-карантин",
  "καραντίνα",

  "隔离区",
  "隔离邮件",
  "隔離",
  "隔離區",
  "垃圾箱邮件",
  "垃圾信",
  "广告邮件",
  "廣告郵件",
  "病毒邮件",
  "スパム",
  "迷惑メールフォルダ",
  "隔離メール",
  "스팸메일함",
  "스팸메일",
  "광고메일",
  "البريد العشوائي",
  "البريد المزعج",
  "דואר זבל ופרסומות",
  "अवांछित",
  "สแปมเมล",
  "thư rác (spam)",
];
const known = new Set([...junkNames, ...(names["\\Junk"] ?? [])].map((name) => normalised(name, "NFKD")));

/** A folder's special use: as the server reports it (RFC 6154), else guessed from the last part of its name. */
export const folderUse = ({ path, delimiter, flags, canBeNamed }: Listed): ListedFolder => {
  const reported = [...flags].map((flag) => flag.replace(/^\\/, "")).find(isUse);
  const canBeRead = canBeNamed && !flags.has("\\noselect") && !flags.has("\\nonexistent");
  const use = reported ?? (path === "INBOX" ? undefined : guessed(lastPart(path, delimiter)));
  return { path, delimiter, isGuess: reported === undefined, canBeRead, ...(use && { use }) };
};

/** Many servers keep all folders below INBOX, and may separate names by a character that they do not report. */
const lastPart = (path: string, delimiter: string): string =>
  (delimiter === "" ? path : (path.split(delimiter).at(-1) ?? path)).replace(/^INBOX[./]/i, "");

const guessed = (name: string): FolderUse | undefined => {
  const plain = normalised(name.toLowerCase().replaceAll("\u200e", "").trim(), "NFKD");
  if (known.has(plain) || known.has(plain.replace(/^[[(*](.*)[\])*]$/, "$1"))) return "junk";
  const use = specialUse(false, { name, flags: new Set() }).flag?.slice(1).toLowerCase() ?? "";
  // Folders named like an archive, or like flagged mail, are ordinary folders.
  return isUse(use) && use !== "all" && use !== "flagged" ? use : undefined;
};

/** The longest command, octets (RFC 7162, 4). */
const COMMAND_OCTETS = 8_000;
const EVERYTHING = ["*"];

/**
 * The watched folders with their counters. When the server refuses to list its folders, INBOX and the known ones are asked about one by one, and the
 * first has the server's words, because a refused list is not an empty one.
 */
export const watchedFolders = async (
  client: LeanImapFlow,
  known: readonly WatchedFolder[],
  asked: AskedFolders = {},
): Promise<readonly FolderStatus[]> => {
  if (asked.withModseq) client.countChanges();
  try {
    return await listedFolders(client, known, asked);
  } catch (error) {
    const failure = refusedInSession(error);
    if (!(failure instanceof MailFailure) || !client.usable) throw error;
    return unlistedFolders(client, known, asked, failure.reply ?? "");
  }
};

const unlistedFolders = async (
  client: LeanImapFlow,
  known: readonly WatchedFolder[],
  { named = [], inTurn }: AskedFolders,
  refusal: string,
): Promise<readonly FolderStatus[]> => {
  const head = known.find(({ role }) => role === "inbox" || role === "all") ?? { path: "INBOX", role: "inbox" as const };
  const watched = [head, ...known.filter(({ path }) => path !== head.path)];
  const paths = watched.map(({ path }) => path);
  const missed = named.filter((path) => !paths.includes(path));
  const found = await statusesInTurn(client, watched, inTurn ?? paths);
  client.assertAlive();
  const notRead = { count: missed.length, some: missed.slice(0, MOST_SHOWN), refusal };
  return found.map((folder, at) => (at === 0 ? { ...folder, notRead } : folder));
};

/**
 * The watched folders with their counters. One LIST returns all. Where a mailbox has more folders than are read, and at Gmail with its many labels,
 * LIST names only the known folders. A server without LIST-STATUS is asked with STATUS, about all or about those in turn. When a known folder is
 * missing from the answer, all are listed, because it may have been renamed or deleted. If it was only left out of the answer, it is returned without
 * counters.
 */
const listedFolders = async (
  client: LeanImapFlow,
  known: readonly WatchedFolder[],
  { named = [], inTurn }: AskedFolders,
): Promise<readonly FolderStatus[]> => {
  client.assertAlive();
  const gmail = client.can("X-GM-EXT-1");
  const canTell = client.can("LIST-STATUS");
  const has = (role: WatchedFolder["role"]) => known.some((folder) => folder.role === role);
  const isManyOrSlow = inTurn !== undefined && has("inbox") && (!canTell || known.length >= MOST_FOLDERS);
  const byName = gmail ? has("all") && has("junk") : isManyOrSlow;
  if (byName) {
    const reported = canTell ? await namedStatuses(client, known) : await statusesInTurn(client, known, inTurn ?? []);
    if (reported.every(({ uidValidity, isAsked }) => uidValidity !== "" || isAsked === false)) return reported;
  }
  const listing = await listAll(client, known);
  const { watched, notRead } = chooseFolders(listing.folders.map(folderUse), { named, gmail });
  const found = listing.withStatus
    ? statusesIn(listing, watched)
    : await statusesInTurn(client, watched, inTurn ?? known.map(({ path }) => path));
  return found.map((folder, at) => (at === 0 ? { ...folder, notRead } : folder));
};

/** Lists all folders, and asks again by name for known folders that the list lacks. Throws when the server lists nothing at all. */
const listAll = async (client: LeanImapFlow, known: readonly WatchedFolder[]): Promise<FolderListing> => {
  const { folders, withStatus } = await client.listFolders(EVERYTHING);
  client.assertAlive();
  if (folders.length === 0) throw new ServerDisagrees("the server lists no folders");
  const named = new Set(folders.map(({ path }) => path));
  const missing = known.map(({ path }) => path).filter((path) => !named.has(path) && isPlain(path));
  const again = missing.length === 0 ? [] : (await client.listFolders(missing.slice(0, MOST_FOLDERS))).folders;
  return { folders: [...folders, ...again.filter(({ path }) => missing.includes(path))], withStatus };
};

const unreported: StatusItems = { uidNext: 0, uidValidity: "" };

const statusesIn = ({ folders }: FolderListing, watched: readonly WatchedFolder[]): readonly FolderStatus[] => {
  const byPath = new Map(folders.map((folder) => [folder.path, folder]));
  return watched.map((folder) => ({ ...folder, ...(byPath.get(folder.path)?.status ?? unreported) }));
};

/** A name with a wildcard would be a pattern. */
const isPlain = (path: string): boolean => !/[%*]/.test(path);

/** The counters of known folders, with as few commands as their names allow. */
const namedStatuses = async (client: LeanImapFlow, known: readonly WatchedFolder[]): Promise<readonly FolderStatus[]> => {
  const commands: string[][] = [];
  let octets = Infinity;
  for (const { path } of known.filter((folder) => isPlain(folder.path))) {
    const length = client.spelt(path).length + 3;
    if (octets + length > COMMAND_OCTETS) [octets] = [0, commands.push([])];
    octets += length;
    commands.at(-1)?.push(path);
  }
  const folders: Listed[] = [];
  for (const paths of commands) folders.push(...(await client.listFolders(paths)).folders);
  client.assertAlive();
  const reported = statusesIn({ folders, withStatus: true }, known);
  const alone = reported.map(async (folder) =>
    isPlain(folder.path) ? folder : { ...folder, ...((await statusAlone(client, folder.path)) ?? unreported) },
  );
  return Promise.all(alone);
};

/** The counters of the folders in turn, one command each; the others are marked as not asked. */
const statusesInTurn = async (
  client: LeanImapFlow,
  watched: readonly WatchedFolder[],
  inTurn: readonly string[],
): Promise<readonly FolderStatus[]> => {
  const found: FolderStatus[] = [];
  for (const { path, role } of watched) {
    const isAsked = inTurn.includes(path) || role === "inbox" || role === "all";
    found.push({ path, role, ...(isAsked ? ((await statusAlone(client, path)) ?? unreported) : { ...unreported, isAsked }) });
  }
  return found;
};

const statusAlone = async (client: LeanImapFlow, path: string): Promise<StatusItems | undefined> => {
  const items = await client
    .status(path, { uidNext: true, uidValidity: true, messages: true, highestModseq: client.enabled.has("CONDSTORE") })
    .catch((error: unknown) => {
      if (client.usable) return false as const;
      throw error;
    });
  if (!items) return undefined;
  const { uidNext, uidValidity, messages, highestModseq } = items;
  return {
    uidNext: asUid(uidNext),
    uidValidity: String(uidValidity ?? ""),
    ...(messages !== undefined && { messages }),
    ...(highestModseq !== undefined && { modseq: String(highestModseq) }),
  };
};
