import type { ParsedMessage } from "../parsed-message.ts";

type Linked = Pick<ParsedMessage, "messageId" | "answered" | "references">;

/** The ids that a mail directly answers: those in In-Reply-To, else the last in References. */
export const answeredIds = ({ answered, references }: Linked): readonly string[] => (answered.length > 0 ? answered : references.slice(-1));

/** Every id that links a mail to a conversation: its own, and those that it answers or refers to (RFC 5256, 2.2, without the step for subjects). */
export const linkIds = ({ messageId, references, answered }: Linked): readonly string[] => [
  ...new Set([messageId, ...references, ...answered].filter((id) => id !== "")),
];
