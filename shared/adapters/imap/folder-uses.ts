import { names, specialUse } from "imapflow/lib/special-use.js";
import type { FolderUse, ListedFolder } from "../../domain/inbox/pull/choose-folders.ts";
import { normalised } from "../../domain/mail/normalise.ts";
import type { Listed } from "./list-folders.ts";

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
