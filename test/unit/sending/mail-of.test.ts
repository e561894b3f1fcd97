import { expect, it } from "vitest";
import { buildMime } from "#shared/domain/mail/write/build-mime.ts";
import { mailOf } from "#shared/domain/sending/deliver/mail-of.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

it("writes nothing of an email's metadata into the mail", () => {
  const [draft] = draftsOf("655f1c2e9b1e8a0012345678", [{ text: "Hi", metadata: { campaign_7: "zebra-77" } }]);

  const mime = String(buildMime(mailOf(draft!.send, draft!.body)));

  expect(draft!.send.metadata).toEqual({ campaign_7: "zebra-77" });
  expect(mime).not.toMatch(/zebra|campaign_7/);
});
