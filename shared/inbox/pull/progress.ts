import type { Clock } from "#shared/platform/ports.ts";
import type { MessageFacts } from "../ports/mail-session.ts";
import { type FolderCursor, READER_VERSION, ServerDisagrees, type HeadersOnly } from "./sync-state.ts";
import { identityOf, storedWindow, windowOf } from "./window.ts";

/** The most headers-only messages of a folder that are tried again; older ones are not. */
const HEADERS_ONLY_MAX = 50;
/** The most missing messages of a folder; when a server withholds more, reading stops. */
const MOST_MISSING = 50;

/** What was read in a folder since its cursor was written. */
export interface Progress {
  /** Adds a message to the window, because it was read or is not wanted. */
  readonly knows: (facts: MessageFacts) => void;
  /** Records a message that was stored with its headers only, or not at all. */
  readonly keptHeadersOnly: (uid: number, missing?: boolean) => void;
  /** Returns the cursor after everything up to that UID. */
  readonly cursor: (lastUid: number) => FolderCursor;
}

/** Records what is read in a folder from its cursor on, and calls `heard` with the UID of each message. */
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
  if (headersOnly.missing && missing.length >= MOST_MISSING)
    throw new ServerDisagrees("the server lists messages but does not return them");
  const shown = others.filter((other) => !other.missing);
  return [...missing, ...shown.slice(Math.max(0, shown.length - HEADERS_ONLY_MAX + 1)), headersOnly];
};
