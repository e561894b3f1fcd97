import type { Arrival } from "./inbox-store.ts";

/** What a delivery report says, besides the mail that it comes in. */
interface Report extends Arrival {
  readonly recipient?: string;
  readonly action?: "failed" | "delayed";
  readonly status?: string;
  /** The words of the recipient's server, behind 550. */
  readonly said?: string;
}

/** The part of a mail that returns the headers of that Message-ID's. */
export const returnedHeaders = (id: string): readonly string[] => [
  "--b",
  "Content-Type: text/rfc822-headers",
  "",
  `Message-ID: ${id}`,
  "From: me@example.com",
];

/** A multipart/report of that type; `parts` stand behind a text for people. */
export const report = (type: string, parts: readonly string[], facts: Arrival): Arrival => ({
  headers: { "Content-Type": `multipart/report; report-type=${type}; boundary="b"`, "MIME-Version": "1.0" },
  body: ["--b", "Content-Type: text/plain", "", "Your message could not be delivered.", ...parts, "--b--"].join("\n"),
  ...facts,
});

/** A delivery report on the mail with that Message-ID, to Jane unless told; without one it returns no headers. */
export const bounce = (
  id: string,
  { recipient = "jane@peer.test", action = "failed", status = action === "failed" ? "5.1.1" : "4.2.2", said, ...facts }: Report = {},
): Arrival =>
  report(
    "delivery-status",
    [
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.peer.test",
      "",
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; 550 ${said ?? "5.1.1 user unknown"}`,
      ...(id === "" ? [] : returnedHeaders(id)),
    ],
    { from: "MAILER-DAEMON@mx.peer.test", subject: "Undelivered Mail Returned to Sender", ...facts },
  );
