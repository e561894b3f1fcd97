import type { SocketInput } from "../../socket-input.ts";
import type { Secret } from "../correspondents.ts";
import type { Folder, MailStore, StoredMessage } from "../mail-store.ts";

/** An argument of an IMAP command: text of any kind (atom, quoted string, literal; latin1, one character a byte) or a list. */
export type Argument = string | readonly Argument[];

/** A complete command with its literals: lines alternate with the literals between them. */
export interface RawCommand {
  readonly lines: readonly string[];
  readonly literals: readonly string[];
}

/** A literal announced at the end of a line (RFC 9051 4.3, RFC 7888): its size, and whether the client waits for permission to send it. */
export const literalAt = (line: string): { size: number; waits: boolean } | undefined => {
  const match = /\{(\d{1,9})(\+?)\}$/.exec(line);
  return match === null ? undefined : { size: Number(match[1]), waits: match[2] === "" };
};

/** Splits a command into its arguments; throws on invalid syntax. */
export const parseArguments = ({ lines, literals }: RawCommand): Argument[] => {
  const root: Argument[] = [];
  const open: Argument[][] = [root];
  lines.forEach((line, index) => {
    const text = index < literals.length ? line.replace(/\{\d+\+?\}$/, "") : line;
    // An atom includes a whole section: BODY.PEEK[HEADER.FIELDS (A B)]<0.100> is one token.
    const token = /\s+|"((?:[^"\\]|\\.)*)"|(\()|(\))|((?:[^\s()"[\]]|\[[^\]]*\])+)/gy;
    while (token.lastIndex < text.length) {
      const from = token.lastIndex;
      const match = token.exec(text);
      if (match === null) throw new Error(`unexpected ${text.charAt(from)}`);
      const [, quoted, begin, end, atom] = match;
      if (quoted !== undefined) open.at(-1)?.push(quoted.replace(/\\(.)/g, "$1"));
      if (atom !== undefined) open.at(-1)?.push(atom);
      if (begin !== undefined) {
        const list: Argument[] = [];
        open.at(-1)?.push(list);
        open.push(list);
      }
      if (end !== undefined && (open.pop(), open.length === 0)) throw new Error("unexpected )");
    }
    const literal = literals[index];
    if (literal !== undefined) open.at(-1)?.push(literal);
  });
  if (open.length !== 1) throw new Error("missing )");
  return root;
};

/** A test for membership in a sequence set such as `1:3,7,12:*`; `*` is `last`, and a range may be written backwards (RFC 9051, seq-range). */
export const inSet = (set: string, last: number): ((value: number) => boolean) => {
  if (!/^(\d+|\*)(:(\d+|\*))?(,(\d+|\*)(:(\d+|\*))?)*$/.test(set)) throw new Error("bad sequence set");
  const number = (text: string) => (text === "*" ? last : Number(text));
  const ranges = set.split(",").map((range) => {
    const [from = "", to = from] = range.split(":");
    return [Math.min(number(from), number(to)), Math.max(number(from), number(to))] as const;
  });
  return (value) => ranges.some(([from, to]) => value >= from && value <= to);
};

/** A folder as one session sees it: `view` gives the sequence numbers, which change only when the session has been informed. */
export interface Selection {
  readonly folder: Folder;
  readonly readOnly: boolean;
  view: readonly StoredMessage[];
  toldModseq: number;
}

/** One IMAP connection. */
export interface Session {
  readonly store: MailStore;
  readonly input: SocketInput;
  /** Whether user name and password, or access token, are right. */
  readonly accepts: (user: string, secret: Secret) => boolean;
  /** Sends octets; strings are latin1. Waits when the client reads too slowly. */
  readonly send: (...octets: readonly (string | Buffer)[]) => Promise<void>;
  address?: string;
  selection?: Selection | undefined;
}

/** The session's mailbox; throws before the login. */
export const loggedIn = (session: Session): string => {
  if (session.address === undefined) throw new Error("log in first");
  return session.address;
};

/** The session's selected folder; throws when there is none, or when it must be writable and is not. */
export const selected = ({ selection }: Session, forWriting = false): Selection => {
  if (selection === undefined) throw new Error("select a folder first");
  if (forWriting && selection.readOnly) throw new Error("the folder is read-only");
  return selection;
};

/** Reports to the session what has changed in its folder since the last time (RFC 9051 7.4: EXPUNGE from the end, then EXISTS). */
export const tellChanges = async (session: Session): Promise<void> => {
  const { selection } = session;
  if (selection === undefined || selection.toldModseq === selection.folder.highestModseq) return;
  const { folder, view } = selection;
  const there = new Set(folder.messages);
  for (let at = view.length; at > 0; at--) {
    const message = view[at - 1];
    if (message !== undefined && !there.has(message)) await session.send(`* ${at} EXPUNGE\r\n`);
  }
  await session.send(`* ${folder.messages.length} EXISTS\r\n`);
  Object.assign(selection, { view: [...folder.messages], toldModseq: folder.highestModseq });
};
