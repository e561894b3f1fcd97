import type { StoredMessage } from "../mail-store.ts";
import { fetchItem, readDate, readsBody } from "./fetch-message.ts";
import { text, texts, type Command } from "./mailbox-commands.ts";
import { mimeOf } from "../mime.ts";
import { type Argument, inSet, loggedIn, selected, type Selection, type Session } from "./session.ts";

type Test = (message: StoredMessage, sequence: number) => boolean;
const DAY_MS = 86_400_000;

const byUid = ({ view }: Selection, set: string): Test => {
  const contains = inSet(set, view.at(-1)?.uid ?? 0);
  return ({ uid }) => contains(uid);
};
const bySequence = ({ view }: Selection, set: string): Test => {
  const contains = inSet(set, view.length);
  return (_message, sequence) => contains(sequence);
};
const matching = ({ view }: Selection, test: Test) =>
  view.map((message, index) => ({ message, sequence: index + 1 })).filter(({ message, sequence }) => test(message, sequence));

const macros: Record<string, string[]> = {
  FAST: ["FLAGS", "INTERNALDATE", "RFC822.SIZE"],
  ALL: ["FLAGS", "INTERNALDATE", "RFC822.SIZE", "ENVELOPE"],
};

const answerFetch = async (session: Session, message: StoredMessage, sequence: number, items: readonly string[]): Promise<void> => {
  const octets = items.flatMap((item, index) => [index === 0 ? "" : " ", ...fetchItem(message, item)]);
  await session.send(`* ${sequence} FETCH (`, ...octets, ")\r\n");
};

const fetch =
  (uids: boolean): Command =>
  async (session, [set, what, modifier]) => {
    const selection = selected(session);
    const asked = typeof what === "string" ? (macros[what.toUpperCase()] ?? [what]) : texts(what);
    const changedSince = modifier === undefined ? undefined : Number(texts(modifier)[1]);
    const items = [...new Set([...(uids ? ["UID"] : []), ...asked, ...(changedSince === undefined ? [] : ["MODSEQ"])])];
    const test = (uids ? byUid : bySequence)(selection, text(set));
    for (const { message, sequence } of matching(selection, test)) {
      if (changedSince !== undefined && message.modseq <= changedSince) continue;
      if (!selection.readOnly && items.some(readsBody) && !message.flags.includes("\\Seen")) {
        session.store.setFlags(loggedIn(session), selection.folder, message, [...message.flags, "\\Seen"]);
        await answerFetch(session, message, sequence, [...items, "FLAGS"]);
      } else await answerFetch(session, message, sequence, items);
    }
    return "OK fetched";
  };

const store =
  (uids: boolean): Command =>
  async (session, [set, how, what]) => {
    const selection = selected(session, true);
    const [, sign = "", silent] = /^([+-]?)FLAGS(\.SILENT)?$/i.exec(text(how)) ?? [];
    const named = typeof what === "string" ? [what] : texts(what);
    const test = (uids ? byUid : bySequence)(selection, text(set));
    for (const { message, sequence } of matching(selection, test)) {
      const others = message.flags.filter((flag) => !named.includes(flag));
      session.store.setFlags(
        loggedIn(session),
        selection.folder,
        message,
        sign === "-" ? others : sign === "+" ? [...others, ...named] : named,
      );
      if (silent === undefined) await answerFetch(session, message, sequence, [...(uids ? ["UID"] : []), "FLAGS"]);
    }
    return "OK stored";
  };

const day = (at: number) => Math.floor(at / DAY_MS);

/** Compiles search keys (RFC 9051 6.4.4), all of which must match. Removes the keys that it has used from the list. */
const searchTest = (selection: Selection, keys: Argument[]): Test => {
  const key = keys.shift();
  if (key === undefined) throw new Error("a search key is missing");
  if (typeof key !== "string") return allOf(selection, [...key]);
  const flag =
    (name: string, there: boolean): Test =>
    ({ flags }) =>
      flags.includes(name) === there;
  const value = () => text(keys.shift());
  switch (key.toUpperCase()) {
    case "ALL":
      return () => true;
    case "SEEN":
      return flag("\\Seen", true);
    case "UNSEEN":
      return flag("\\Seen", false);
    case "DELETED":
      return flag("\\Deleted", true);
    case "UNDELETED":
      return flag("\\Deleted", false);
    case "UID":
      return byUid(selection, value());
    case "SINCE": {
      const since = day(readDate(value()));
      return ({ receivedAt }) => day(receivedAt.getTime()) >= since;
    }
    case "BEFORE": {
      const before = day(readDate(value()));
      return ({ receivedAt }) => day(receivedAt.getTime()) < before;
    }
    case "MODSEQ": {
      const least = Number(value());
      return ({ modseq }) => modseq >= least;
    }
    case "HEADER": {
      const name = value().toLowerCase();
      const part = value().toLowerCase();
      return (message) => mimeOf(message).headers.get(name)?.toLowerCase().includes(part) ?? false;
    }
    case "NOT": {
      const test = searchTest(selection, keys);
      return (message, sequence) => !test(message, sequence);
    }
    case "OR": {
      const one = searchTest(selection, keys);
      const other = searchTest(selection, keys);
      return (message, sequence) => one(message, sequence) || other(message, sequence);
    }
    default:
      return bySequence(selection, key);
  }
};
const allOf = (selection: Selection, keys: Argument[]): Test => {
  const tests: Test[] = [];
  while (keys.length > 0) tests.push(searchTest(selection, keys));
  return (message, sequence) => tests.every((test) => test(message, sequence));
};

const search =
  (uids: boolean): Command =>
  async (session, args) => {
    const selection = selected(session);
    const keys = args[0] === "CHARSET" ? args.slice(2) : args;
    const found = matching(selection, allOf(selection, [...keys]));
    const numbers = found.map(({ message, sequence }) => ` ${uids ? message.uid : sequence}`).join("");
    const highest =
      keys.includes("MODSEQ") && found.length > 0 ? ` (MODSEQ ${Math.max(...found.map(({ message }) => message.modseq))})` : "";
    await session.send(`* SEARCH${numbers}${highest}\r\n`);
    return "OK searched";
  };

const expunge =
  (uids: boolean): Command =>
  async (session, [set]) => {
    const selection = selected(session, true);
    const test: Test = uids ? byUid(selection, text(set)) : () => true;
    const gone = matching(selection, test).filter(({ message }) => message.flags.includes("\\Deleted"));
    if (gone.length > 0) session.store.expunge(loggedIn(session), selection.folder, new Set(gone.map(({ message }) => message.uid)));
    return "OK expunged";
  };

/** Copies messages into another folder, with their flags and their dates, or moves them there (RFC 9051, 6.4.7; RFC 6851). */
const put =
  (uids: boolean, isMove: boolean): Command =>
  async (session, [set, name]) => {
    const selection = selected(session, true);
    const address = loggedIn(session);
    const target = session.store.folder(address, text(name));
    if (target === undefined) return "NO [TRYCREATE] no such folder";
    const moved = matching(selection, (uids ? byUid : bySequence)(selection, text(set))).map(({ message }) => message);
    const there = moved.map(
      ({ raw, flags, receivedAt, id }) =>
        session.store.deliver(address, raw, { folder: target.name, flags, receivedAt, ...(isMove && { id }) }).uid,
    );
    const code = `[COPYUID ${target.uidValidity} ${moved.map(({ uid }) => uid).join(",")} ${there.join(",")}]`;
    if (!isMove) return moved.length > 0 ? `OK ${code} copied` : "OK nothing to copy";
    if (moved.length > 0) {
      await session.send(`* OK ${code} moved\r\n`);
      session.store.expunge(address, selection.folder, new Set(moved.map(({ uid }) => uid)));
    }
    return "OK moved";
  };

/** The commands for messages of the selected folder, by name; those beginning with `UID ` use UIDs. */
export const messageCommands: Record<string, Command> = {
  FETCH: fetch(false),
  STORE: store(false),
  SEARCH: search(false),
  EXPUNGE: expunge(false),
  COPY: put(false, false),
  MOVE: put(false, true),
  "UID FETCH": fetch(true),
  "UID STORE": store(true),
  "UID SEARCH": search(true),
  "UID EXPUNGE": expunge(true),
  "UID COPY": put(true, false),
  "UID MOVE": put(true, true),
};
