import type { Event } from "../../../client/index.ts";

const bad = new Set([
  "send.failed",
  "send.bounced",
  "send.complained",
  "mailbox.error",
  "mailbox.disconnected",
  "webhook.disabled",
  "wallet.empty",
]);
const good = new Set(["send.sent", "send.replied", "mailbox.connected", "mailbox.recovered", "connect_link.completed"]);
const warn = new Set(["wallet.low", "message.removed", "mailbox.audited", "suppression.added", "connect_link.failed"]);

/** The meaning of an event's type: something good, something that needs a look, or a plain fact. */
export const toneOf = (type: string): "bad" | "good" | "warn" | "info" =>
  bad.has(type) ? "bad" : good.has(type) ? "good" : warn.has(type) ? "warn" : "info";

/** The fields that events may have; each type has some. */
interface Facts {
  readonly id?: string;
  readonly to_email?: string;
  readonly subject?: string;
  readonly from?: { readonly email?: string };
  readonly email?: string;
  readonly domain?: string;
  readonly url?: string;
  readonly balance?: number;
  readonly thread_id?: string;
}

/** What an event is about, in a few words: the person and the subject, the mailbox, the address, the balance. */
export const aboutOf = ({ data, type }: Event): string => {
  const { to_email, subject = "", from, email, domain, url, balance, id = "" } = data as Facts;
  if (balance !== undefined) return `${balance} credits left`;
  const who = to_email ?? from?.email ?? [email, domain, url].find((word) => word !== undefined && word !== "") ?? id;
  return type.startsWith("send.") || type.startsWith("message.") ? [who, subject].filter((word) => word !== "").join(": ") : who;
};

/** The screen of the record that an event is about. */
export const hrefOf = ({ data, type }: Event): string | undefined => {
  const { id = "", thread_id: thread = "" } = data as Facts;
  const screens: Readonly<Record<string, string | undefined>> = {
    send: `/console/sends/${id}`,
    message: thread === "" ? undefined : `/console/inbox/${thread}`,
    mailbox: `/console/mailboxes/${id}`,
    webhook: `/console/webhooks/${id}`,
    wallet: "/console/settings",
    suppression: "/console/suppressions",
  };
  return screens[type.split(".")[0] ?? ""];
};
