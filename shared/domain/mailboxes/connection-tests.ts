import type { MailReader } from "../inbox/ports.ts";
import type { Submissions } from "../sending/ports.ts";
import { classifyConnectionError } from "./connection-errors.ts";
import type { Credential } from "./mailbox.ts";
import type { ConnectionTests } from "./ports.ts";

/** An API request ends after 29 s, and the token endpoint may have taken its part of it. */
const IMAP_LIMIT_MS = 15_000;

/** Tests a login by the very connections that mail is sent and read through. */
export const connectionTests = (ports: { readonly submissions: Submissions; readonly mailReader: MailReader }): ConnectionTests => ({
  smtp: async (account) => {
    const opened = await ports.submissions.open(account);
    if (!("kind" in opened)) {
      opened.close();
      return undefined;
    }
    return classifyConnectionError(opened.kind === "refused" ? replyError(opened) : opened.error, attempt("SMTP", account.credential));
  },
  imap: async (account) => {
    try {
      (await ports.mailReader.open(account, AbortSignal.timeout(IMAP_LIMIT_MS))).close();
      return undefined;
    } catch (error) {
      return classifyConnectionError(error, attempt("IMAP", account.credential));
    }
  },
});

const attempt = (protocol: "SMTP" | "IMAP", credential: Credential) =>
  ({ protocol, credential: "accessToken" in credential ? "oauth" : "password" }) as const;

const replyError = ({ code, reply, at }: { readonly code: number; readonly reply: string; readonly at: string }) => ({
  responseCode: code,
  response: reply,
  ...(at === "login" && { code: "EAUTH" }),
});
