import { invalid } from "#shared/platform/errors.ts";
import { parsePlainAddress } from "#shared/mail/addresses.ts";
import type { ConnectRequest } from "../connect-mailbox.ts";
import type { Mailboxes } from "../ports.ts";
import { type ImapRequest, isGiven, type SmtpRequest } from "../settings.ts";
import { discover } from "./discover.ts";
import { type Discovered, type DiscoveredServer, serversToConfirm, domainOf, type DiscoveryPorts } from "./discovered.ts";

/** The ports of filling in. */
export interface FillInPorts {
  readonly mailboxes: Pick<Mailboxes, "findByEmail">;
  readonly discovery: DiscoveryPorts;
}

type Protocol = "smtp" | "imap";

/**
 * The request with the servers that it leaves out, as discovered; its own ports, user names and passwords stay. When no SMTP server is named, IMAP is
 * discovered, too, with the same password, unless the inbox is not to be read. Throws `invalid` naming the host that was not found.
 */
export const withDiscovered = async (ports: FillInPorts, userId: string, request: ConnectRequest): Promise<ConnectRequest> => {
  if (!("smtp" in request)) return request;
  const { smtp, imap } = request;
  const wantsImap = imap.host === undefined && isGiven(imap);
  if (smtp.host !== undefined && !wantsImap) return request;
  const parsed = parsePlainAddress(request.email);
  const email = parsed.ok ? parsed.address : request.email;
  const stored = (await ports.mailboxes.findByEmail(userId, email))?.imap;
  // An inbox that was connected before keeps its own settings.
  if (smtp.host !== undefined && stored) return request;
  const found = await discover(ports.discovery, email);
  const alsoImap = imap.host === undefined && (wantsImap || (!stored && request.inboxSyncEnabled !== false && isUsable(found, "imap")));
  const problems = [...(smtp.host === undefined ? problemOf(found, "smtp") : []), ...(alsoImap && !stored ? problemOf(found, "imap") : [])];
  if (problems.length > 0) throw invalid(...problems);
  return {
    ...request,
    smtp: smtp.host === undefined ? filled(smtp, found.smtp) : smtp,
    imap: alsoImap && !stored ? { password: smtp.password, ...filled(imap, found.imap) } : imap,
  };
};

const isUsable = (found: Discovered, protocol: Protocol): boolean =>
  found[protocol] !== undefined && !serversToConfirm(found).some((server) => server.protocol === protocol);

const problemOf = (found: Discovered, protocol: Protocol) => {
  if (isUsable(found, protocol)) return [];
  const domain = domainOf(found.email);
  const host = found[protocol]?.host;
  const why = host === undefined ? "none was found for" : `${host} is named for it but lies outside`;
  return [{ field: `${protocol}Host`, message: `is required: ${why} ${domain}` }];
};

const filled = <R extends SmtpRequest | ImapRequest>(request: R, found: DiscoveredServer | undefined): R => {
  if (!found) return request;
  const { host, port, secure, username } = found;
  const mode = request.port === undefined && { secure };
  return { host, port, ...mode, username, ...given(request) } as R;
};

const given = (request: object) => Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
