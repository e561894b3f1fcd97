import type { Flow } from "./read/readable-text.ts";

/** One header field in message order: `name` lower-case, `value` unfolded with encoded words (RFC 2047) decoded. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** A mailbox of an address header (RFC 5322, 3.4); `name` is `""` when there is none. */
export interface Address {
  readonly name: string;
  readonly email: string;
}

/**
 * A part of the message that is not shown as its body. `part` is its IMAP section number; for a file in a winmail.dat followed by `#` and its index.
 * `size` is in decoded octets.
 */
export interface AttachmentDescriptor {
  readonly index: number;
  readonly part: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly isInline: boolean;
  readonly contentId: string;
}

/** A machine-readable or enclosed message part, transfer-decoded, of a bounce or complaint (RFC 3462). */
export interface ReportPart {
  readonly contentType: string;
  readonly content: string;
}

/** The content of a received mail in parsed form; the IMAP adapter makes it, and everything under mail/read reads it. */
export interface ParsedMessage {
  readonly headers: readonly Header[];
  /** Ids have their angle brackets and no white space; `""` when the header is missing. */
  readonly messageId: string;
  /** The first of the ids that it answers. */
  readonly inReplyTo: string;
  /** All ids in In-Reply-To; `inReplyTo` is the first of them. */
  readonly answered: readonly string[];
  readonly references: readonly string[];
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly replyTo: readonly Address[];
  readonly subject: string;
  /** The Date header; undefined when it is missing or unreadable, never "now". */
  readonly date: Date | undefined;
  readonly text: string;
  readonly html: string;
  /** Present when the text is format=flowed (RFC 3676). */
  readonly flow?: Flow;
  readonly attachments: readonly AttachmentDescriptor[];
  readonly reports: readonly ReportPart[];
  /** The method of a text/calendar part, in lower case: `reply` answers an invitation (RFC 6047, 2.4). */
  readonly calendarMethod?: string;
  /** Type, name and size (octets in transfer encoding) of each part that is not text; the same however the mail was fetched. */
  readonly structure: readonly string[];
  /** What was cut off because it exceeds a limit (S14 in SECURITY.md). */
  readonly truncated: { readonly headers: boolean; readonly body: boolean; readonly parts: boolean };
}

/** The first value of a header by its lower-case name, `""` when it is missing. */
export const headerOf = (message: Pick<ParsedMessage, "headers">, name: string): string => {
  return message.headers.find((header) => header.name === name)?.value ?? "";
};

/** Whether a mail names the id of a message that it answers. */
export const namesParent = ({ inReplyTo, references }: Pick<ParsedMessage, "inReplyTo" | "references">): boolean => {
  return inReplyTo !== "" || references.length > 0;
};
