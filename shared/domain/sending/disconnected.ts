import { mailboxDisconnected } from "../errors.ts";

/** 409: nothing is sent through a mailbox that is disconnected. */
export const disconnected = () => mailboxDisconnected("The mailbox is disconnected", "the mailbox is disconnected: reconnect it first");
