import type { Arrival } from "./inbox-store.ts";

const report = (id: string, recipient: string, action = "failed") =>
  [
    "--b",
    "Content-Type: text/plain",
    "",
    "Your message could not be delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.peer.test",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    action === "failed" ? "Status: 5.1.1" : "Status: 4.2.2",
    "Diagnostic-Code: smtp; 550 5.1.1 user unknown",
    ...(id === "" ? [] : ["--b", "Content-Type: text/rfc822-headers", "", `Message-ID: ${id}`, "From: me@example.com"]),
    "--b--",
  ].join("\n");
/** A delivery report on the mail with that Message-ID; without one it returns no headers. */
export const bounce = (id: string, recipient = "jane@peer.test", action = "failed", facts: Arrival = {}): Arrival => ({
  from: "MAILER-DAEMON@mx.peer.test",
  subject: "Undelivered Mail Returned to Sender",
  headers: { "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"', "MIME-Version": "1.0" },
  body: report(id, recipient, action),
  ...facts,
});
