import type { PageThreads } from "../ports/open-page.ts";
import type { KnownLinks } from "./plan-threads.ts";
import type { DecidedMail, NamedSends } from "./prepared-mail.ts";

/** Looks up the ids that a page of mails names. */
export const linksOf = async (threads: PageThreads, mails: readonly DecidedMail[], own: NamedSends): Promise<KnownLinks> => {
  const concerned = mails.flatMap(({ concerns }) => (concerns ? [concerns] : []));
  const sends = [...new Map([...own.all, ...concerned].map((send) => [send.id, send])).values()];
  const links = await threads.links([...new Set([...mails.flatMap((mail) => mail.links), ...sends.map(({ messageId }) => messageId)])]);
  const put = mails.flatMap(({ corrected }) => corrected?.threadId ?? []);
  const named = [...put, ...links.values(), ...sends.flatMap(({ threadId }) => threadId ?? [])];
  // Links and sends may still have the id of a thread that was merged into another.
  const living = await threads.living(named);
  const idOf = (id: string) => living.get(id)?.id ?? id;
  return {
    threads: new Map([...links].map(([messageId, threadId]) => [messageId, idOf(threadId)])),
    sends: sends.map((send) => (send.threadId === undefined ? send : { ...send, threadId: idOf(send.threadId) })),
    known: new Map([...living.values()].map((thread) => [thread.id, thread])),
  };
};
