import { holdsWord } from "#shared/mail/text.ts";
import { describe, expect, it } from "vitest";
import { messageWords, queryWords, WORDS_MAX } from "#shared/inbox/store/search/message-search.ts";

describe("the words of a query", () => {
  it.each<readonly [string, readonly string[]]>([
    ["Hello, World!", ["hello", "world"]],
    ["hello HELLO Hello", ["hello"]],
    ["Café CAFÉ cafe\u0301", ["cafe"]],
    ["Straße STRASSE", ["strasse"]],
    ["ﬁne ＷＩＤＥ ①②", ["fine", "wide", "12"]],
    ["ΟΔΟΣ οδος", ["οδος"]],
    ["Žluťoučký kůň", ["zlutoucky", "kun"]],
    ["jane.doe+x@peer.example", ["jane", "doe", "peer", "example"]],
    ["invoice #2026-117/b", ["invoice", "2026", "117"]],
    ["東京都", ["東京", "京都"]],
    ["東", ["東"]],
    ["iPhoneを買う", ["iphone", "を買", "買う"]],
    ["안녕하세요", ["안녕", "녕하", "하세", "세요"]],
    ["Привет, мир", ["привет", "мир"]],
    ["שלום עולם", ["שלום", "עולם"]],
    ["a I 7 !", []],
    ["", []],
    ["x".repeat(60), ["x".repeat(40)]],
    ["\ud800 ok", ["ok"]],
  ])("are letters and digits without case and accents: %j", (query, words) => {
    expect(queryWords(query)).toEqual(words);
    expect(holdsWord(query)).toBe(words.length > 0);
  });
});

describe("the words of a message", () => {
  const message = {
    subject: "Re: Your Order",
    from: { name: "Jané Doe", email: "jane@peer.example" },
    to: [{ name: "", email: "sales@example.com" }],
    cc: [{ name: "Boss", email: "boss@example.com" }],
    replyText: "Yes, the order is fine.",
  };

  it("are those of its subject, its people and what was written, each once", () => {
    expect(messageWords(message)).toEqual("re your order jane doe peer example sales com boss yes the is fine".split(" "));
  });

  it("are 200 at most, however long it is", () => {
    const long = Array.from({ length: 5_000 }, (_, n) => `word${n}`).join(" ");

    const words = messageWords({ ...message, replyText: long });

    expect(words).toHaveLength(WORDS_MAX);
    expect(words.slice(0, 3)).toEqual(["re", "your", "order"]);
    expect(messageWords({ ...message, replyText: "x".repeat(3_000_000) }).at(-1)).toBe("x".repeat(40));
  });
});
