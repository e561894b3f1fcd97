import type { SocketInput } from "../../socket-input.ts";
import type { Secret } from "../logins.ts";
import type { Folder, MailStore, StoredMessage } from "../mail-store.ts";

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
