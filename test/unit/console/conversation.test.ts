// What a conversation shows of foreign words: names of files, addresses in texts, to whom an answer goes.
import { describe, expect, it } from "vitest";
import { ApiError, type Message, type ThreadMessage } from "#shared/client/index.ts";
import { isUnseen, Seen } from "#shared/console/screens/conversation/seen.ts";
import { toAnswer, answeredAt, recipientsOf, redirectWords } from "#shared/console/screens/conversation/to-whom.ts";
import { fileName, linksIn, partsOfName } from "#shared/console/screens/conversation/words.ts";
import { newlyWritten } from "#shared/console/screens/conversation/written.ts";

const links = (text: string): readonly string[] => linksIn(text).filter((_, at) => at % 2 === 1);

describe("a file's name", () => {
  it.each([
    ["photo\u202Egpj.exe", "photogpj.exe"],
    ["in\u2066voice\u2069.pdf", "invoice.pdf"],
    ["report.pdf\u00A0\u00A0\u00A0\u00A0      .exe", "report.pdf .exe"],
    ["a\u200B\u200F\u061Cb.txt", "ab.txt"],
    ["line\r\nbreak.txt", "linebreak.txt"],
    ["\u202E", "Unnamed file"],
    ["Angebot März.pdf", "Angebot März.pdf"],
  ])("%j shows as %j", (given, shown) => expect(fileName(given)).toBe(shown));
});

describe("the parts of a file's name", () => {
  it.each([
    ["report.pdf", ["report", ".pdf"]],
    ["report.pdf .exe", ["report.pdf ", ".exe"]],
    ["archive.tar.gz", ["archive.tar", ".gz"]],
    ["README", ["README", ""]],
    [".profile", [".profile", ""]],
    ["v1. final draft", ["v1. final draft", ""]],
  ])("%j is cut before its extension alone", (name, parts) => expect(partsOfName(name)).toEqual(parts));
});

describe("an address in a text", () => {
  it.each([
    ["See https://a.test/x.", ["https://a.test/x"]],
    ["(https://a.test/x)", ["https://a.test/x"]],
    ["https://a.test/x_(y), or", ["https://a.test/x_(y)"]],
    ["https://a.test/?a=1&b=2!", ["https://a.test/?a=1&b=2"]],
    ["«https://a.test/»", ["https://a.test/"]],
    ["[https://a.test/].", ["https://a.test/"]],
    ["'https://a.test/x'", ["https://a.test/x"]],
    ["https://a.test, https://b.test; https://c.test…", ["https://a.test", "https://b.test", "https://c.test"]],
    ["none", []],
  ])("ends before punctuation: %j", (text, found) => {
    expect(links(text)).toEqual(found);
    expect(linksIn(text).join("")).toBe(text);
  });
});

const person = (email: string, name = "") => ({ email, name });
const mail = (facts: Partial<ThreadMessage>): ThreadMessage =>
  ({ id: "m", direction: "inbound", from: person("jane@peer.test"), to: [person("sales@own.test")], cc: [], ...facts }) as ThreadMessage;
const known = (replyTo: string, rule = "new", newcomer = false) =>
  ({ reply_to: replyTo, explanation: { thread_rule: rule, newcomer } }) as Message;

describe("to whom an answer goes", () => {
  const before = [mail({ direction: "outbound", to: [person("Desk@else.test")] })];

  it.each([
    ["the sender without a Reply-To", known(""), [], "jane@peer.test"],
    ["the Reply-To of who began the conversation", known("desk@else.test"), [], "desk@else.test"],
    ["the Reply-To of who proves that he got our mail", known("desk@else.test", "send"), [], "desk@else.test"],
    ["the sender, where nothing proves the Reply-To", known("desk@else.test", "subject"), [], "jane@peer.test"],
    ["the sender, where a newcomer names it", known("desk@else.test", "new", true), [], "jane@peer.test"],
    ["a Reply-To to which we have written", known("desk@else.test", "subject", true), before, "desk@else.test"],
    ["the sender, while nothing is known", undefined, [], "jane@peer.test"],
  ])("is %s", (_, message, earlier, to) => expect(answeredAt(mail({}), message, earlier)).toBe(to));

  it("is to all everybody once, without the mailbox and its aliases", () => {
    const email = mail({
      to: [person("Sales@own.test"), person("ann@peer.test")],
      cc: [person("ANN@peer.test"), person("alias@own.test"), person("jane@peer.test")],
    });
    const own = ["sales@own.test", "alias@own.test"];

    expect(recipientsOf(email, "reply_all", "jane@peer.test", own)).toEqual({ to: "jane@peer.test, ", cc: "ann@peer.test, " });
    expect(recipientsOf(email, "reply", "jane@peer.test", own)).toEqual({ to: "jane@peer.test, ", cc: "" });
    expect(recipientsOf(email, "forward", "jane@peer.test", own)).toEqual({ to: "", cc: "" });
    expect(recipientsOf(mail({ direction: "outbound", to: [person("bob@peer.test")] }), "reply", "", own).to).toBe("bob@peer.test, ");
  });

  it("is said in words where the Reply-To is in another domain, and whether it goes there", () => {
    expect(redirectWords(mail({}), "desk@peer.test")).toBe("");
    expect(redirectWords(mail({}), "")).toBe("");
    expect(redirectWords(mail({}), "desk@else.test", "desk@else.test, ")).toContain("goes there");
    expect(redirectWords(mail({}), "desk@else.test", "jane@peer.test, ")).toContain("does not go there");
  });
});

describe("the email that a key answers", () => {
  const inbound = (kind: string) => ({ direction: "inbound", kind }) as const;
  const own = { direction: "outbound", kind: "" } as const;

  it.each([
    ["a person's newest, also before a bounce", [inbound("reply"), own, inbound("bounce")], 0],
    ["our own, where only a mail system reported", [own, inbound("bounce")], 0],
    ["our own, where only a machine answered", [own, inbound("auto_reply")], 0],
    ["our newest of several", [own, own], 1],
    ["the only one, whatever it is", [inbound("bounce")], 0],
    ["a newsletter, which somebody wrote", [inbound("bulk")], 0],
  ] as const)("is %s", (_, messages, at) => {
    expect(toAnswer(messages as unknown as Parameters<typeof toAnswer>[0])).toBe(messages[at]);
  });
});

describe("what the writer of an answer has seen", () => {
  const given = { retryAfter: undefined, requestId: undefined };
  const refusal = (details: string, type = "conversation_changed") =>
    new ApiError({ ...given, status: 409, body: { message: "It has something newer", type: type as "conversation_changed", details } });
  const messages = (...ids: readonly string[]) =>
    ids.map((id) => ({ id, direction: id.startsWith("in") ? "inbound" : "outbound", status: "sent" }) as ThreadMessage);
  /** Sends with a service that gives these answers in turn; what it was asked with. */
  const asks = async (seen: Seen, ...answers: readonly (Error | "sent")[]): Promise<readonly unknown[]> => {
    const asked: unknown[] = [];
    const answer = await seen
      .send(async (last) => {
        const next = answers[asked.push(last) - 1]!;
        if (next instanceof Error) throw next;
        return next;
      })
      .catch((error: unknown) => error);
    return [...asked, answer];
  };

  it("is the conversation's last message when the form is opened", async () => {
    expect(await asks(new Seen(messages("in1", "out2")), "sent")).toEqual(["out2", "sent"]);
    expect(await asks(new Seen([]), "sent")).toEqual([undefined, "sent"]);
  });

  it("is another one that was seen, too, when the service names that; what was not seen refuses, and nothing is asked for ever", async () => {
    const seen = new Seen(messages("in1", "in2", "later3"));
    expect(await asks(seen, refusal("in2"), "sent")).toEqual(["later3", "in2", "sent"]);
    expect(await asks(seen, refusal("in9"))).toEqual(["in2", refusal("in9")]);
    expect(await asks(seen, refusal("in1"), refusal("in1"))).toEqual(["in2", "in1", refusal("in1")]);
    expect(await asks(seen, refusal("in1", "conflict"))).toEqual(["in1", refusal("in1", "conflict")]);
  });

  it("lacks mail and answers that came later, and no email that will not leave", () => {
    const seen = new Seen(messages("in1"));
    expect([seen.lacks(messages("in1")), seen.lacks(messages("in1", "in2")), seen.lacks(messages("in1", "out2"))]).toEqual([
      false,
      true,
      true,
    ]);
    expect(seen.lacks(messages("in1", "own"), "own")).toBe(false);
    const status = "failed";
    expect(seen.lacks(messages("in1", "out2").map((one) => (one.id === "out2" ? { ...one, status } : one)))).toBe(false);
  });

  it("is unknown to a conversation that has lost it, such as by a correction", () => {
    const details = [{ field: "if_last_message_id", message: "is no message of this conversation" }];
    expect(
      isUnseen(new ApiError({ ...given, status: 400, body: { message: "The request is invalid", type: "invalid_fields", details } })),
    ).toBe(true);
    expect([refusal("x"), refusal("x", "conflict"), new Error("x")].map(isUnseen)).toEqual([true, false, false]);
  });
});

describe("what cancels an email that waits, until its writer chooses", () => {
  it.each([
    ["a follow-up: an answer", "outbound", "reply", ["reply"]],
    ["an answer: nothing", "inbound", "reply", []],
    ["an answer to all: nothing", "inbound", "reply_all", []],
    ["a forwarded email of one's own: nothing", "outbound", "forward", []],
  ] as const)("%s", (_, direction, way, cancelOn) => {
    const email = { id: "1", direction } as ThreadMessage;
    expect(newlyWritten(email, way, { to: "ann@peer.test", cc: "" }).cancelOn).toEqual(cancelOn);
  });
});
