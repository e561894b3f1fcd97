// The scriptable SMTP server as a child process: it says where it listens, then answers every message with what it has counted.
import { startScriptableSmtp } from "#test/support/scriptable-smtp.ts";

const server = await startScriptableSmtp({ tls: "implicit" });
const { port, ca } = server;
process.on("message", () => {
  const { accepted, connections, roundTrips } = server;
  const distinct = new Set(accepted.map(({ messageId }) => messageId)).size;
  process.send?.({ accepted: accepted.length, distinct, connections, roundTrips });
});
process.on("disconnect", () => process.exit());
process.send?.({ port, ca });
