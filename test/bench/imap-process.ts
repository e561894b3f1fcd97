// The sandbox's IMAP server as a child process: it says where it listens and whom to trust.
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { startImap } from "#infra/local/sandbox/imap/start-imap.ts";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";

const authority = await createAuthority();
const { port } = await startImap({ store: openMailStore(), certificate: await authority.issue(loopbackNames), accepts: () => true });
process.on("disconnect", () => process.exit());
process.send?.({ port, ca: authority.ca });
