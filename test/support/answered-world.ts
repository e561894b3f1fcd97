import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoAnswersTo, mongoAwayNote } from "#shared/inbox/store/answers.ts";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Send } from "#shared/sending/send.ts";
import { type Arrival, inboxStore } from "./inbox-store.ts";
import { sendingRig } from "./sending-rig.ts";

/** A mailbox with a sent email, follow-ups under it, and a mail server whose mail is stored when the mailbox is pulled. */
export const answeredWorld = async (connect: Connect, smtp: { readonly port: number }, asks = true) => {
  const server: { readonly at: number; readonly arrival: Arrival }[] = [];
  const pulls: number[] = [];
  let stored = 0;
  let busy: Promise<unknown> = Promise.resolve();
  let reachable = true;
  const pull = () => {
    const next = busy.then(async () => {
      const news = server.slice(stored);
      stored = server.length;
      if (news.length > 0) await store.receive(news.map(({ arrival }) => arrival));
    });
    busy = next.catch(() => undefined);
    return next;
  };
  const answers = {
    pull: async () => {
      pulls.push(Date.now());
      if (!reachable) return false;
      if (asks) await pull();
      return true;
    },
    to: mongoAnswersTo(connect),
    away: mongoAwayNote(connect),
  };
  const rig = await sendingRig({ connect, smtp, mailbox: { inboxSyncEnabled: true }, ports: { answers } });
  const store = inboxStore(connect, rig.mailbox);
  const original = await store.sent({ toEmail: "jane@peer.test" });
  const threadId = await store.threads.ofSend(store.userId, original);
  return {
    rig,
    store,
    server,
    pulls,
    pull,
    original,
    setReachable: (value: boolean) => void (reachable = value),
    /** A mail that answers the original comes to the server. */
    answer: (arrival: Arrival = {}) =>
      void server.push({ at: Date.now(), arrival: { inReplyTo: original.messageId, subject: "Re: Hello", ...arrival } }),
    followUps: (...emails: readonly Partial<PlacedEmail>[]): Promise<readonly Send[]> =>
      rig.accept(
        ...emails.map((email) => ({
          threadId,
          to: { name: "", email: "jane@peer.test" },
          cancelOn: ["reply" as const],
          answersSince: original.createdAt,
          ...email,
        })),
      ),
  };
};
