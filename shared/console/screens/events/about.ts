import type { Event } from "../../../client/index.ts";
import { EVENTS, type EventRecord, type EventTone, type EventType } from "../../../events/event.ts";
import { count } from "../../ui/numbers.ts";

/** The tone of an event's type; `info` for a type of a later version of the service. */
export const toneOf = (type: string): EventTone => (type in EVENTS ? EVENTS[type as EventType].tone : "info");

/** The fields of events; each type has some of them. */
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
  readonly mailbox_id?: string;
}

/** What an event is about, in a few words: the person and the subject, the mailbox, the address, the balance. */
export const aboutOf = ({ data, type }: Event): string => {
  const { to_email, subject = "", from, email, domain, url, balance, id = "" } = data as Facts;
  if (balance !== undefined) return count(balance, "credit left", "credits left");
  const who = to_email ?? from?.email ?? [email, domain, url].find((word) => word !== undefined && word !== "") ?? id;
  if (type.startsWith("thread.")) return subject;
  return type.startsWith("send.") || type.startsWith("message.") ? [who, subject].filter((word) => word !== "").join(": ") : who;
};

/** The screen of the record that an event is about. */
export const hrefOf = ({ data, type }: Event): string | undefined => {
  const { id = "", thread_id: thread = "", mailbox_id: mailbox } = data as Facts;
  const screens: Readonly<Record<EventRecord, string | undefined>> = {
    send: `/console/sends/${id}`,
    thread: `/console/inbox/${id}`,
    message: thread === "" ? undefined : `/console/inbox/${thread}`,
    mailbox: `/console/mailboxes/${id}`,
    webhook: `/console/webhooks/${id}`,
    wallet: "/console/settings",
    suppression: "/console/suppressions",
    connect_link: mailbox === undefined ? "/console/connect-links" : `/console/mailboxes/${mailbox}`,
  };
  return type in EVENTS ? screens[EVENTS[type].record] : undefined;
};
