/** What mail servers say that is not so. Each was met, or tried on a running system, and lost mail without an error. */
import type { Script } from "./scripted-proxy.ts";

/** A lie; told for ever, it ends with all mail stored as far as it is given, or with an error on the mailbox that says so. */
export interface Lie {
  readonly what: string;
  readonly script: Script;
  /** How it ends while it is told for ever. */
  readonly forEver: "stored" | "told";
}

/** The UID that is lied about: the mailbox holds six messages, of which the fifth is large. */
const UID = 3;
const LAST = 6;
const LARGE = 5;
/** The last message that was there before the lie. */
export const BEFORE = 2;

const isFetch = (answer: string) => /^\* \d+ FETCH /.test(answer);
const isOf = (answer: string, uid: number) => isFetch(answer) && new RegExp(`[( ]UID ${uid}[ )]`).test(answer);
const isFacts = (answer: string) => /INTERNALDATE/.test(answer) && !/BODY/.test(answer);
const isBody = (answer: string) => /BODY\[/.test(answer);
const isAlone = (command: string) => /^UID FETCH \d+ /.test(command);
const without = (item: RegExp) => (answer: string) => answer.replace(item, "").replace("( ", "(").replace(" )", ")").replaceAll("  ", " ");

/** Changes the answers for which the condition holds. */
const change =
  (when: (answer: string, command: string) => boolean, into: (answer: string) => string | undefined): Script =>
  (answer, { command }) => {
    if (!when(answer, command)) return [answer];
    const said = into(answer);
    return said === undefined ? [] : [said];
  };
const omit = () => undefined;
const facts = (uid: number) => (answer: string) => isOf(answer, uid) && isFacts(answer);
const bodies = (uid: number) => (answer: string) => isOf(answer, uid) && isBody(answer);
const isSearch = (answer: string) => answer.startsWith("* SEARCH");
const numbersIn = (answer: string) => answer.trim().split(" ").slice(2);
const naming = (keep: (numbers: readonly string[]) => readonly string[]) => (answer: string) =>
  `${["* SEARCH", ...keep(numbersIn(answer))].join(" ")}\r\n`;
const uidNext = (told: (is: number) => number) =>
  change(
    (answer) => /UIDNEXT \d+/.test(answer),
    (answer) => answer.replace(/UIDNEXT (\d+)/, (_, is: string) => `UIDNEXT ${told(Number(is))}`),
  );
const size = /RFC822\.SIZE \d+/;
const date = /INTERNALDATE "[^"]*"/;

/** The table of lies (T25). */
export const lies: readonly Lie[] = [
  { what: "FETCH omits a UID that SEARCH names", script: change(facts(UID), omit), forEver: "stored" },
  { what: "FETCH omits the last UID", script: change(facts(LAST), omit), forEver: "stored" },
  {
    what: "FETCH omits a UID when it is asked for with others",
    script: change((a, c) => facts(UID)(a) && !isAlone(c), omit),
    forEver: "stored",
  },
  { what: "FETCH omits all UIDs, with a tagged OK", script: change((a) => isFetch(a) && isFacts(a), omit), forEver: "stored" },
  { what: "FETCH omits all that is asked, with a tagged OK", script: change((a) => isFetch(a), omit), forEver: "told" },
  { what: "FETCH omits all of one message", script: change((a) => isOf(a, UID), omit), forEver: "told" },
  {
    what: "a FETCH answer cannot be parsed",
    script: change(facts(UID), () => `* 3 FETCH (UID ${UID} RFC822.SIZE ((((\r\n`),
    forEver: "stored",
  },
  { what: "a FETCH answer lacks INTERNALDATE", script: change(facts(UID), without(date)), forEver: "stored" },
  { what: "a FETCH answer lacks RFC822.SIZE", script: change(facts(UID), without(size)), forEver: "stored" },
  { what: "a FETCH answer lacks UID", script: change(facts(UID), without(/UID \d+/)), forEver: "stored" },
  { what: "a FETCH answer lacks FLAGS", script: change(facts(UID), without(/FLAGS \([^)]*\)/)), forEver: "stored" },
  {
    what: "INTERNALDATE is of the year 0",
    script: change(facts(UID), (a) => a.replace(date, 'INTERNALDATE "01-Jan-0000 00:00:00 +0000"')),
    forEver: "stored",
  },
  { what: "INTERNALDATE is NIL", script: change(facts(UID), (a) => a.replace(date, "INTERNALDATE NIL")), forEver: "stored" },
  {
    what: "INTERNALDATE cannot be read",
    script: change(facts(UID), (a) => a.replace(date, 'INTERNALDATE "last Tuesday"')),
    forEver: "stored",
  },
  { what: "a body is omitted", script: change(bodies(UID), omit), forEver: "told" },
  {
    what: "a body is omitted, its header is not",
    script: change((a) => bodies(UID)(a) && !/BODY\[HEADER\]/.test(a), omit),
    forEver: "stored",
  },
  { what: "the parts of a large message are omitted", script: change(bodies(LARGE), omit), forEver: "told" },
  {
    what: "BODYSTRUCTURE of a large message is omitted",
    script: change((a) => isOf(a, LARGE) && /BODYSTRUCTURE/.test(a), omit),
    forEver: "stored",
  },
  {
    what: "a literal is shorter than RFC822.SIZE",
    script: change(
      (a) => isOf(a, UID) && /BODY\[\]/.test(a),
      (a) =>
        a.replace(
          /BODY\[\](<0>)? \{\d+\}\r\n([^]*)$/,
          (_, __, rest: string) => `BODY[] {${rest.length - 13}}\r\n${rest.slice(0, rest.length - 13)})\r\n`,
        ),
    ),
    forEver: "stored",
  },
  {
    what: "SEARCH answers nothing",
    script: change(
      isSearch,
      naming(() => []),
    ),
    forEver: "told",
  },
  { what: "SEARCH answers with no untagged line", script: change(isSearch, omit), forEver: "told" },
  {
    what: "SEARCH is cut in the middle",
    script: change(
      isSearch,
      naming((all) => all.slice(0, Math.floor(all.length / 2))),
    ),
    forEver: "told",
  },
  {
    what: "SEARCH does not name the last UID",
    script: change(
      isSearch,
      naming((all) => all.slice(0, -1)),
    ),
    forEver: "told",
  },
  {
    what: "SEARCH does not name a UID",
    script: change(
      isSearch,
      naming((all) => all.filter((uid) => uid !== String(UID))),
    ),
    forEver: "told",
  },
  { what: "UIDNEXT is too low", script: uidNext(() => 2), forEver: "stored" },
  { what: "UIDNEXT is stale by one", script: uidNext((is) => is - 1), forEver: "stored" },
  { what: "UIDNEXT is too high", script: uidNext((is) => is + 1000), forEver: "stored" },
  {
    what: "UIDNEXT is not told",
    script: change(
      (a) => /UIDNEXT/.test(a),
      (a) => (a.startsWith("* OK") ? undefined : a.replace(/ ?UIDNEXT \d+/, "")),
    ),
    forEver: "stored",
  },
  { what: "LIST does not name INBOX", script: change((a) => /^\* LIST .*INBOX/i.test(a), omit), forEver: "stored" },
  {
    what: "LIST cannot be read where it names INBOX",
    script: change(
      (a) => /^\* LIST .*INBOX/i.test(a),
      () => "* LIST ((((\r\n",
    ),
    forEver: "stored",
  },
  { what: "LIST names no folder", script: change((a) => a.startsWith("* LIST"), omit), forEver: "told" },
  {
    what: "STATUS of INBOX is refused",
    script: (answer, { command }) => {
      // Within a LIST that asks for counters too they are left out (RFC 5819, 2).
      if (/^\* STATUS "?INBOX/i.test(answer)) return [];
      return !/^STATUS.*INBOX/i.test(command) ? [answer] : [answer.replace(/^(\w+) OK.*/, "$1 NO [INUSE] try again later")];
    },
    forEver: "stored",
  },
  {
    what: "STATUS of INBOX is empty",
    script: change(
      (a) => /^\* STATUS "?INBOX/i.test(a),
      (a) => a.replace(/\(.*\)/, "()"),
    ),
    forEver: "stored",
  },
  {
    what: "STATUS of INBOX lacks UIDVALIDITY",
    script: change((a) => /^\* STATUS "?INBOX/i.test(a), without(/UIDVALIDITY \d+/)),
    forEver: "stored",
  },
];

/** A lie that is told once: the first time that it changes an answer. */
export const once = (script: Script): Script => {
  let told = false;
  return (answer, point) => {
    const said = told ? [answer] : script(answer, point);
    told ||= said.length !== 1 || said[0] !== answer;
    return said;
  };
};
