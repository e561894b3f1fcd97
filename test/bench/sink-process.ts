// The scriptable SMTP server as a child process: it says where it listens, then answers every message with what it has counted.
import { startScriptableSmtp } from "#test/support/scriptable-smtp.ts";

const server = await startScriptableSmtp({ tls: "implicit" });
const { port, ca } = server;
process.on("message", () => {
  const { accepted, connections, roundTrips } = server;
  process.send?.({ accepted: accepted.length, connections, roundTrips });
});
process.on("disconnect", () => process.exit());
process.send?.({ port, ca });
