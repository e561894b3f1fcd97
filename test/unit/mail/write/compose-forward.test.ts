import { describe, expect, it } from "vitest";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { composeForward } from "#shared/mail/write/compose/compose.ts";
import { aMessage } from "./conversation.ts";

const nothing = { text: "", html: "" };
const plan = aMessage({
  to: [
    { name: "Bob", email: "bob@example.net" },
    { name: "", email: "eve@example.net" },
  ],
  cc: [{ name: "", email: "carol@example.net" }],
  text: "See the plan.",
  html: "<p>See the <b>plan</b>.</p>",
  attachments: [
    { filename: "plan.pdf", size: 123_456 },
    { filename: "", size: 12 },
    { filename: "große Übersicht.mov", size: 98_700_000 },
  ],
});

describe("composeForward", () => {
  it("passes a message on as text, with a block that tells where it is from", () => {
    expect(composeForward({ content: { text: "FYI", html: "" }, messages: [plan] }, sanitize).text).toBe(
      [
        "FYI",
        "",
        "---------- Forwarded message ---------",
        "From: Jane Doe <jane@example.com>",
        "Date: Fri, 20 Nov 2026 at 10:15 UTC",
        "Subject: Plan",
        "To: Bob <bob@example.net>, eve@example.net",
        "Cc: carol@example.net",
        "",
        "See the plan.",
        "",
        "Attachments:",
        "- plan.pdf (123.5 KB)",
        "- unnamed (12 bytes)",
        "- große Übersicht.mov (98.7 MB)",
      ].join("\n"),
    );
  });

  it("passes it on as html with the same block", () => {
    const { html } = composeForward({ content: { text: "FYI", html: "" }, messages: [plan] }, sanitize);

    expect(html).toMatch(/^<div>FYI<\/div><div>/);
    expect(html).toContain("---------- Forwarded message ---------<br>\n<b>From:</b> Jane Doe &lt;jane@example.com&gt;<br>");
    expect(html).toContain("<p>See the <b>plan</b>.</p>");
    expect(html).toContain("<li>plan.pdf (123.5 KB)</li>");
  });

  it("starts a new conversation", () => {
    const { subject, inReplyTo, references } = composeForward({ content: nothing, messages: [plan] }, sanitize);

    expect({ subject, inReplyTo, references }).toEqual({ subject: "Fwd: Plan", inReplyTo: "", references: [] });
  });

  it("needs no note", () => {
    const { text, html } = composeForward({ content: nothing, messages: [plan] }, sanitize);

    expect(text).toMatch(/^---------- Forwarded message/);
    expect(html).toMatch(/^<div>\n<p dir="ltr"[^>]*>---------- Forwarded message/);
  });

  it("repeats the block for every message of a thread, oldest first", () => {
    const answer = aMessage({ subject: "Re: Plan", text: "Answer.", html: "<p>Answer.</p>" });

    const { subject, text, html } = composeForward({ content: nothing, messages: [plan, answer] }, sanitize);

    expect(subject).toBe("Fwd: Plan");
    for (const part of [text, html]) {
      expect(part.match(/Forwarded message ---/g)).toHaveLength(2);
      expect(part.indexOf("See the")).toBeLessThan(part.indexOf("Answer."));
    }
  });

  it("keeps hostile names on one line", () => {
    const hostile = aMessage({
      from: { name: "Boss\r\nTo: everyone", email: "a@x.y\nCc: b" },
      subject: "a\r\n\r\nbody",
      attachments: [{ filename: "fdp.\u202eexe\nnext", size: 1 }],
    });

    const lines = composeForward({ content: nothing, messages: [hostile] }, sanitize).text.split("\n");

    expect(lines.slice(1, 4)).toEqual(["From: Boss To: everyone <a@x.y Cc: b>", "Date: Fri, 20 Nov 2026 at 10:15 UTC", "Subject: a body"]);
    expect(lines.at(-1)).toBe("- fdp.exe next (1 bytes)");
  });
});
