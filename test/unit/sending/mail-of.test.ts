import { expect, it } from "vitest";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { mailOf } from "#shared/sending/deliver/prepare.ts";
import { isTrackedBy } from "#shared/sending/email.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

it("writes nothing of an email's metadata and tags into the mail", () => {
  const [draft] = draftsOf("655f1c2e9b1e8a0012345678", [{ bodyText: "Hi", metadata: { campaign_7: "zebra-77" }, tags: ["gnu-79"] }]);

  const mime = String(buildMime(mailOf(draft!.send, draft!.body)));

  expect(draft!.send).toMatchObject({ metadata: { campaign_7: "zebra-77" }, tags: ["gnu-79"] });
  expect(mime).not.toMatch(/zebra|campaign_7|gnu/);
});

it("carries a tracking header whose hash is its own, the same on every attempt, and of an older version's send none", () => {
  const [draft, other] = draftsOf("655f1c2e9b1e8a0012345678", [{ bodyText: "Hi" }, { bodyText: "Hi" }]);
  const { trackingKey: _key, ...former } = draft!.send;
  const header = (send: typeof former) => /^X-Sending-ID: (\S+)\r$/m.exec(String(buildMime(mailOf(send, draft!.body))))?.[1] ?? "";

  expect(header(draft!.send)).toBe(header(draft!.send));
  expect(isTrackedBy(draft!.send, header(draft!.send), [draft!.send.toEmail.toUpperCase()])).toBe(true);
  expect(isTrackedBy({ ...other!.send, id: draft!.send.id }, header(draft!.send), [draft!.send.toEmail])).toBe(false);
  expect(header(former)).toBe("");
});
