/** Answers as older and rarer mail programs mark them up, some in one block with the quote: the html, and the words that are new without their white space. */
export const htmlShapes: Readonly<Record<string, readonly [html: string, shown: string]>> = {
  groupwise: [
    `<html><body><div>Yes<br><br>&gt;&gt;&gt; Jane Doe &lt;jane@example.com&gt; 20.11.26 10.15 Uhr &gt;&gt;&gt;<br></div><div style="padding-left: 7px; border-left: #050505 1px solid">Hi</div></body></html>`,
    "Yes",
  ],
  groupwiseId: [
    `<html><body><div>Yes</div><span id="GroupWiseSection_1"><div>&gt;&gt;&gt; On 11/20/2026 at 10:15 AM, in message &lt;5A0@x.example&gt;, Jane Doe &lt;jane@example.com&gt; wrote:<br></div></span><div style="PADDING-LEFT: 7px">Hi</div></body></html>`,
    "Yes",
  ],
  aol: [
    `<font color='black' size='2' face='arial'>Yes
<div> <br>
</div>

<div style="font-family:arial,helvetica;font-size:10pt;color:black">-----Original Message-----<br>
From: jane &lt;jane@example.com&gt;<br>
To: me &lt;me@x.example&gt;; b &lt;b@x.example&gt;<br>
Sent: Mon, Apr 2, 2012 5:49 pm<br>
Subject: Test<br>
<br>
<div id="AOLMsgPart_0_60c3" style="margin: 0px"><pre style="font-size: 9pt;"><tt>Hi
</tt></pre></div>
<!-- end of AOLMsgPart_0 -->
</div></font>`,
    "Yes",
  ],
  iphone: [
    `<html><body bgcolor="#FFFFFF"><div>Yes<br><br>-Max<div><br></div><div>Sent from my iPhone</div></div><div><br>On Apr 3, 2012, at 4:19 PM, bob &lt;<a href="mailto:b@x.example">b@x.example</a>&gt; wrote:<br><br></div><blockquote type="cite"><div><span>Hi</span><br></div></blockquote></body></html>`,
    "Yes-Max",
  ],
  thunderbird: [
    `<html> <body text="#000000">Yes<br> <br> On 04/02/2012 05:44 PM, <a class="moz-txt-link-abbreviated" href="mailto:b@x.example">b@x.example</a> wrote: <blockquote cite="mid:4F79AB46@x" type="cite">Hi</blockquote> <br> </body></html>`,
    "Yes",
  ],
  yahoo: [
    `<div style="color:#000"><div><span>Yes</span></div><div><br></div>  <div style="font-size: 12pt;"> <div> <div dir="ltr"> <font size="2" face="Arial"> <hr size="1">  <b><span style="font-weight:bold;">From:</span></b> "b@x.example" &lt;b@x.example&gt;<br> <b><span>To:</span></b> c@x.example <br> <b><span>Sent:</span></b> Monday, April 2, 2012 5:44 PM<br> <b><span>Subject:</span></b> Test<br> </font> </div> <br>Hi<br><br><br> </div> </div>  </div>`,
    "Yes",
  ],
  outlook2003: [
    `<DIV dir=ltr align=left><SPAN class=123><FONT face=Arial>Yes</FONT></SPAN></DIV><BR><DIV class=OutlookMessageHeader lang=en-us dir=ltr align=left><HR tabIndex=-1><FONT face=Tahoma size=2><B>From:</B> Jane [mailto:j@x.example] <BR><B>Sent:</B> Thursday<BR><B>To:</B> m@x.example<BR><B>Subject:</B> Test<BR></FONT><BR></DIV><DIV></DIV><div>Shall we meet on Monday?</div><div>Jane</div>`,
    "Yes",
  ],
  outlook2007: [
    `<div class=Section1><p class=MsoNormal>Yes<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b><span lang=DE>Xyz:</span></b><span> Jane<br><b>Sent:</b> x</span></p></div><p>Hi</p></div>`,
    "Yes",
  ],
  outlook2013other: [
    `<div class=WordSection1><p class=MsoNormal>Yes</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p><b>Frá:</b> Jane<br><b>X:</b> y</p></div></div><p>Hi</p></div>`,
    "Yes",
  ],
  outlookexpress: [
    `<DIV><FONT face=Arial size=2>Yes</FONT></DIV><BLOCKQUOTE style="PADDING-RIGHT: 0px; PADDING-LEFT: 5px; MARGIN-LEFT: 5px; BORDER-LEFT: #000000 2px solid; MARGIN-RIGHT: 0px"><DIV style="FONT: 10pt arial">----- Original Message ----- </DIV><DIV style="BACKGROUND: #e4e4e4; FONT: 10pt arial; font-color: black"><B>From:</B> <A title=j href="mailto:j@x.example">Jane</A> </DIV><DIV><B>To:</B> m</DIV><DIV><B>Sent:</B> x</DIV><DIV><B>Subject:</B> T</DIV>Hi</BLOCKQUOTE>`,
    "Yes",
  ],
  windowslivemail: [
    `<DIV dir=ltr><DIV style="FONT-FAMILY: 'Calibri'"><DIV>Yes</DIV><DIV style="FONT-STYLE: normal; DISPLAY: inline"><DIV style="FONT: 10pt tahoma"><DIV>&nbsp;</DIV><DIV style="BACKGROUND: #f5f5f5"><DIV style="font-color: black"><B>From:</B> <A title=j href="mailto:j@x.example">Jane</A> </DIV><DIV><B>Sent:</B> Thursday, June 26, 2014 2:00 PM</DIV><DIV><B>To:</B> m@x.example</DIV><DIV><B>Subject:</B> Test</DIV></DIV></DIV><DIV>&nbsp;</DIV></DIV>Hi</DIV></DIV>`,
    "Yes",
  ],
  mailru: [
    `Yes<br><br>Max<br><br><br>Thu, 26 Jun 2014 14:00:51 +0400 от Alexander L &lt;abc@example.com&gt;:<br>
<blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px;">Hi</blockquote>`,
    "YesMax",
  ],
  mailru2: [
    `<html><body><p>Yes</p><p><br><br>Четверг, 26 июня 2014, 14:00 +04:00 от Alexander &lt;abc@example.com&gt;:<br></p><blockquote>Hi</blockquote><br>--<br>Иван</body></html>`,
    "Yes--Иван",
  ],
  yandex: [
    `<div>Yes</div><div>&nbsp;</div><div>26.06.2014, 14:41, "Alexander L" &lt;abc@example.com&gt;:</div><blockquote type="cite"><div>Hi</div></blockquote>`,
    "Yes",
  ],
  sameblock_wrote: [`<div>Yes<br>On Thu, Apr 5, 2012 at 10:00 AM, Bob &lt;b@x.example&gt; wrote:<br>Hi there<br></div>`, "Yes"],
  sametext_wrote: [
    `<div>Yes, fine. On Thu, Apr 5, 2012 at 10:00 AM, Bob &lt;b@x.example&gt; wrote:<blockquote>Hi there</blockquote></div>`,
    "Yes,fine.",
  ],
  validate_output: [
    `Reply
<div>
  On 11-Apr-2011, at 6:54 PM, Bob &lt;bob@example.com&gt; wrote:

  <blockquote>
    <div>
      Test
    </div>
  </blockquote>
</div>

<div/>
`,
    "Reply",
  ],
  regular_blockquote: [
    `Reply
<blockquote>Regular</blockquote>

<div>
  On 11-Apr-2011, at 6:54 PM, Bob &lt;bob@example.com&gt; wrote:
</div>

<blockquote>
  <div>
    <blockquote>Nested</blockquote>
  </div>
</blockquote>`,
    "Reply>Regular",
  ],
  gmail_quote: [
    `Reply
<div class="gmail_quote">
  <div class="gmail_quote">
    On 11-Apr-2011, at 6:54 PM, Bob &lt;bob@example.com&gt; wrote:
    <div>
      Test
    </div>
  </div>
</div>`,
    "Reply",
  ],
  date_block: [
    `<div>
  message<br>
  <div>
    <hr>
    Date: Fri, 23 Mar 2012 12:35:31 -0600<br>
    To: <a href="mailto:bob@example.com">bob@example.com</a><br>
    From: <a href="mailto:rob@example.com">rob@example.com</a><br>
    Subject: You Have New Mail From Mary!<br><br>

    text
  </div>
</div>`,
    "message",
  ],
  share_from_tr: [
    `<table><tr><td>Yes<br><br>Max</td></tr><tr><td><hr><b>From:</b> Jane &lt;j@x.example&gt;<br><b>Sent:</b> Friday<br><b>To:</b> me<br><b>Subject:</b> T<br><br>Hi</td></tr></table>`,
    "YesMax",
  ],
  quotations_share_block: [
    `<div>Blah-blah<br>OK<br><br>On Tue, May 22, 2012 at 6:29 PM, &lt;q@x.example&gt; wrote:<br>&gt; Hi<br>&gt; there<br></div>`,
    "Blah-blahOK",
  ],
  proton: [
    `<div>Yes</div><div><br></div><div>Sent from ProtonMail mobile<br></div><div><br></div><div>\n-------- Original Message --------<br></div><div>On 20 Nov 2026, 10:15, Jane &lt; jane@x.example&gt; wrote:<br></div><blockquote class="protonmail_quote">Hi</blockquote>`,
    "Yes",
  ],
  proton2: [
    `<div style="font-family: Arial;">Yes</div><div class="protonmail_signature_block"></div><div class="protonmail_quote">\n        ‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐<br>\n        On Friday, November 20th, 2026 at 10:15 AM, Jane &lt;j@x.example&gt; wrote:<br><br>\n        <blockquote class="protonmail_quote" type="cite">Hi</blockquote></div>`,
    "Yes",
  ],
  front: [
    `<div>Yes</div><br><div class="front-signature">Max</div><div><br></div><blockquote type="cite" class="front-blockquote">On November 20, 2026, 10:15 AM GMT+1 <a href="mailto:j@x.example">j@x.example</a> wrote:<br><br>Hi</blockquote>`,
    "YesMax",
  ],
  mailspring: [
    `Yes<br><br><div class="gmail_quote_attribution">On Nov 20 2026, at 10:15 am, Jane &lt;j@x.example&gt; wrote:</div><blockquote>Hi</blockquote>`,
    "Yes",
  ],
  nylas: [
    `Yes<br><br><signature>Max</signature><br><br><div class="gmail_quote">On Nov 20 2026, at 10:15 am, Jane &lt;j@x.example&gt; wrote:<br><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex;">Hi</blockquote></div>`,
    "YesMax",
  ],
  spark: [
    `<html><body><div>Yes</div><br><div name="messageSignatureSection">Max</div><div name="messageReplySection">On 20 Nov 2026, 10:15 +0100, Jane &lt;j@x.example&gt;, wrote:<br><blockquote type="cite" style="border-left-color: grey">Hi</blockquote></div></body></html>`,
    "YesMax",
  ],
  zoho: [
    `<div>Yes<br></div><div data-zbluepencil-ignore="true"><br>---- On Fri, 20 Nov 2026 10:15:22 +0530 <b>Jane &lt;j@x.example&gt;</b> wrote ----<br></div><blockquote style="border-left:1px solid #cccccc">Hi</blockquote>`,
    "Yes",
  ],
  zoho2: [
    `<div>Yes</div><div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204); height: 0px;"><br></div><div class="zmail_extra" data-zbluepencil-ignore="true"><div id="Zm-_Id_-Sgn1">---- On Fri, 20 Nov 2026 10:15:22 +0530 <b>Jane</b> wrote ----<br></div><blockquote>Hi</blockquote></div>`,
    "Yes",
  ],
  outlookmac: [
    `<div class="WordSection1"><p>Yes</p><div><div><p class="MsoNormal">On 11/20/26, 10:15 AM, "Jane" &lt;<a href="mailto:j@x.example">j@x.example</a>&gt; wrote:</p></div></div><div><p>Hi</p></div></div>`,
    "Yes",
  ],
  outlookmac2: [
    `<div class="WordSection1"><p>Yes</p><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b><span style="font-size:12.0pt;color:black">From: </span></b><span>Jane &lt;j@x.example&gt;<br><b>Date: </b>Fri<br><b>Subject: </b>T</span></p></div><p>Hi</p></div>`,
    "Yes",
  ],
  owa: [
    `<div dir="ltr"><div id="divtagdefaultwrapper"><p>Yes</p></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>De :</b> Jane<br><b>X:</b> y</font></div><div>Hi</div></div>`,
    "Yes",
  ],
  outlookborderpt: [
    `<div class="elementToProof">Yes</div><div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message skipProofing"><div style="text-align: left; border-width: 1pt medium medium; border-style: solid none none; border-color: rgb(181, 196, 223) currentcolor currentcolor; padding: 3pt 0in 0in;"><b>From:</b> Jane</div>Hi</div>`,
    "Yes",
  ],
  outlookborder2: [
    `<p>Yes</p><div style="border-right:medium none; border-left:medium none; border-bottom:medium none; border-top:1pt solid rgb(225,225,225); padding:3pt 0in 0in"><p><b>Lähettäjä:</b> Jane</p></div><p>Hi</p>`,
    "Yes",
  ],
  fromOneLine: [
    `<p>Yes</p><p><b>From:</b> Jane &lt;j@x.example&gt; <b>Sent:</b> Friday <b>To:</b> me <b>Subject:</b> T</p><p>Hi</p>`,
    "Yes",
  ],
  germanFrom: [
    `<p>Ja</p><p class=MsoNormal><b>Von:</b> Jane &lt;j@x.example&gt;<br><b>Gesendet:</b> Freitag<br><b>An:</b> ich<br><b>Betreff:</b> T</p><p>Hi</p>`,
    "Ja",
  ],
  frenchFromNbsp: [
    `<p>Oui</p><p class=MsoNormal><b>De&nbsp;:</b> Jane &lt;j@x.example&gt;<br><b>Envoyé&nbsp;:</b> vendredi<br><b>À&nbsp;:</b> moi<br><b>Objet&nbsp;:</b> T</p><p>Hi</p>`,
    "Oui",
  ],
  gmailextra: [
    `<div dir="ltr">Yes</div><div class="gmail_extra"><br clear="all"><div>-- <br>Max</div><br><br><div class="gmail_quote">2014-06-26 14:14 GMT+04:00 Jane <span dir="ltr">&lt;<a>j@x.example</a>&gt;</span>:<br><blockquote class="gmail_quote">Hi</blockquote></div></div>`,
    "Yes--Max",
  ],
  emptyreply: [
    `<div><br></div><blockquote type="cite"><div>On 20 Nov 2026, at 10:15, J &lt;j@x.example&gt; wrote:</div>Hi</blockquote>`,
    "",
  ],
  preText: [
    `<pre>Yes

On Fri, Nov 20, 2026 at 10:15 AM, J &lt;j@x.example&gt; wrote:
&gt; Hi
&gt; there

Max
</pre>`,
    "YesMax",
  ],
  preLines: [
    `<html><body><pre wrap="">Yes\n\nMax\n\n-----Original Message-----\nFrom: J &lt;j@x.example&gt;\nSent: x\n\nHi</pre></body></html>`,
    "YesMax",
  ],
  hrfrom: [
    `<div>Yes</div><hr><div><p><b>From:</b> J [mailto:j@x.example]</p><p><b>Sent:</b> x</p><p><b>To:</b> y</p><p><b>Subject:</b> z</p><p>Hi</p></div>`,
    "Yes",
  ],
  blackberry: [
    `<div>Yes<br>Max</div><div id="response_container_BBPPID" style="outline:none;" dir="auto"><div dir="auto"> <br><div style="padding: initial;"><hr><div><b>From:</b> j@x.example</div><div><b>Sent:</b> x</div><div><b>Subject:</b> T</div></div>Hi</div></div>`,
    "YesMax",
  ],
  samsung: [
    `<div>Yes</div><div id="composer_signature"><div>Sent from my Samsung Galaxy</div></div><div><br></div><div style="font-size:100%;color:#000000"><!-- originalMessage --><div>-------- Original message --------</div><div>From: J &lt;j@x.example&gt; </div><div>Date: 11/20/26  10:15 AM  (GMT+01:00) </div><div>To: me </div><div>Subject: T </div><div><br></div></div>Hi`,
    "Yes",
  ],
  android: [
    `<p dir="ltr">Yes</p>\n<div class="gmail_quote">On Nov 20, 2026 10:15 AM, &quot;J&quot; &lt;<a href="mailto:j@x.example">j@x.example</a>&gt; wrote:<br type="attribution"><blockquote class="gmail_quote">Hi</blockquote></div>`,
    "Yes",
  ],
  k9: [
    `<html><body>Yes<br>-- <br>Max<br><br><div class="gmail_quote">On November 20, 2026 10:15:22 AM GMT+01:00, J &lt;j@x.example&gt; wrote:<blockquote class="gmail_quote">Hi</blockquote></div></body></html>`,
    "Yes--Max",
  ],
  gmx: [
    `<html><body><div><div>Ja</div><div>&nbsp;<div name="quote"><b>Gesendet:</b> Freitag<br/><b>Von:</b> J<div>Hi</div></div></div></div></body></html>`,
    "Ja",
  ],
  gmxnew: [
    `<div>Ja<div class="signature">Max</div><div> </div><div id="sub-body-container" style="margin: 10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><div><b>Gesendet: </b>Freitag, 20. November 2026 um 10:15</div><div><b>Von: </b>"J" &lt;j@x.example&gt;</div><div><b>An: </b>x</div><div><b>Betreff: </b>T</div></div>Hi</div></div>`,
    "JaMax",
  ],
  tonline: [
    `<div>Ja</div><div>-----Original-Nachricht-----</div><div>Betreff: T</div><div>Datum: 2026-11-20T10:15:00+0100</div><div>Von: "J" &lt;j@x.example&gt;</div><div>An: x</div><div>Hi</div>`,
    "Ja",
  ],
  naver: [`<div>네</div><div><p>-----Original Message-----</p><b>From:</b> "J"&lt;j@x.example&gt;<br><b>To:</b> x<br></div>Hi`, "네"],
  qq: [
    `<div>好</div><div><br></div><div style="font-size: 12px;padding:2px 0 2px 0;">------------------&nbsp;Original&nbsp;------------------</div><div style="font-size: 12px;background:#efefef;padding:8px;"><div><b>From: </b>&nbsp;"J";&lt;j@x.example&gt;;</div><div><b>Date: </b>&nbsp;x</div></div><div>Hi</div>`,
    "好",
  ],
  netease2: [
    `<div>好<br><br>At 2026-11-20 10:15:22, "J" &lt;j@x.example&gt; wrote:<br> <blockquote id="isReplyContent" style="PADDING-LEFT: 1ex;">Hi</blockquote></div>`,
    "好",
  ],
  nestedtable: [
    `<table><tbody><tr><td><table><tr><td><p>Yes</p></td></tr></table><p>Am 20.11.2026 um 10:15 schrieb J &lt;j@x.example&gt;:</p><table><tr><td>Hi</td></tr></table></td></tr></tbody></table>`,
    "Yes",
  ],
  fastmail: [
    `<div>Yes<br></div><div id="sig1"><div>Max</div></div><div>On Fri, Nov 20, 2026, at 10:15 AM, J wrote:<br></div><blockquote type="cite" id="qt"><div>Hi</div></blockquote>`,
    "YesMax",
  ],
  hey: [
    `<div>Yes</div><br><br><div>On November 20, 2026, J &lt;j@x.example&gt; wrote:</div><blockquote><div class="trix-content">Hi</div></blockquote>`,
    "Yes",
  ],
  missive: [
    `<div>Yes</div><div class="missive_signature">Max</div><div>On November 20, 2026 at 10:15 AM, J &lt;j@x.example&gt; wrote:</div><blockquote class="missive_quote">Hi</blockquote>`,
    "YesMax",
  ],
  polymail: [
    `<div>Yes</div><div class="psv2"></div><br><div class="gmail_extra"><div class="gmail_quote">On Fri, Nov 20, 2026 at 10:15 AM J &lt;<a>mailto:J &lt;j@x.example&gt;</a>&gt; wrote:<br><blockquote class="gmail_quote">Hi</blockquote></div></div>`,
    "Yes",
  ],
  airmail: [
    `<body><div>Yes</div><div class="bloop_sign">Max</div><div><br></div><p class="airmail_on">On 20 November 2026 at 10:15:22, J (<a>j@x.example</a>) wrote:</p> <blockquote type="cite" class="clean_bq"><span>Hi</span></blockquote></body>`,
    "YesMax",
  ],
  inboxcase: [
    `<p dir="ltr">Yes</p><br><div class="gmail_quote"><div dir="ltr">El vie., 20 nov. 2026 10:15, J &lt;j@x.example&gt; escribió:<br></div><blockquote class="gmail_quote">Hi</blockquote></div>`,
    "Yes",
  ],
};
