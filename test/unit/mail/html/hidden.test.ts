import { describe, expect, it } from "vitest";
import { htmlToText, textPart } from "#shared/mail/html/html-to-text.ts";

const body = "<p>Hello Jane,</p><p>the offer.</p>";
const shown = "Hello Jane,\n\nthe offer.";

describe("the text part made from HTML", () => {
  it.each([
    '<div style="display:none">Save 20 %&zwnj;&nbsp;</div>',
    "<span style='color:#fff; DISPLAY : none !important; font-size:1px'>Save</span>",
    '<div style="mso-hide:all"><div>Save</div><div>more</div></div>',
    '<div style="visibility:hidden">Save</div>',
    "<div hidden>Save</div>",
    "<noscript>Save <b>now</b></noscript>",
    "<style>/* a { */ .pre, #other { color:red; display:none }</style><div class='x pre'>Save</div>",
    "<style><!-- div.pre{display:none!important} --></style><div class=pre>Save</div>",
    "<style>#pre{mso-hide:all}</style><span id=pre>Save</span>",
    "<template>Save</template>",
    '<div style="max-height:0; overflow:hidden">Save</div>',
    '<div style="height:0px !important;overflow : hidden">Save</div>',
    '<div style="font-size:0;line-height:0">Save</div>',
    '<div style="color:#fff;opacity:0">Save</div>',
    "<style>.pre{max-height:0;overflow:hidden}</style><div class=pre>Save</div>",
    '<div style="position:absolute;left:-9999px">Save</div>',
    '<div style="position: absolute; clip: rect(0, 0, 0, 0)">Save</div>',
    '<div style="position:absolute;clip:rect(1px,1px,1px,1px)">Save</div>',
    '<div style="position:fixed;clip-path:inset(50%)">Save</div>',
    '<div style="text-indent:-9999px">Save</div>',
    '<p style="display:none">Save',
    '<table><tr style="display:none"><td>Save</td></tr></table>',
  ])("leaves out what is hidden: %s", (preheader) => {
    expect(textPart(preheader + body)).toBe(shown);
    expect(htmlToText(preheader + body)).toContain("Save");
  });

  it.each([
    '<div style="display:block">Save</div>',
    '<div style="x-display:nonex">Save</div>',
    "<style>@media (max-width:600px) { .pre { display:none } }</style><div class=pre>Save</div>",
    '<div style="font-size:0.9em;opacity:0.8">Save</div>',
    '<div style="max-width:0;min-width:100%">Save</div>',
    '<div style="max-height:100px;overflow:hidden">Save</div>',
    "<style>.a .pre{display:none}</style><div class=pre>Save</div>",
    "<style>.pre{display:none}</style><div class=prefix>Save</div>",
    '<div style="position:absolute;left:-10px">Save</div>',
    '<div style="left:-9999px">Save</div>',
    '<p style="text-indent:-18pt">Save</p>',
    '<div style="display:none">Save<p>never closed</p>',
  ])("keeps what is shown, or might be: %s", (html) => {
    expect(textPart(html + body)).toContain("Save");
    expect(textPart(html + body)).toContain("the offer.");
  });

  it("is all of it when nothing else is left", () => {
    expect(textPart('<div style="display:none">Save</div>')).toBe("Save");
  });

  it("takes linear time", () => {
    for (const unit of ['<div style="display:none">', "<style>", "<style>.a{", "<style>/*</style>", "<p hidden>", "<style>{}</style>"])
      expect(textPart(unit.repeat(40_000))).toBeDefined();
  });
});
