/** The kinds of records that belong to a mailbox, and to which a key may be bound by it; `email` is a received or a sent one. */
export type BoundKind = "mailbox" | "send" | "message" | "thread" | "email";
