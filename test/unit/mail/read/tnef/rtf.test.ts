import { describe, expect, it } from "vitest";
import { decompressRtf, readRtf } from "#shared/mail/read/tnef/rtf.ts";
import { readTnef } from "#shared/mail/read/tnef/read-tnef.ts";
import { properties, tnefStream } from "./tnef-stream.ts";

/** Compressed RTF of literals alone, eight to a control octet, and the reference to the write position that ends it. */
const compressed = (rtf: string): Buffer => {
  const octets = Buffer.from(rtf, "latin1");
  const runs: Buffer[] = [];
  for (let at = 0; at < octets.length; at += 8) runs.push(Buffer.from([0]), octets.subarray(at, at + 8));
  const header = Buffer.alloc(16);
  header.writeUInt32LE(octets.length, 4);
  header.write("LZFu", 8, "latin1");
  return Buffer.concat([header, ...runs]);
};
const ofRtf = (rtf: string) => readRtf(Buffer.from(rtf, "latin1"));

describe("a winmail.dat whose body is only RTF", () => {
  it("shows its words", () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}\\pard Gr\\'fc\\'dfe,\\par the \\b offer\\b0 : 5 \\u8364? net.\\par }";

    expect(readTnef(tnefStream([[1, 0x69003, properties([[0x1009, 0x102, compressed(rtf)]])]]))).toMatchObject({
      text: "Grüße,\nthe offer: 5 € net.",
      html: "",
    });
  });

  it("shows the HTML of which Outlook made it", () => {
    const rtf =
      "{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}\\htmlrtf \\par \\htmlrtf0 Yes{\\*\\htmltag84 &amp;}{\\*\\htmltag72 </p>}\\htmlrtf {only rtf}\\htmlrtf0 }";

    expect(ofRtf(rtf)).toEqual({ text: "", html: "<p>Yes&amp;</p>" });
  });

  it("is read from the example of MS-OXRTFCP, 3.1", () => {
    const example = "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0";

    expect(decompressRtf(Buffer.from(example, "hex")).toString("latin1")).toBe("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
  });

  it.each([
    ["{\\rtf1\\ansi\\ansicpg1251 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2}", "Привет"],
    ["{\\rtf1\\ansi\\ansicpg932 \\'8c\\'a9\\'90\\'cf}", "見積"],
    ["{\\rtf1\\uc2 \\u1055??\\u1088\\'3f\\'3f}", "Пр"],
    ["{\\rtf1 a\\{b\\}\\~c\\line d\\tab e}", "a{b}\u00a0c\nd\te"],
    ["{\\rtf1{\\info{\\title Secret}}{\\pict 00ff}words}", "words"],
    ["", ""],
    ["}}}}words{{{", "words"],
  ])("%s is %s", (rtf, words) => expect(ofRtf(rtf).text).toBe(words));

  it("never throws on damaged octets, and its words are bounded", () => {
    for (let cut = 0; cut < 60; cut++) expect(decompressRtf(compressed("{\\rtf1 words}").subarray(0, cut)).length).toBeLessThan(20);
    const bomb = Buffer.concat([compressed("{\\rtf1 x"), Buffer.alloc(3_000_000, 0xff)]);
    bomb.writeUInt32LE(0xffff_ffff, 4);
    expect(decompressRtf(bomb).length).toBeLessThanOrEqual(4 * 1024 * 1024);
    for (const unit of ["{", "}", "\\", "\\u1 ", "\\'", "{\\*", "\\htmlrtf "])
      expect(ofRtf(`{\\rtf1 ${unit.repeat(200_000)}`).html).toBe("");
  });
});
