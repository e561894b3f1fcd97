import type { MessageKind } from "../../../client/index.ts";

/** Which conversations are listed; it is the query of the screen's address. */
export interface Filter {
  readonly mailbox_id?: string;
  readonly kind?: MessageKind;
  readonly unread?: true;
  /** Only conversations with an email of ours that has this tag, such as a campaign's. */
  readonly tag?: string;
  readonly q?: string;
}

/** The kinds of mail, with their names for people. */
export const kinds: readonly (readonly [MessageKind, string])[] = [
  ["reply", "Answers"],
  ["inbound", "Other mail"],
  ["auto_reply", "Automatic answers"],
  ["bounce", "Bounces"],
  ["bulk", "Newsletters and lists"],
];

/** The filter in an address. */
export const filterIn = ({ mailbox = "", kind = "", unread = "", tag = "", q = "" }: Readonly<Record<string, string>>): Filter => {
  const known = kinds.find(([one]) => one === kind)?.[0];
  return {
    ...(mailbox !== "" && { mailbox_id: mailbox }),
    ...(known !== undefined && { kind: known }),
    ...(unread !== "" && { unread: true as const }),
    ...(tag !== "" && { tag }),
    ...(q !== "" && { q }),
  };
};

/** The address of a conversation, or without one of the list, under a filter. */
export const addressOf = ({ mailbox_id, kind, unread, tag, q }: Filter, thread = ""): string => {
  const given = Object.entries({ mailbox: mailbox_id, kind, unread: unread && "true", tag, q }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `/console/inbox${thread === "" ? "" : `/${thread}`}${given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`}`;
};
