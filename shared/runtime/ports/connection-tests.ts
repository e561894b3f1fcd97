import { speaksTls } from "../../adapters/egress/speaks-tls.ts";
import { mailLogins } from "../../domain/inbox/mail-logins.ts";
import { connectionTests as testConnections } from "../../domain/mailboxes/connection/connection-tests.ts";
import { egress } from "./egress.ts";
import { mailReader } from "./mail-reader.ts";
import { submissions } from "./submissions.ts";

/** Logs in and out again. */
export const connectionTests = testConnections(mailLogins({ submissions, mailReader, speaksTls: speaksTls(egress) }));
