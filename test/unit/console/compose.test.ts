import { describe, expect, it } from "vitest";
import { chunksOf } from "#shared/console/screens/compose/sending.ts";
import { type Draft, emptyStep, fill, neededBy, newDraft, type Sequence } from "#shared/console/screens/compose/draft.ts";
import { recipientsOf, sequenceOf } from "#shared/console/screens/compose/recipients.ts";

const draft = (changes: Partial<Draft>): Draft => ({ ...newDraft("Europe/Berlin"), mailboxId: "m1", ...changes });
const sequencesOf = (written: Draft) => recipientsOf(written).recipients.map((recipient) => sequenceOf(written, recipient));
const step = { ...emptyStep, subject: "Hello {{first_name}}", text: "Dear {{first_name|friend}}" };

describe("a placeholder", () => {
  it("is replaced by the row's value, in upper and lower case", () => {
    expect(fill("{{Name}} and {{ name }}", { name: "Ann" }, "text")).toBe("Ann and Ann");
  });

  it("says what stands after the bar when there is no value", () => {
    expect(fill("Dear {{name|friend}}{{title|}}", { name: "" }, "text")).toBe("Dear friend");
  });

  it("needs a value unless it says what to write without one, and is named once", () => {
    expect(neededBy(["{{A}} {{a}} {{b|}}", "{{ c }}", "none"])).toEqual(["a", "c"]);
  });

  it("is empty for what every object has", () => expect(fill("<{{constructor}}>", {}, "text")).toBe("<>"));

  it("is escaped in HTML and cannot break a subject's line", () => {
    const values = { name: `<b>"A" & 'B'</b>`, city: "Bad\r\nBcc: x@y" };

    expect(fill("<p>{{name}}</p>", values, "html")).toBe("<p>&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;</p>");
    expect(fill("To {{city}}", values, "line")).toBe("To Bad Bcc: x@y");
  });

  it("takes $ in a value as it stands", () => expect(fill("{{sum}}", { sum: "$& $1" }, "text")).toBe("$& $1"));
});

describe("a draft", () => {
  it("is one email with what the form holds", () => {
    const sequences = sequencesOf(
      draft({
        to: " Jane <jane@x.test> ",
        cc: "a@x.test; b@x.test",
        tags: "vip, spring",
        metadata: "campaign=spring, contact=42",
        steps: [{ ...emptyStep, subject: "Hi", text: "Text", html: "<p>Text</p>" }],
        at: "2026-12-01T09:00",
        hours: { days: ["mon"], from: "09:00", to: "17:00" },
        unsubscribe: true,
      }),
    );

    expect(sequences).toEqual([
      {
        line: 0,
        to: "Jane <jane@x.test>",
        emails: [
          {
            mailbox_id: "m1",
            to: "Jane <jane@x.test>",
            subject: "Hi",
            body_text: "Text",
            body_html: "<p>Text</p>",
            cc: ["a@x.test", "b@x.test"],
            bcc: undefined,
            tags: ["vip", "spring"],
            metadata: { campaign: "spring", contact: "42" },
            send_at: { local: "2026-12-01T09:00", timezone: "Europe/Berlin" },
            window: { days: ["mon"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" },
            unsubscribe: true,
          },
        ],
      },
    ]);
  });

  it("leaves as HTML made of its formatted text, with the pictures that it shows and no second text", () => {
    const file = { name: "offer.pdf", type: "application/pdf", content: "JVBERg==" };
    const [shown, other] = ["a@inline", "b@inline"].map((content_id) => ({ ...file, name: "x.png", type: "image/png", content_id }));
    const rich = {
      type: "doc",
      content: [
        { type: "paragraph", content: [{ type: "text", text: "Dear {{first_name|<you>}}", marks: [{ type: "bold" }] }] },
        { type: "paragraph", content: [{ type: "picture", attrs: { cid: "a@inline", alt: "x" } }] },
        { type: "script", content: [{ type: "text", text: "<script>" }] },
      ],
    };
    const second = { type: "doc", content: [{ type: "picture", attrs: { cid: "b@inline" } }] };
    const [sequence] = sequencesOf(
      draft({
        to: "a@x.test, ",
        files: [file, shown!, other!],
        steps: [
          { ...step, text: "old", rich },
          { ...emptyStep, rich: second },
        ],
      }),
    );
    const [first, followUp] = sequence!.emails;

    expect(sequence?.to).toBe("a@x.test");
    expect(first).not.toHaveProperty("body_text");
    expect(first?.body_html).toMatch(
      /^<p><strong>Dear \{\{first_name\|&lt;you&gt;\}\}<\/strong><\/p><p><img src="cid:a@inline".*&lt;script&gt;$/,
    );
    expect(first?.attachments).toEqual([file, shown]);
    expect(followUp?.attachments).toEqual([other]);
  });

  it("needs a value for a placeholder of its formatted text, which is escaped there", () => {
    const rich = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Dear {{name}}" }] }] };
    const written = draft({
      isList: true,
      table: "email,name\na@x.test,<b>A</b>\nb@x.test,",
      steps: [{ ...emptyStep, subject: "s", rich }],
    });

    expect(recipientsOf(written).recipients.map(({ problems }) => problems)).toEqual([[], ["{{name}} has no value"]]);
    expect(sequencesOf(written)[0]?.emails[0]?.body_html).toBe("<p>Dear &lt;b&gt;A&lt;/b&gt;</p>");
  });

  it("is a sequence whose follow-ups name the email before them, and what cancels them", () => {
    const sequences = sequencesOf(
      draft({ to: "a@x.test", steps: [step, { ...emptyStep, text: "Again", days: "4" }, { ...emptyStep, text: "Last" }] }),
    );

    expect(sequences[0]?.emails.slice(1)).toMatchObject([
      { follows: 0, body_text: "Again", scheduled_after: "P4D", cancel_on: ["reply", "bounce"] },
      { follows: 1, body_text: "Last", scheduled_after: "P3D" },
    ]);
    expect(sequences[0]?.emails[1]).not.toHaveProperty("subject");
  });

  it("writes one email for each row of a table, with the name of the column `name`", () => {
    const table = "email,name,first_name\nann@x.test,Ann Lee,Ann\nben@x.test,,Ben";

    const sequences = sequencesOf(draft({ isList: true, table, steps: [step], metadata: "contact={{first_name}}" }));

    expect(sequences.map(({ emails: [email] }) => email)).toMatchObject([
      { to: { name: "Ann Lee", email: "ann@x.test" }, subject: "Hello Ann", body_text: "Dear Ann", metadata: { contact: "Ann" } },
      { to: "ben@x.test", subject: "Hello Ben" },
    ]);
  });

  it("names what is wrong with a row before anything is asked", () => {
    const table = "email;first_name\nANN@x.test;Ann\n;Ben\ncid@x.test;\nann@x.test;Ann\ndan@x.test";

    expect(recipientsOf(draft({ isList: true, table, steps: [step] })).recipients.map(({ line, problems }) => [line, ...problems])).toEqual(
      [
        [2],
        [3, "has no address"],
        [4, "{{first_name}} has no value"],
        [5, "has the same address as line 2"],
        [6, "has 1 value, but there are 2 columns"],
      ],
    );
  });

  it.each([
    ["name\nAnn", "No column has the addresses: name it email. The columns are name."],
    ["email", "The table has no rows below its first line."],
  ])("says what is wrong with the table %j", (table, problem) => {
    expect(recipientsOf(draft({ isList: true, table }))).toMatchObject({ recipients: [], problem });
  });
});

describe("batches", () => {
  const sequence = (line: number, steps: number, text = "x"): Sequence => ({
    line,
    to: "a@x.test",
    emails: Array.from({ length: steps }, (_, index) =>
      index === 0 ? { mailbox_id: "m", to: "a@x.test", subject: "s", body_text: text } : { follows: index - 1, body_text: text },
    ),
  });

  it("have at most 1,000 emails and never divide a sequence", () => {
    const chunks = chunksOf(Array.from({ length: 700 }, (_, line) => sequence(line, 3)));

    expect(chunks.map(({ emails }) => emails.length)).toEqual([999, 999, 102]);
    expect(chunks.flatMap(({ sequences }) => sequences.map(({ line }) => line))).toEqual(Array.from({ length: 700 }, (_, line) => line));
  });

  it("count `follows` from the start of the batch", () => {
    const [chunk] = chunksOf([sequence(0, 3), sequence(1, 2)]);

    expect(chunk?.emails.map((email) => ("follows" in email ? email.follows : "first"))).toEqual(["first", 0, 1, "first", 3]);
  });

  it("are smaller when the emails are large, in bytes", () => {
    const chunks = chunksOf(Array.from({ length: 8 }, (_, line) => sequence(line, 1, "é".repeat(500_000))));

    expect(chunks.map(({ emails }) => emails.length)).toEqual([3, 3, 2]);
  });
});
