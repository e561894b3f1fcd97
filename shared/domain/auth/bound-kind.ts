/** The kinds of records to which a key may be bound: by their mailbox, a connect link by its tenant; `email` is a received or a sent one. */
export type BoundKind = "mailbox" | "send" | "message" | "thread" | "email" | "connectLink";
