const quoted = "<div>Shall we meet on Monday?</div><div>Jane</div>";
const header =
  "<b>From:</b> Jane Doe &lt;jane@example.com&gt;<br><b>Sent:</b> Friday, November 20, 2026 10:15 AM<br><b>To:</b> Me &lt;me@sender.example&gt;<br><b>Subject:</b> Meeting";
const wrote = 'On Fri, Nov 20, 2026 at 10:15 AM Jane Doe &lt;<a href="mailto:jane@example.com">jane@example.com</a>&gt; wrote:';

/** How mail programs mark up an answer: the new words are always "Yes, gladly." and "Max". */
export const htmlReplies: Readonly<Record<string, string>> = {
  Gmail: `<div dir="ltr">Yes, gladly.<div>Max</div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${wrote}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${quoted}</blockquote></div>`,
  "Gmail in an unknown language": `<div dir="ltr">Yes, gladly.<div>Max</div></div><div class="gmail_quote"><div class="gmail_attr">Jane Doe, bla bla 20 nov<br></div><blockquote class="gmail_quote">${quoted}</blockquote></div>`,
  "Gmail, old": `Yes, gladly.<br>Max<br><br><div class="gmail_quote">On 20 November 2026 10:15, Jane Doe <span dir="ltr">&lt;<a href="mailto:jane@example.com">jane@example.com</a>&gt;</span> wrote:<br><blockquote class="gmail_quote">${quoted}</blockquote></div>`,
  "Gmail, quoted again by another": `<div>Yes, gladly.</div><div>Max</div><div class="m_-123gmail_quote">${wrote}<div>${quoted}</div></div>`,
  "Outlook desktop": `<html><head><style>p.MsoNormal {margin:0}</style></head><body><div class="WordSection1"><p class="MsoNormal">Yes, gladly.<o:p></o:p></p><p class="MsoNormal">Max<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">${header}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${quoted}</div></body></html>`,
  "Outlook desktop without its rule": `<div class="WordSection1"><p class="MsoNormal">Yes, gladly.</p><p class="MsoNormal">Max</p><p class="MsoNormal">${header.replaceAll("From", "Von").replace("Sent", "Gesendet").replace("To:", "An:").replace("Subject", "Betreff")}</p>${quoted}</div>`,
  "Outlook on the web": `<div style="font-family:Calibri">Yes, gladly.</div><div>Max</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${header}</font><div>&nbsp;</div></div>${quoted}`,
  "Outlook on the web in an unknown language": `<div>Yes, gladly.</div><div>Max</div><hr tabindex="-1"><div id="x_divRplyFwdMsg"><b>Xyz:</b> Jane Doe<br><b>Abc:</b> 20 11</div>${quoted}`,
  "Outlook for phones": `<div>Yes, gladly.</div><div>Max</div><div id="ms-outlook-mobile-body-separator-line"></div><div class="ms-outlook-mobile-reference-message"><hr><div id="divRplyFwdMsg">${header}</div>${quoted}</div>`,
  "Outlook for Mac": `<div>Yes, gladly.</div><div>Max</div><span id="OLK_SRC_BODY_SECTION"><div>${header}</div>${quoted}</span>`,
  Hotmail: `<div dir="ltr">Yes, gladly.<br>Max<br><br><div><hr id="stopSpelling">Date: Fri, 20 Nov 2026 10:15:00 +0000<br>From: jane@example.com<br>To: me@sender.example<br>Subject: Meeting<br><br>${quoted}</div></div>`,
  "Windows Mail": `<div>Yes, gladly.</div><div>Max</div><div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px; border-top-style: solid;"><div><b>Van:</b> Jane</div></div>${quoted}`,
  "Apple Mail": `<html><body>Yes, gladly.<div>Max<br><div><br><blockquote type="cite"><div>On 20 Nov 2026, at 10:15, Jane Doe &lt;jane@example.com&gt; wrote:</div><br><div>${quoted}</div></blockquote></div><br></div></body></html>`,
  iPhone: `<html><body>Yes, gladly.<div>Max</div><div dir="ltr"><br><blockquote type="cite">Am 20.11.2026 um 10:15 schrieb Jane Doe &lt;jane@example.com&gt;:<br><br></blockquote></div><blockquote type="cite"><div>${quoted}</div></blockquote></body></html>`,
  Yahoo: `<div>Yes, gladly.</div><div>Max</div><div id="yahoo_quoted_12" class="yahoo_quoted"><div>On Friday, November 20, 2026, 10:15:22 AM GMT+1, Jane Doe &lt;jane@example.com&gt; wrote: </div><blockquote>older</blockquote>${quoted}</div>`,
  "Proton Mail": `<div>Yes, gladly.</div><div>Max</div><div class="protonmail_quote">On Friday, November 20th, 2026 at 10:15 AM, Jane Doe &lt;jane@example.com&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${quoted}</blockquote></div>`,
  Thunderbird: `<p>Yes, gladly.</p><p>Max</p><div class="moz-cite-prefix">Am 20.11.26 um 10:15 schrieb Jane Doe:<br></div><blockquote type="cite" cite="mid:a@b">${quoted}</blockquote>`,
  Zoho: `<div>Yes, gladly.</div><div>Max</div><div class="zmail_extra" style="border-top:1px solid"><div>---- On Fri, 20 Nov 2026 10:15:22 +0100 Jane Doe &lt;jane@example.com&gt; wrote ---</div><blockquote>${quoted}</blockquote></div>`,
  Zimbra: `<div>Yes, gladly.</div><div>Max</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>De: </b>"Jane Doe" &lt;jane@example.com&gt;<br><b>À: </b>me<br><b>Envoyé: </b>Vendredi 20<br><b>Objet: </b>Meeting</div>${quoted}`,
  "web.de": `<div><div>Yes, gladly.</div><div>Max</div><div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5;"><div>Gesendet: Freitag, 20. November 2026 um 10:15 Uhr<br/>Von: Jane</div>${quoted}</div></div>`,
  Tutanota: `<div>Yes, gladly.</div><div>Max</div><div>20. Nov 2026, 10:15 by jane@example.com:</div><blockquote class="tutanota_quote">${quoted}</blockquote>`,
  Roundcube: `<p>Yes, gladly.</p><p>Max</p><p id="reply-intro">Am 20.11.2026 10:15, schrieb Jane Doe:</p><blockquote type="cite" style="padding: 0 0.4em">${quoted}</blockquote>`,
  Spark: `<div>Yes, gladly.</div><div>Max</div><div name="messageReplySection">On 20 Nov 2026, 10:15 +0100, Jane Doe &lt;jane@example.com&gt;, wrote:<br><blockquote>${quoted}</blockquote></div>`,
  Notes: `<p>Yes, gladly.</p><p>Max</p><font color="#990099">-----Jane Doe &lt;jane@example.com&gt; wrote: -----</font><div><div>To: me<br>From: Jane<br>Date: 11/20/2026<br>Subject: Meeting</div>${quoted}</div>`,
  "Notes, a table": `<div>Yes, gladly.</div><div>Max</div><table><tr><td>From:</td><td>Jane Doe/Corp</td></tr><tr><td>To:</td><td>Max</td></tr><tr><td>Date:</td><td>11/20/2026 10:15 AM</td></tr><tr><td>Subject:</td><td>Meeting</td></tr></table><hr noshade><br>${quoted}`,
  "eM Client": `<div>Yes, gladly.</div><div>Max</div><div>------ Original Message ------</div><div>From "Jane Doe" &lt;jane@example.com&gt;</div>${quoted}`,
  "Mail.ru": `<div>Yes, gladly.</div><div>Max</div><br>Пятница, 20 ноября 2026, 10:15 +03:00 от Jane Doe &lt;jane@example.com&gt;:<br><blockquote style="border-left:1px solid #0857A6">${quoted}</blockquote>`,
  QQ: `<div>Yes, gladly.</div><div>Max</div><div style="font-size:12px;padding:2px 0">------------------&nbsp;原始邮件&nbsp;------------------</div><div>发件人: "Jane"</div>${quoted}`,
  "quoted lines as text": `<div>Yes, gladly.<br>Max<br><br>&gt; Subject: Meeting<br>&gt; From: jane@example.com<br>&gt; <br>&gt; Shall we meet on Monday?<br></div>`,
};
