import { hash } from "node:crypto";
import { withLf } from "./readable-text.ts";
import { headerOf, type ParsedMessage } from "../parsed-message.ts";

/** Fields that mail systems add or change in transit, so copies of one mail differ in them. */
const trace =
  /^(?:received|return-path|delivered-to|envelope-to|delivery-date|apparently-to|x-.+|dkim-.+|domainkey-.+|arc-.+|authentication-results|received-spf|status|lines|content-length)$/;

/** The version of the algorithm, so that fingerprints of different algorithms are never equal. */
const VERSION = "2";

const digest = (facts: readonly unknown[]): string => hash("sha256", JSON.stringify(facts), "base64url");
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();
const lines = (text: string): string => withLf(text).trimEnd();

/**
 * Identifies a mail however it was delivered and fetched: by its header without trace fields, its structure (types, names and sizes), and its text.
 * The Message-ID does not suffice: whoever knows it could send a fake first, so that the real mail counted as a copy.
 */
export const fingerprint = (message: ParsedMessage): string => {
  const fields = message.headers
    .filter(({ name }) => !trace.test(name))
    .map(({ name, value }) => `${name}:${folded(value)}`)
    .toSorted();
  return `${VERSION}:${digest([fields, message.structure, lines(message.text), lines(message.html)])}`;
};

/** The identity of a mail by its headers only; two different mails may have the same. */
export const headerFingerprint = (message: Pick<ParsedMessage, "headers">): string =>
  digest(["message-id", "date", "from", "to", "subject"].map((name) => folded(headerOf(message, name))));

/** Whether a stored key is a fingerprint of the current version. */
export const isFingerprint = (key: string): boolean => key.startsWith(`${VERSION}:`);
