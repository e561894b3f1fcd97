import { readDate } from "./fetch-message.ts";
import type { Secret } from "../correspondents.ts";
import { type Argument, loggedIn, selected, type Session } from "./session.ts";
import type { Folder } from "../mail-store.ts";

/** A command: sends its untagged responses and returns the tagged one. When it throws, the response is BAD. */
export type Command = (session: Session, args: readonly Argument[]) => Promise<string>;

/** The server's capabilities (RFC 9051, 7888, 4959, 2971, 2342, 6154, 4315, 7162, 5161, 3691, 5258, 5819, 6851). */
export const CAPABILITY =
  "IMAP4rev1 LITERAL+ SASL-IR AUTH=PLAIN AUTH=LOGIN AUTH=XOAUTH2 ID NAMESPACE SPECIAL-USE UIDPLUS CONDSTORE ENABLE UNSELECT LIST-EXTENDED LIST-STATUS MOVE";

/** An argument that must be text. */
export const text = (argument: Argument | undefined): string => {
  if (typeof argument !== "string") throw new Error("an argument is missing");
  return argument;
};
/** An argument that must be a list of texts. */
export const texts = (argument: Argument | undefined): string[] => {
  if (argument === undefined || typeof argument === "string") throw new Error("a list is missing");
  return argument.map(text);
};

const logIn = (session: Session, user: string, secret: Secret): string => {
  if (!session.accepts(user, secret)) return "NO [AUTHENTICATIONFAILED] wrong user or password";
  session.address = user.toLowerCase();
  return `OK [CAPABILITY ${CAPABILITY}] welcome`;
};

const ask = async (session: Session, prompt: string): Promise<string> => {
  await session.send(`+ ${Buffer.from(prompt).toString("base64")}\r\n`);
  return (await session.input.takeUntil("\r\n"))?.toString("latin1") ?? "";
};
const decode = (base64: string) => Buffer.from(base64, "base64").toString("utf8");

const authenticate: Command = async (session, [mechanism, initial]) => {
  if (text(mechanism).toUpperCase() === "LOGIN") {
    const user = decode(await ask(session, "Username:"));
    return logIn(session, user, { password: decode(await ask(session, "Password:")) });
  }
  const isToken = text(mechanism).toUpperCase() === "XOAUTH2";
  if (!isToken && text(mechanism).toUpperCase() !== "PLAIN") return "NO unknown mechanism";
  const response = decode(initial === undefined ? await ask(session, "") : text(initial));
  if (isToken) {
    // ~ user=…^Aauth=Bearer …^A^A (developers.google.com/workspace/gmail/imap/xoauth2-protocol)
    const [name = "", bearer = ""] = response.split("\x01");
    const [user, accessToken] = [name.replace(/^user=/, ""), bearer.replace(/^auth=Bearer /, "")];
    return logIn(session, user, { accessToken });
  }
  const [, user = "", password = ""] = response.split("\0");
  return logIn(session, user, { password });
};

const folderOf = (session: Session, name: Argument | undefined): Folder | undefined => session.store.folder(loggedIn(session), text(name));

const list =
  (word: "LIST" | "LSUB"): Command =>
  async (session, [reference, pattern, , options]) => {
    const wanted = (typeof pattern === "string" ? [pattern] : texts(pattern)).map((one) => text(reference) + one);
    if (wanted.includes("")) await session.send(`* ${word} (\\Noselect) "/" ""\r\n`);
    const globs = wanted.map(globOf);
    const items = statusItems(options);
    for (const folder of session.store.folders(loggedIn(session)).filter(({ name }) => globs.some((glob) => glob.test(name)))) {
      await session.send(`* ${word} (${["\\HasNoChildren", folder.specialUse].join(" ").trim()}) "/" "${folder.name}"\r\n`);
      if (items) await tellStatus(session, folder, items);
    }
    return "OK listed";
  };

const globOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[^*%]+/g, (plain) => plain.replace(/\W/g, "\\$&"))
      .replaceAll("*", ".*")
      .replaceAll("%", "[^/]*")}$`,
    "i",
  );

/** The items of RETURN (STATUS (…)); undefined without it. */
const statusItems = (options: Argument | undefined): readonly string[] | undefined => {
  const given = Array.isArray(options) ? options : [];
  const at = given.findIndex((option) => typeof option === "string" && option.toUpperCase() === "STATUS");
  return at < 0 ? undefined : texts(given[at + 1]);
};

const status: Command = async (session, [name, items]) => {
  const folder = folderOf(session, name);
  if (folder === undefined) return "NO [NONEXISTENT] no such folder";
  await tellStatus(session, folder, texts(items));
  return "OK done";
};

const tellStatus = async (session: Session, folder: Folder, items: readonly string[]): Promise<void> => {
  const values: Record<string, () => number> = {
    MESSAGES: () => folder.messages.length,
    RECENT: () => 0,
    UIDNEXT: () => folder.uidNext,
    UIDVALIDITY: () => folder.uidValidity,
    UNSEEN: () => folder.messages.filter(({ flags }) => !flags.includes("\\Seen")).length,
    HIGHESTMODSEQ: () => folder.highestModseq,
  };
  const answers = items.map((item) => {
    const value = values[item.toUpperCase()];
    if (value === undefined) throw new Error(`no status ${item}`);
    return `${item.toUpperCase()} ${value()}`;
  });
  await session.send(`* STATUS "${folder.name}" (${answers.join(" ")})\r\n`);
};

const create: Command = async (session, [name]) =>
  session.store.create(loggedIn(session), text(name)) ? "OK created" : "NO [ALREADYEXISTS] there is one";

const open =
  (readOnly: boolean): Command =>
  async (session, [name]) => {
    session.selection = undefined;
    const folder = folderOf(session, name);
    if (folder === undefined) return "NO [NONEXISTENT] no such folder";
    session.selection = { folder, readOnly, view: [...folder.messages], toldModseq: folder.highestModseq };
    await session.send(
      "* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)\r\n",
      "* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] flags\r\n",
      `* ${folder.messages.length} EXISTS\r\n* 0 RECENT\r\n`,
      `* OK [UIDVALIDITY ${folder.uidValidity}] valid\r\n* OK [UIDNEXT ${folder.uidNext}] next\r\n`,
      `* OK [HIGHESTMODSEQ ${folder.highestModseq}] highest\r\n`,
    );
    return readOnly ? "OK [READ-ONLY] examined" : "OK [READ-WRITE] selected";
  };

/** Ends the selection; CLOSE also removes messages marked \Deleted, without reporting it. */
const leave =
  (andExpunge: boolean): Command =>
  async (session) => {
    const { folder, readOnly } = selected(session);
    const deleted = folder.messages.filter(({ flags }) => flags.includes("\\Deleted")).map(({ uid }) => uid);
    if (andExpunge && !readOnly && deleted.length > 0) session.store.expunge(loggedIn(session), folder, new Set(deleted));
    session.selection = undefined;
    return "OK closed";
  };

const append: Command = async (session, [name, ...rest]) => {
  const folder = folderOf(session, name);
  if (folder === undefined) return "NO [TRYCREATE] no such folder";
  const flags = Array.isArray(rest[0]) ? texts(rest.shift()) : [];
  const receivedAt = rest.length > 1 ? new Date(readDate(text(rest.shift()))) : new Date();
  const raw = Buffer.from(text(rest[0]), "latin1");
  const { uid } = session.store.deliver(loggedIn(session), raw, { folder: folder.name, flags, receivedAt });
  return `OK [APPENDUID ${folder.uidValidity} ${uid}] appended`;
};

/** The commands for login and folders, by name. */
export const mailboxCommands: Record<string, Command> = {
  CAPABILITY: async (session) => {
    await session.send(`* CAPABILITY ${CAPABILITY}\r\n`);
    return "OK done";
  },
  ID: async (session) => {
    await session.send('* ID ("name" "sandbox")\r\n');
    return "OK done";
  },
  NOOP: async () => "OK done",
  CHECK: async (session) => (selected(session), "OK done"),
  ENABLE: async (session, names) => {
    await session.send(`* ENABLED${names.some((name) => text(name).toUpperCase() === "CONDSTORE") ? " CONDSTORE" : ""}\r\n`);
    return "OK done";
  },
  NAMESPACE: async (session) => {
    loggedIn(session);
    await session.send('* NAMESPACE (("" "/")) NIL NIL\r\n');
    return "OK done";
  },
  LOGIN: async (session, [user, password]) => logIn(session, text(user), { password: text(password) }),
  AUTHENTICATE: authenticate,
  LIST: list("LIST"),
  LSUB: list("LSUB"),
  STATUS: status,
  SELECT: open(false),
  EXAMINE: open(true),
  CLOSE: leave(true),
  UNSELECT: leave(false),
  APPEND: append,
  CREATE: create,
};
