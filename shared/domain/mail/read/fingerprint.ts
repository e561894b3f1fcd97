import { hash } from "node:crypto";
import { withLf } from "./line-ends.ts";
import { headerOf, type ParsedMessage } from "../parsed-message.ts";

/** Fields that mail systems add or change on the way: copies of one mail differ in them. */
const trace =
  /^(?:received|return-path|delivered-to|envelope-to|delivery-date|apparently-to|x-.+|dkim-.+|domainkey-.+|arc-.+|authentication-results|received-spf|status|lines|content-length)$/;

/** Says how the fingerprint is made: one that is made otherwise is never equal. */
const VERSION = "2";

const digest = (facts: readonly unknown[]): string => hash("sha256", JSON.stringify(facts), "base64url");
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();
const lines = (text: string): string => withLf(text).trimEnd();

/**
 * What tells one mail from another, whatever way it came and however it was fetched: the header without trace fields, the structure with
 * types, names and sizes, and the text. A Message-ID alone does not: whoever knows it could send it first and suppress the real mail.
 */
export const fingerprint = (message: ParsedMessage): string => {
  const fields = message.headers
    .filter(({ name }) => !trace.test(name))
    .map(({ name, value }) => `${name}:${folded(value)}`)
    .toSorted();
  return `${VERSION}:${digest([fields, message.structure, lines(message.text), lines(message.html)])}`;
};

/** What is known of a mail by its headers alone; no proof that two are one. */
export const headerFingerprint = (message: Pick<ParsedMessage, "headers">): string =>
  digest(["message-id", "date", "from", "to", "subject"].map((name) => folded(headerOf(message, name))));

/** Whether a stored key is a fingerprint of today's making. */
export const isFingerprint = (key: string): boolean => key.startsWith(`${VERSION}:`);
