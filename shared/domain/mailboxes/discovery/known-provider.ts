import type { ServedType } from "../mailbox.ts";
import type { DiscoveredLogin } from "./discovered.ts";

/** A provider of mailboxes. `smtps` and `imaps` are implicit TLS (ports 465 and 993), `smtp` and `imap` are STARTTLS (587 and 143). */
export interface KnownProvider {
  readonly id: string;
  readonly name: string;
  /** The domains of its addresses, with spaces between them; `yahoo.*` stands for yahoo.fr, yahoo.co.uk and the like. */
  readonly domains: string;
  /** The ends of the names of the servers that take mail for its customers' own domains. */
  readonly mx?: string;
  readonly type?: ServedType;
  readonly login: DiscoveredLogin;
  readonly smtp: string;
  readonly imap: string;
  /** The user name is the part before the @. */
  readonly isLocalName?: true;
  /** The page where the owner makes a password for programs. */
  readonly appPasswordUrl?: string;
  /** The page with these facts, such as Thunderbird's collection of providers' settings; "" where none was found. */
  readonly page: string;
}
