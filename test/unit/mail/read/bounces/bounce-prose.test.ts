import { describe, expect, it } from "vitest";
import { readBounce } from "#shared/domain/mail/read/bounces/read-bounce.ts";
import { aMail } from "../raw-mail.ts";

describe("a notice in prose", () => {
  it("names every recipient of a list with its own reason", () => {
    const text = "The following address(es) failed:\n\n  a@gone.example\n    550 5.1.1 unknown\n  b@gone.example\n    552 5.2.2 full\n";

    const bounce = readBounce(aMail({ headers: { From: "Mailer-Daemon@mx.example", Subject: "Mail delivery failed" }, body: text }));

    expect(bounce?.recipients.map(({ email, status }) => [email, status])).toEqual([
      ["a@gone.example", "5.1.1"],
      ["b@gone.example", "5.2.2"],
    ]);
  });

  it("is no failure while the mail system goes on trying", () => {
    const text =
      "This is a warning message only. You do not need to resend your message.\n\nDelivery to the following recipient has been delayed:\n\n  slow@gone.example\n\nMessage will be retried for 2 more day(s)\n";

    const bounce = readBounce(
      aMail({ headers: { From: "mailer-daemon@mx.example", Subject: "Delivery Status Notification (Delay)" }, body: text }),
    );

    expect(bounce?.final).toBe(false);
    expect(bounce?.recipients[0]).toMatchObject({ email: "slow@gone.example", action: "delayed" });
  });

  it("takes the recipient from X-Failed-Recipients when the prose names nobody", () => {
    const bounce = readBounce(
      aMail({
        headers: {
          From: "mailer-daemon@mx.example",
          Subject: "Delivery Status Notification (Failure)",
          "X-Failed-Recipients": "group@lists.example",
        },
        body: "The group may not exist.\n",
      }),
    );

    expect(bounce?.recipients.map((recipient) => recipient.email)).toEqual(["group@lists.example"]);
  });
});
