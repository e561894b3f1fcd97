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

  it("is a mail system's from Exchange's own recipient, without an empty return path", () => {
    const bounce = readBounce(
      aMail({
        headers: {
          From: "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@sender.example>",
          Subject: "Undeliverable: Offer",
        },
        body: "Delivery has failed to these recipients or groups:\n\nlost@gone.example\nThe mailbox is full.\n\nRemote Server returned '554 5.2.2 mailbox full'\n",
      }),
    );

    expect(bounce).toMatchObject({ maker: "system", status: "5.2.2", recipients: [{ email: "lost@gone.example" }] });
  });

  it.each([
    ["speaks of a status", "Dear sender,\n\nmore information:\n-- 5.1.1 User unknown\n", "more information: -- 5.1.1 User unknown"],
    ["speaks of a failure", "Dear sender,\n\nthe mailbox is full.\n\nRegards", "the mailbox is full."],
    ["stands first", "Gone fishing.\n\nRegards", "Gone fishing."],
  ])("gives as its reason the paragraph that %s when it names no reply of a server", (_, said, reason) => {
    const headers = { From: "Mailer-Daemon@mx.example", Subject: "Mail delivery failed", "X-Failed-Recipients": "lost@gone.example" };

    const bounce = readBounce(aMail({ headers, body: said }));

    expect(bounce?.recipients).toMatchObject([{ email: "lost@gone.example", reason }]);
  });
});
