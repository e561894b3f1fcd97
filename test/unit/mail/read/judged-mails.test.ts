import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bounceClass } from "#shared/mail/read/bounces/bounce-class.ts";
import { understandKind } from "#shared/mail/read/classify.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";

/** Mail after public bug reports, with the right judgement of it; names and addresses are invented. */
interface Judged {
  readonly id: string;
  /** Its octets, one for each character. */
  readonly raw: string;
  readonly expected: {
    readonly kind?: readonly string[];
    readonly class?: readonly string[];
    readonly bounced?: readonly string[];
    readonly bounce?: {
      readonly failed: readonly string[];
      readonly final: boolean;
      readonly cls?: string | readonly string[];
      readonly status?: readonly string[];
      readonly mid?: string;
    };
  };
}

const mails = JSON.parse(readFileSync(new URL("judged-mails.json", import.meta.url), "utf8")) as readonly Judged[];

describe("a reported mail is judged right", () => {
  it.each(mails.map((mail) => [mail.id, mail] as const))("%s", (_, { raw, expected }) => {
    const { bounce, kindAlone } = understandKind(parseMessage(Buffer.from(raw, "latin1")));
    const failed = (bounce?.recipients ?? []).filter(({ action }) => action === "failed");

    if (expected.kind) expect(expected.kind).toContain(kindAlone.kind);
    if (expected.bounced) expect(failed.map(({ email }) => email)).toEqual(expected.bounced);
    const { failed: named, final, cls, status, mid } = expected.bounce ?? {};
    if (named) expect([failed.map(({ email }) => email), bounce?.final]).toEqual([named, final]);
    const classes = [expected.class ?? cls ?? []].flat();
    if (classes.length > 0) expect(classes).toContain(bounce && bounceClass(failed[0] ?? bounce));
    if (status) expect(status).toContain(failed[0]?.status);
    if (mid !== undefined) expect(bounce?.messageIds[0]).toBe(mid);
  });
});
