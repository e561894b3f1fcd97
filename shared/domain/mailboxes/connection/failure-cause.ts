/** What a mailbox's owner can do about a failed login; connection-errors.ts says when. */
export type FailureCause =
  | "password"
  | "appPassword"
  | "passwordsOff"
  | "submissionOff"
  | "imapOff"
  | "browserFirst"
  | "encryption"
  | "unreachable"
  | "certificate"
  | "busy"
  | "consent"
  | "scope"
  | "otherAccount"
  | "operator";
