import type { Forward, NewAttachment, Reply, ThreadMessage } from "../../../client/index.ts";
import type { Saved } from "../../data/drafts.ts";
import { addressesOf } from "../../data/pairs.ts";
import { ownZone } from "../sends/when.tsx";
import type { Way } from "./to-whom.ts";
import { htmlOf, isBlank, picturesIn, type RichNode } from "./rich-text.ts";
import { atOnce, type Departure, departureOut } from "./departure.tsx";

/** What cancels an email that waits. */
export type CancelOn = "reply" | "bounce" | "auto_reply" | "left" | "asked";
/** What a person may choose of it, each with its words. */
export const cancelTriggers: readonly (readonly [CancelOn, string])[] = [
  ["reply", "a person answers"],
  ["bounce", "an email bounces"],
  ["auto_reply", "an automatic answer comes"],
  ["left", "the recipient has left"],
  ["asked", "the recipient asks to stop"],
];

/** What is chosen after one trigger was chosen, or not any more; in the order of the list. */
export const choosing = (chosen: readonly CancelOn[], trigger: CancelOn, isChosen: boolean): readonly CancelOn[] =>
  cancelTriggers.map(([one]) => one).filter((one) => (one === trigger ? isChosen : chosen.includes(one)));

/** An answer that is being written; its files are kept beside it. */
export interface Written {
  /** The Idempotency-Key of this email, from its first letter until the service has answered. */
  readonly key: string;
  /** The email that it answers. */
  readonly id: string;
  readonly way: Way;
  readonly text: string;
  /** The formatted text, where there is one instead of `text`. */
  readonly rich?: RichNode | undefined;
  /** Addresses, with commas between them. */
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly subject: string;
  readonly departure: Departure;
  readonly cancelOn: readonly CancelOn[];
  /** A reply quotes the conversation; a forward takes the files along. */
  readonly isWhole: boolean;
  /** When it was changed last, ms since 1970. */
  readonly at: number;
  /** When it was first sent to the service without getting an answer, ms since 1970. */
  readonly triedAt?: number | undefined;
  /** The draft that the account keeps of it. */
  readonly saved?: Saved | undefined;
}

/** A new answer. A follow-up that waits is for who has not answered: unless its writer wants it otherwise, an answer cancels it. */
export const newlyWritten = (email: ThreadMessage, way: Way, recipients: Pick<Written, "to" | "cc">): Written => ({
  key: crypto.randomUUID(),
  id: email.id,
  way,
  text: "",
  ...recipients,
  bcc: "",
  subject: "",
  departure: atOnce(),
  cancelOn: email.direction === "outbound" && way !== "forward" ? ["reply"] : [],
  isWhole: true,
  at: Date.now(),
});

/** The draft's name in the browser's storage: by conversation, by email, and separately for an answer and a forward. */
export const draftName = (threadId: string, id: string, way: Way): string =>
  `answer:${threadId}:${id}:${way === "forward" ? "forward" : "reply"}`;

/** Whether its writer has written anything: what it quotes is no text of theirs. */
export const hasText = ({ text, rich }: Pick<Written, "text" | "rich">): boolean =>
  rich === undefined ? text.trim() !== "" : !isBlank(rich);

/** What it says: a formatted text leaves as HTML, of which the service makes the text part, with the files that it shows. */
export const bodyOf = ({ text, rich }: Written) =>
  rich === undefined ? { body_text: text } : { body_html: isBlank(rich) ? "" : htmlOf(rich) };

/** The files that leave: of those for a formatted text the ones that it shows. */
export const filesOf = ({ rich }: Written, files: readonly NewAttachment[]): NewAttachment[] => {
  const shown = new Set(rich ? picturesIn(rich) : []);
  return files.filter(({ content_id: id }) => id === undefined || shown.has(id));
};

const every = (written: Written, given: readonly NewAttachment[]) => {
  const { subject, cc, bcc, departure } = written;
  const files = filesOf(written, given);
  return {
    ...bodyOf(written),
    ...(subject !== "" && { subject }),
    ...(addressesOf(cc).length > 0 && { cc: [...addressesOf(cc)] }),
    ...(addressesOf(bcc).length > 0 && { bcc: [...addressesOf(bcc)] }),
    ...(files.length > 0 && { attachments: [...files] }),
    ...departureOut(departure),
  };
};

/** The request that forwards: the form's fields, without those that the service chooses. */
export const forwardOf = (written: Written, files: readonly NewAttachment[]): Forward => ({
  ...every(written, files),
  to: addressesOf(written.to)[0] ?? "",
  include_attachments: written.isWhole,
});

/** The request that replies or follows up, made likewise; `to` is the form's. */
export const replyOf = (written: Written, files: readonly NewAttachment[]): Reply => ({
  ...every(written, files),
  to: addressesOf(written.to)[0] ?? "",
  ...(written.departure.when !== "now" && written.cancelOn.length > 0 && { cancel_on: [...written.cancelOn] }),
  ...(!written.isWhole && { quote_history: false }),
  quote_timezone: ownZone(),
});
