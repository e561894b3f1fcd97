import type { EventType } from "../../client/index.ts";

const known: Readonly<Record<EventType, true>> = {
  "send.sent": true,
  "send.failed": true,
  "send.cancelled": true,
  "send.bounced": true,
  "send.complained": true,
  "send.replied": true,
  "send.settled": true,
  "message.received": true,
  "message.corrected": true,
  "message.removed": true,
  "mailbox.connected": true,
  "mailbox.error": true,
  "mailbox.disconnected": true,
  "mailbox.recovered": true,
  "mailbox.audited": true,
  "mailbox.sent_copies": true,
  "connect_link.completed": true,
  "connect_link.failed": true,
  "wallet.low": true,
  "wallet.empty": true,
  "webhook.disabled": true,
  "suppression.added": true,
};

/** Every type of event; a type that is missing here does not compile. */
export const eventTypes = Object.keys(known) as readonly EventType[];
