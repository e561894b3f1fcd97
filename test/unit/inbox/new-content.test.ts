import { describe, expect, it } from "vitest";
import { newContent } from "#shared/domain/inbox/new-content.ts";

describe("new content", () => {
  it("strips both bodies", () => {
    const message = { text: "Yes.\n\n> Shall we?\n", html: '<p>Yes.</p><blockquote type="cite">Shall we?</blockquote>' };

    expect(newContent(message)).toEqual({ text: "Yes.", html: "<p>Yes.</p>", snippet: "Yes." });
  });

  it("takes the text of a mail that has only html from its stripped html", () => {
    const message = { text: "", html: '<p>Yes,<br>gladly.</p><blockquote type="cite">Shall we?</blockquote>' };

    expect(newContent(message)).toEqual({ text: "Yes,\ngladly.", html: "<p>Yes,<br>gladly.</p>", snippet: "Yes, gladly." });
  });
});
