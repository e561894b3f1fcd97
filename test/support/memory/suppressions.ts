import { type LinkedSend, type Suppressions, reasonsFor, type Suppression, suppressionKey } from "#shared/suppressions/suppression.ts";
import { ids } from "#shared/platform/system.ts";

/** Suppressions in memory; `rows` is what is stored. */
export const memorySuppressions = (
  toEmailOf: (sendId: string) => { userId: string; email: string; sender?: LinkedSend["sender"] } | undefined = () => undefined,
): Suppressions & { readonly rows: Suppression[] } => {
  const rows: Suppression[] = [];
  const find = (userId: string, email: string) => rows.find((row) => row.userId === userId && row.email === suppressionKey(email));
  return {
    rows,
    add: async (userId, emails) =>
      [...new Set(emails.map(suppressionKey))].map((email) => {
        const known = find(userId, email);
        if (known) return known;
        const row: Suppression = { id: ids.objectId(), userId, email, reason: "manual", createdAt: new Date() };
        rows.push(row);
        return row;
      }),
    among: async (userId, emails) =>
      reasonsFor(
        emails,
        rows.filter((row) => row.userId === userId),
      ),
    linked: async (sendId) => {
      const send = toEmailOf(sendId);
      if (!send) return undefined;
      const row = find(send.userId, send.email);
      const { sender = { name: "", email: "sam@example.com" }, email } = send;
      return { sender, recipient: email, unsubscribed: row?.reason === "unsubscribed" ? row : undefined };
    },
    resubscribe: async (sendId, since) => {
      const at = rows.findIndex((row) => row.sendId === sendId && row.reason === "unsubscribed" && row.createdAt >= since);
      return at >= 0 && rows.splice(at, 1).length === 1;
    },
    unsubscribe: async (sendId) => {
      const send = toEmailOf(sendId);
      if (!send) return undefined;
      const email = suppressionKey(send.email);
      const known = find(send.userId, email);
      const row: Suppression = {
        id: ids.objectId(),
        createdAt: new Date(),
        ...known,
        userId: send.userId,
        email,
        reason: "unsubscribed",
        sendId,
      };
      if (known?.reason === "unsubscribed") return known.id;
      rows.splice(known ? rows.indexOf(known) : rows.length, 1, row);
      return row.id;
    },
    list: async (userId, { email, reason }, { limit, offset }) =>
      rows
        .filter((row) => row.userId === userId && (!email || row.email === suppressionKey(email)) && (!reason || row.reason === reason))
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
        .slice(offset, offset + limit),
    remove: async (userId, idOrEmail) => {
      const at = rows.findIndex((row) => row.userId === userId && (row.id === idOrEmail || row.email === suppressionKey(idOrEmail)));
      if (at >= 0) rows.splice(at, 1);
      return at >= 0;
    },
  };
};
