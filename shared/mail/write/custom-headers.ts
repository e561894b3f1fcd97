import { isHeaderText, fitInBytes } from "../text.ts";

/** A fault of the header `name`, or of all headers together when `name` is "". */
export interface CustomHeaderIssue {
  readonly name: string;
  readonly message: string;
}

/** The most custom headers an email may have. */
export const MAX_HEADERS = 50;
/** The error text for more headers than that. */
export const TOO_MANY_HEADERS = `must have at most ${MAX_HEADERS} headers`;
const MAX_BYTES = 16 * 1024;
const MAX_VALUE_LENGTH = 998;
const MAX_NAME_LENGTH = 76;
const namePattern = /^[A-Za-z0-9-]{1,76}$/;

const allowed = new Set([
  "auto-submitted",
  "comments",
  "feedback-id",
  "importance",
  "keywords",
  "list-id",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "organization",
  "precedence",
  "priority",
]);

/** The header by which this service recognises its mail. */
export const TRACKING_HEADER = "X-Sending-ID";

/** Whether a client may set this header: the list above and X-*, except Gmail's X-GM-* and ours (S6 in SECURITY.md). */
const isAllowed = (name: string): boolean => {
  const key = name.toLowerCase();
  if (key === TRACKING_HEADER.toLowerCase()) return false;
  return allowed.has(key) || (key.startsWith("x-") && key.length > 2 && !key.startsWith("x-gm-"));
};

/** All faults of a client's custom headers, in order; empty when they may be sent (api/README.md, "Sending"). */
export const customHeaderIssues = (headers: Readonly<Record<string, string>>): CustomHeaderIssue[] => {
  const entries = Object.entries(headers);
  const issues: CustomHeaderIssue[] = [];
  if (entries.length > MAX_HEADERS) issues.push({ name: "", message: TOO_MANY_HEADERS });
  if (!fitInBytes(MAX_BYTES, ...entries.flat())) {
    issues.push({ name: "", message: "must have at most 16 KB of names and values" });
  }

  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const message = nameIssue(name, seen) ?? valueIssue(value);
    if (message) issues.push({ name, message });
    if (name.length <= MAX_NAME_LENGTH) seen.add(name.toLowerCase());
  }
  return issues;
};

const nameIssue = (name: string, seen: ReadonlySet<string>): string | undefined => {
  if (name.length > MAX_NAME_LENGTH || !namePattern.test(name)) return "must be named with 1 to 76 letters, digits and hyphens";
  if (!isAllowed(name)) return "is not a header that can be set";
  if (seen.has(name.toLowerCase())) return "is given twice";
  return undefined;
};

const valueIssue = (value: string): string | undefined => {
  if (value.length > MAX_VALUE_LENGTH) return `must be at most ${MAX_VALUE_LENGTH} characters`;
  if (!isHeaderText(value)) return "must not contain line breaks or control characters";
  return undefined;
};
