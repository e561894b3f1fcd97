import type { PreparedMail } from "../store/prepared-mail.ts";
import { prepare } from "./pages.ts";
import { withHeadersOnly } from "./progress.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { readAlone } from "./read-alone.ts";
import { keep, store } from "./store-pages.ts";
import { type FolderCursor, isDue, READER_VERSION, type HeadersOnly } from "./sync-state.ts";

/** Reads a headers-only message of the open folder again, whole, if one is due; another failure delays it again. */
export const retryHeadersOnly = async (ports: PullPorts, pull: Pull, path: string): Promise<void> => {
  const cursor = pull.cursors.find((candidate) => candidate.path === path);
  const headersOnly = cursor?.stubs?.find((candidate) => isDue(candidate, ports.clock.now()));
  if (!cursor?.stubs || !headersOnly || pull.signal.aborted) return;
  const tried = { ...headersOnly, triedAt: ports.clock.now(), reader: READER_VERSION };
  const later = { ...cursor, stubs: withHeadersOnly(cursor.stubs, tried) };
  await keep(ports, pull, later);
  const read = await readAgain(ports, pull, later, tried).catch(() => undefined);
  if (read) await store(ports, pull, read.cursor, read.mails, pull.remaining);
};

interface Again {
  readonly mails: readonly PreparedMail[];
  readonly cursor: FolderCursor;
}

/** The message as the server returns it now; undefined when that is no more than before. */
const readAgain = async (ports: PullPorts, pull: Pull, cursor: FolderCursor, headersOnly: HeadersOnly): Promise<Again | undefined> => {
  const others = (cursor.stubs ?? []).filter(({ uid }) => uid !== headersOnly.uid);
  for await (const { mail, missing } of readAlone(pull, [headersOnly.uid], () => true)) {
    if (missing || (mail?.headersOnly && !headersOnly.missing)) return undefined;
    const { missing: _, ...shown } = headersOnly;
    return {
      mails: await prepare(ports, pull, cursor, mail ? [mail] : []),
      cursor: { ...cursor, stubs: mail?.headersOnly ? [...others, shown] : others },
    };
  }
  return undefined;
};
