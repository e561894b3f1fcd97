import { describe, expect, it } from "vitest";
import { dmarcFailure, isAuthenticated } from "#shared/inbox/ingest/decide-mail.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const failureIn = (headers: readonly string[], owner: Partial<Mailbox> = {}) =>
  dmarcFailure(parseMessage(Buffer.from(`${headers.join("\r\n")}\r\nFrom: jane@peer.test\r\n\r\nHello\r\n`)), aMailbox(owner));
const results = (id: string, dmarc = "fail") =>
  `Authentication-Results: ${id}${id === "" ? "" : "; "}spf=pass; dmarc=${dmarc} header.from=peer.test`;
const received =
  "Received: from evil.test (evil.test [203.0.113.9]) by mx1.provider.test (Postfix) with ESMTPS id 4; Sat, 21 Nov 2026 09:00:00 +0000";

describe("DMARC has failed where it says so", () => {
  it.each<[string, readonly string[], Partial<Mailbox>]>([
    ["above every Received field, whatever name it gives", [results("anything"), received], {}],
    ["under the name of a server that handed it on above", [received, results("mail.provider.test"), "Received: by outside.test"], {}],
    [
      "under the IMAP server's domain",
      [received, results("mx.example.com")],
      { imap: { host: "imap.example.com", port: 993, username: "x" } },
    ],
    [
      "under Google's name in a Google mailbox",
      ["Received: by 2002:a05:6512:3 with SMTP id x", results("mx.google.com"), received],
      { type: "google" },
    ],
    ["under no name in an Outlook mailbox", ["Received: from a (::1) by b.prod.outlook.com", results(""), received], { type: "outlook" }],
    [
      "in the second of the provider's fields",
      [received, "Authentication-Results: mx2.provider.test; bimi=skipped", results("mx1.provider.test")],
      {},
    ],
  ])("%s", (_, headers, owner) => {
    expect(failureIn(headers, owner)).toContain("dmarc=fail");
  });
});

describe("DMARC has not failed where it says so", () => {
  it.each<[string, readonly string[], Partial<Mailbox>]>([
    [
      "below a field of the provider that says otherwise",
      [results("mx1.provider.test", "pass"), received, results("mx1.provider.test")],
      {},
    ],
    ["under the name of a server that had it before", [received, results("mx.alumni.test"), "Received: from x by mx.alumni.test"], {}],
    ["below another's field", [received, results("mx.alumni.test", "pass"), results("mx1.provider.test")], {}],
    ["under no name in a mailbox that is not Microsoft's", [received, results("")], {}],
    ["under Google's name in another mailbox", [received, results("mx.google.com")], {}],
    ["in ARC's field", [`ARC-${results("mx1.provider.test")}`, received], {}],
    ["as another result", [results("mx1.provider.test", "none"), received], {}],
    ["under an address, not a name", ["Received: from x by 203.0.113.9", results("198.51.113.9")], {}],
  ])("%s", (_, headers, owner) => {
    expect(failureIn(headers, owner)).toBeUndefined();
  });
});

describe("a From address is authentic where the provider's topmost field says so", () => {
  const top = (text: string) => [`Authentication-Results: mx1.provider.test; ${text}`, received];
  it.each<[string, readonly string[], boolean]>([
    ["by DMARC", top("dmarc=pass header.from=peer.test"), true],
    ["by DKIM of its domain", top("dkim=pass header.d=peer.test header.s=x"), true],
    ["by DKIM of a domain above, named by its identity", top("dkim=pass header.i=@mail.peer.test"), true],
    ["by SPF of its domain", top("spf=pass smtp.mailfrom=bounce@peer.test"), true],
    ["not by DKIM of another domain", top("dkim=pass header.d=evil.test; spf=pass smtp.mailfrom=x@evil.test"), false],
    ["not where DMARC failed", top("dkim=pass header.d=peer.test; dmarc=fail"), false],
    ["not by DKIM that failed", top("dkim=fail header.d=peer.test"), false],
    ["not in a comment", top("dkim=fail (dkim=pass header.d=peer.test)"), false],
    ["not under a stranger's name below a Received field", [received, "Authentication-Results: evil.test; dmarc=pass"], false],
    ["not in a field below the topmost", [...top("dkim=none"), "Authentication-Results: mx1.provider.test; dmarc=pass"], false],
    ["not without a field", [received], false],
  ])("%s", (_, headers, isIt) => {
    const parsed = parseMessage(Buffer.from(`${headers.join("\r\n")}\r\nFrom: jane@peer.test\r\n\r\nHello\r\n`));
    expect(isAuthenticated(parsed, aMailbox({}))).toBe(isIt);
  });
});
