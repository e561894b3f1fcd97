// Labels of charsets as mail programs write them; the octets are those of the charset that each of them means.
import iconv from "iconv-lite";
import { expect, it } from "vitest";
import { charsetOfHtml, codepageLabel, decodeCharset } from "#shared/mail/read/mime/charset.ts";

it.each([
  ["cp850", "cp850", "Grüße, ½"],
  ["x-cp850", "cp850", "Grüße, ½"],
  ["ibm00858", "cp858", "12 €"],
  ["koi8r", "koi8-r", "Привет"],
  ["koi-8", "koi8-r", "Привет"],
  ["dos-866", "cp866", "Привет"],
  ["iso-10646-ucs-2", "utf-16be", "Grüße, Jane"],
  ["csunicode", "utf-16be", "Grüße, Jane"],
  ["8859-5", "iso-8859-5", "Привет"],
  ["8859_2", "iso-8859-2", "Zażółć"],
  ["win1251", "windows-1251", "Привет"],
  ["x-mac-centraleurroman", "maccenteuro", "Zażółć"],
  ["gb2312", "gb18030", "镕基 €"],
  ["x-gbk", "gb18030", "镕"],
  ["ks_c_5601-1987", "cp949", "똠방각하"],
  ["uhc", "cp949", "똠방각하"],
  ["big5-hkscs", "big5-hkscs", "啲嘢"],
  ["ujis", "euc-jp", "日本語"],
  ["cp932", "cp932", "①髙"],
  ["utf-16", "utf-16", "Grüße 日本"],
  ["unicode", "utf-16", "Grüße 日本"],
  ["latin1", "windows-1252", "“12 €”"],
  ["ansi_x3.4-1968", "windows-1252", "“12 €”"],
  ["128", "shift_jis", "日本語"],
  ["134", "gb18030", "你好"],
  ["136", "big5", "你好"],
  ["161", "windows-1253", "Καλημέρα"],
  ["162", "windows-1254", "İş"],
  ["177", "windows-1255", "שלום"],
  ["178", "windows-1256", "سلام"],
  ["186", "windows-1257", "Āžš"],
  ["204", "windows-1251", "Привет"],
  ["222", "windows-874", "สวัสดี"],
  ["238", "windows-1250", "Zażółć"],
  ['"iso-8859-2";', "iso-8859-2", "Zażółć"],
  ["ISO-8859-2*cs", "iso-8859-2", "Zażółć"],
])("reads the label %s as %s", (label, charset, text) => {
  expect(decodeCharset(iconv.encode(text, charset), label).replace(/^\ufeff/, "")).toBe(text);
});

it.each([
  ["hz", "~{<:Ky2;S{#,NpJ)l6HK!#~}", "己所不欲，勿施於人。"],
  ["hz-gb-2312", "a ~~ ~{<:~}", "a ~ 己"],
  ["utf-7", "Gr+APwA3w-e +- x", "Grüße + x"],
  ["x-unicode-2-0-utf-7", "+ZeVnLIqe-", "日本語"],
  ["iso-2022-jp", "\x1b$BF|K\\\x1b(B", "日本"],
  ["iso-2022-jp-3", "\x1b$(OF|K\\\x1b(B", "日本"],
  ["iso-2022-kr", "\x1b$)C\x0eGQ1[\x0f!", "한글!"],
  ["", "\x1b$BF|K\\\x1b(B", "日本"],
  ["", "\x1b$)C\x0eGQ1[\x0f!", "한글!"],
])("reads seven bits labelled %j", (label, octets, text) => {
  expect(decodeCharset(Buffer.from(octets, "latin1"), label)).toBe(text);
});

it.each([
  "utf-8",
  "utf8",
  "utf8mb4",
  "x-utf-8",
  "utf_8",
  "cp65001",
  "",
  "us-ascii",
  "base64",
  "hex",
  "8bit",
  "no-such",
  "x-no-such",
  "utf-16",
])("reads UTF-8 under the label %j", (label) => expect(decodeCharset(Buffer.from("Grüße 日本"), label)).toBe("Grüße 日本"));

it("takes octets that are no UTF-8 for Western ones where nothing names another charset, and damaged UTF-8 for UTF-8", () => {
  expect(decodeCharset(Buffer.from("Gr\xfc\xdfe", "latin1"))).toBe("Grüße");
  expect(decodeCharset(Buffer.from("Gr\xfc\xdfe", "latin1"), "utf-8")).toBe("Grüße");
  expect(decodeCharset(Buffer.from("\xc3\xbc\xff", "latin1"), "utf-8")).toBe("ü\ufffd");
});

it("doubts a Western label above Cyrillic words, of both usual charsets, and not above accents or names in capitals", () => {
  const words = "Добрый день, высылаю договор на подпись, спасибо";
  for (const charset of ["windows-1251", "koi8-u"]) {
    expect(decodeCharset(iconv.encode(words, charset), "iso-8859-1")).toBe(words);
    expect(decodeCharset(iconv.encode("Да", charset), "iso-8859-1")).not.toBe("Да");
  }
  const western = "Être à Orléans, où déjà l'été français brûlait: Müller, Größe, ÄÖÜÄÖÜÄÖÜÄÖÜ";
  expect(decodeCharset(iconv.encode(western, "windows-1252"), "windows-1252")).toBe(western);
});

it("reads Windows' code pages and an HTML part's own charset", () => {
  expect([65001, 437, 874, 1252].map(codepageLabel)).toEqual(["utf-8", "cp437", "windows-874", "windows-1252"]);
  const page = (charset: string) =>
    Buffer.from(`<head><meta http-equiv=x content="text/html; charset=${charset}"></head>\xcf\xf0`, "latin1");
  expect(["windows-1251", "utf-16"].map((charset) => charsetOfHtml(page(charset)))).toEqual(["windows-1251", ""]);
  expect(charsetOfHtml(Buffer.from('<meta charset="windows-1251">Grüße'))).toBe("");
});
