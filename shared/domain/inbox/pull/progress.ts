import type { Clock } from "../../ports.ts";
import type { MessageFacts } from "../ports/mail-session.ts";
import { type FolderCursor, READER_VERSION, ServerDisagrees, type HeadersOnly } from "./sync-state.ts";
import { identityOf, storedWindow, windowOf } from "./window.ts";

/** So many headers-only messages of a folder are tried again; the oldest beyond stay as they are. */
const HEADERS_ONLY_MAX = 50;
/** So many messages of a folder may be missing; a server that withholds more is not read on. */
const MOST_MISSING = 50;

/** What of a folder was read since its cursor was written. */
export interface Progress {
  /** A message was read, or is not wanted: the window knows it. */
  readonly knows: (facts: MessageFacts) => void;
  /** A message was stored by its headers alone, or not at all. */
  readonly keptHeadersOnly: (uid: number, missing?: boolean) => void;
  /** The cursor, with everything up to that UID read. */
  readonly cursor: (lastUid: number) => FolderCursor;
}

/** Notes what is read of a folder from where it stands, and says which messages were. */
export const progressFrom = (begun: FolderCursor, clock: Clock, heard: (uid: number) => void = () => undefined): Progress => {
  const { floor, known } = windowOf(begun);
  const seen = new Map(known);
  let { stubs = [] } = begun;
  return {
    knows: (facts) => {
      seen.set(facts.uid, identityOf(facts));
      heard(facts.uid);
    },
    keptHeadersOnly: (uid, missing = false) => {
      stubs = withHeadersOnly(stubs, { uid, triedAt: clock.now(), reader: READER_VERSION, ...(missing && { missing }) });
    },
    cursor: (lastUid) => ({
      ...begun,
      lastUid: Math.max(begun.lastUid, lastUid),
      window: storedWindow({ floor, known: seen }, clock.now(), begun),
      ...(stubs.length > 0 || begun.stubs ? { stubs } : {}),
    }),
  };
};

/** Adds a headers-only message, or the time of its latest try. Throws ServerDisagrees when too many are missing. */
export const withHeadersOnly = (stubs: readonly HeadersOnly[], headersOnly: HeadersOnly): readonly HeadersOnly[] => {
  const others = stubs.filter(({ uid }) => uid !== headersOnly.uid);
  const missing = others.filter((other) => other.missing);
  if (headersOnly.missing && missing.length >= MOST_MISSING) throw new ServerDisagrees("the server names messages and does not give them");
  const shown = others.filter((other) => !other.missing);
  return [...missing, ...shown.slice(Math.max(0, shown.length - HEADERS_ONLY_MAX + 1)), headersOnly];
};
