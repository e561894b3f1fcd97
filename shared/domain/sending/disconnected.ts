import { mailboxDisconnected } from "../errors.ts";

/** The 409 of a send through a disconnected mailbox. */
export const disconnected = () => mailboxDisconnected("The mailbox is disconnected", "the mailbox is disconnected: reconnect it first");
