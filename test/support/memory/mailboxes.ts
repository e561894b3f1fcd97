import { conflict, notFound } from "#shared/platform/errors.ts";
import type { EgressProxy, Mailbox } from "#shared/mailboxes/mailbox.ts";
import type {
  EgressProxies,
  Grants,
  SealedMailboxes,
  MailboxChanges,
  MailboxRef,
  MailboxSecrets,
  SecretChanges,
} from "#shared/mailboxes/ports.ts";

interface Row {
  mailbox: Mailbox;
  secrets: MailboxSecrets;
  version: number;
  lease?: { token: string; until: number } | undefined;
}

const without = <F extends object>(fields: F) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const changed = (mailbox: Mailbox, changes: MailboxChanges, updatedAt: Date) => without({ ...mailbox, ...changes, updatedAt }) as Mailbox;

const changedSecrets = (row: Row, changes: SecretChanges) => {
  row.secrets = without({ ...row.secrets, ...changes });
  if ("accessToken" in changes) {
    const { accessTokenExpiresAt, accessTokenFor } = changes;
    row.secrets = without({ ...row.secrets, accessTokenExpiresAt, accessTokenFor });
  }
  if ("refreshToken" in changes) row.version += 1;
};

/** Mailboxes and their grants in memory; `cancelSends` is what deleting does to the sends' store. */
export const memoryMailboxes = (
  facts: { now?: () => Date; cancelSends?: (userId: string, mailboxId: string) => void } = {},
): SealedMailboxes & { readonly grants: Grants } => {
  const { now = () => new Date(), cancelSends = () => undefined } = facts;
  const rows = new Map<string, Row>();
  const live = ({ userId, id }: MailboxRef) => {
    const row = rows.get(id);
    return row && row.mailbox.userId === userId && row.mailbox.deletedAt === undefined ? row : undefined;
  };
  const owned = ({ userId, id }: MailboxRef) => (rows.get(id)?.mailbox.userId === userId ? rows.get(id) : undefined);
  const all = () => [...rows.values()].map(({ mailbox }) => mailbox);
  const findByEmail = (userId: string, email: string) =>
    all().find((mailbox) => mailbox.userId === userId && mailbox.email.toLowerCase() === email.toLowerCase());

  return {
    insert: async (mailbox, secrets) => {
      if (findByEmail(mailbox.userId, mailbox.email)) throw conflict("The mailbox is connected already", mailbox.email);
      rows.set(mailbox.id, { mailbox, secrets: without(secrets), version: 1 });
    },
    find: async (userId, id) => owned({ userId, id })?.mailbox,
    findMany: async (userId, ids) => all().filter((mailbox) => mailbox.userId === userId && ids.includes(mailbox.id)),
    findByEmail: async (userId, email) => findByEmail(userId, email),
    list: async (userId, tenant) =>
      all()
        .filter((mailbox) => mailbox.userId === userId && (tenant === undefined || mailbox.tenant === tenant))
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id.localeCompare(a.id)),
    update: async (userId, id, changes, secrets = {}, read) => {
      const row = owned({ userId, id });
      if (!row || (read && row.mailbox.deletedAt?.getTime() !== read.deletedAt?.getTime())) return undefined;
      if (read?.whose && row.mailbox.tenant !== read.whose.tenant) return undefined;
      const reconnects = changes.type !== undefined || Object.values(secrets).some((secret) => secret !== undefined);
      row.mailbox = changed(reconnects ? (without({ ...row.mailbox, deletedAt: undefined }) as Mailbox) : row.mailbox, changes, now());
      changedSecrets(row, secrets);
      return row.mailbox;
    },
    note: async (mailbox, changes) => {
      const row = live(mailbox);
      if (row?.mailbox.updatedAt.getTime() !== mailbox.updatedAt.getTime()) return false;
      row.mailbox = changed(row.mailbox, changes, changes.status === undefined ? row.mailbox.updatedAt : now());
      return true;
    },
    delete: async (userId, id) => {
      const row = owned({ userId, id });
      if (!row) return false;
      const { dns: _, ...kept } = row.mailbox;
      row.mailbox = { ...kept, status: "disconnected", inboxSyncEnabled: false, deletedAt: now() };
      row.secrets = {};
      cancelSends(userId, id);
      return true;
    },
    secrets: async (mailbox) => live(mailbox)?.secrets ?? {},
    dnsCheckedBefore: async (before, most) =>
      all()
        .filter(({ dns }) => dns && dns.checkedAt < before)
        .toSorted((a, b) => Number(a.dns?.checkedAt) - Number(b.dns?.checkedAt))
        .slice(0, most),
    findForJob: async (id) => all().find((mailbox) => mailbox.id === id && mailbox.deletedAt === undefined),
    grants: {
      read: async (mailbox) => {
        const row = live(mailbox);
        if (row?.secrets.refreshToken === undefined) return undefined;
        const { refreshToken, accessToken, accessTokenExpiresAt, accessTokenFor } = row.secrets;
        return { refreshToken, version: row.version, ...without({ accessToken, accessTokenExpiresAt, accessTokenFor }) };
      },
      lease: async (mailbox, forMs) => {
        const row = live(mailbox);
        if (!row || (row.lease && row.lease.until > now().getTime())) return undefined;
        row.lease = { token: String(Math.random()), until: now().getTime() + forMs };
        return row.lease.token;
      },
      release: async (mailbox, lease) => {
        const row = live(mailbox);
        if (row?.lease?.token === lease) row.lease = undefined;
      },
      store: async (mailbox, version, tokens) => {
        const row = live(mailbox);
        if (row?.version !== version) return false;
        changedSecrets(row, tokens);
        return true;
      },
      forget: async (mailbox, accessToken) => {
        const row = live(mailbox);
        if (row?.secrets.accessToken === accessToken) changedSecrets(row, { accessToken: undefined });
      },
    },
  };
};

/** Dedicated addresses in memory: proxies by id, and the id of the default. */
export const memoryEgressProxies = (proxies: Readonly<Record<string, EgressProxy>> = {}, defaultId?: string): EgressProxies => ({
  proxy: async (_userId, ipId = defaultId) => {
    if (ipId === undefined) return undefined;
    if (!proxies[ipId]) throw notFound("Dedicated IP");
    return proxies[ipId];
  },
});
