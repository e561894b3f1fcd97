import type { Grants, MailboxRef } from "../../../domain/mailboxes/ports.ts";
import type { Keyring } from "../../../domain/mailboxes/credentials/seal.ts";
import type { Connect } from "../database.ts";
import { exact, newToken } from "../documents.ts";
import { connected, mailboxesOf, openSecrets, operators, secretUpdate } from "./mailbox-documents.ts";

/** The OAuth grants in the mailboxes' documents; leases use the database's clock, so that a worker with a wrong clock takes none early. */
export const mongoGrants = (connect: Connect, keyring: () => Promise<Keyring>): Grants => {
  const mailboxes = async () => mailboxesOf(await connect());
  const opened = async (mailbox: MailboxRef) => {
    const found = await (
      await mailboxes()
    ).findOne(exact(connected(mailbox)), {
      projection: { userId: 1, sealed: 1, accessTokenExpiresAt: 1, grantVersion: 1 },
    });
    return found ? { found, secrets: openSecrets(await keyring(), found) } : undefined;
  };

  return {
    read: async (mailbox) => {
      const stored = await opened(mailbox);
      if (stored?.secrets.refreshToken === undefined) return undefined;
      const { refreshToken, accessToken, accessTokenExpiresAt } = stored.secrets;
      return {
        refreshToken,
        version: stored.found.grantVersion,
        ...(accessToken !== undefined && { accessToken }),
        ...(accessTokenExpiresAt && { accessTokenExpiresAt }),
      };
    },
    lease: async (mailbox, forMs) => {
      const token = newToken();
      const free = { $lte: [{ $ifNull: ["$refreshLease.until", new Date(0)] }, "$$NOW"] };
      const mine = { token, until: { $add: ["$$NOW", forMs] } };
      const after = await (
        await mailboxes()
      ).findOneAndUpdate(connected(mailbox), [{ $set: { refreshLease: { $cond: [free, mine, "$refreshLease"] } } }], {
        returnDocument: "after",
        projection: { refreshLease: 1 },
      });
      return after?.refreshLease?.token === token ? token : undefined;
    },
    release: async (mailbox, lease) => {
      await (await mailboxes()).updateOne(exact({ ...connected(mailbox), "refreshLease.token": lease }), { $unset: { refreshLease: "" } });
    },
    store: async (mailbox, version, tokens) => {
      const update = operators(secretUpdate(await keyring(), mailbox, tokens));
      return (await (await mailboxes()).updateOne(exact({ ...connected(mailbox), grantVersion: version }), update)).matchedCount === 1;
    },
    forget: async (mailbox, accessToken) => {
      const stored = await opened(mailbox);
      if (stored?.secrets.accessToken !== accessToken) return;
      const same = { ...connected(mailbox), "sealed.accessToken": stored.found.sealed.accessToken };
      await (await mailboxes()).updateOne(exact(same), { $unset: { "sealed.accessToken": "", accessTokenExpiresAt: "" } });
    },
  };
};
