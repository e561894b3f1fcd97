// The scriptable SMTP server as a child process: it says where it listens, then answers every message with what it has counted.
import tls from "node:tls";
import { startScriptableSmtp } from "#test/support/scriptable-smtp.ts";

tls.DEFAULT_ECDH_CURVE = process.argv[2] ?? tls.DEFAULT_ECDH_CURVE;
const server = await startScriptableSmtp({ tls: "implicit" });
const { port, ca } = server;
const messageIds = new Set<string>();
let counted = 0;
process.on("message", () => {
  const { accepted, connections, roundTrips } = server;
  // Only what is new: whoever asks every few milliseconds must not slow the server down.
  for (; counted < accepted.length; counted += 1) messageIds.add(accepted[counted]?.messageId ?? "");
  process.send?.({ accepted: accepted.length, distinct: messageIds.size, connections, roundTrips });
});
process.on("disconnect", () => process.exit());
process.send?.({ port, ca });
