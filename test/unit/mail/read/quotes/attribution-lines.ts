/** Lines that mail programs put above a quote, by program and language. One person; "↵" is where the program wrapped the line. */
export const attributionLines: readonly string[] = `
On Fri, Nov 20, 2026 at 10:15 AM Jane Doe <jane@example.com> wrote:
On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:
On Fri, 20 Nov 2026 at 10:15, Jane Margaret van der Doe <↵jane.margaret.van.der.doe@departments.example.com> wrote:
On Nov 20, 2026, at 10:15 AM, Jane Doe↵<jane@example.com>↵wrote:
On 20 Nov 2026, 10:15 +0100, Jane Doe <jane@example.com>, wrote:
On Friday, November 20th, 2026 at 10:15 AM, Jane Doe <jane@example.com> wrote:
On Friday, November 20, 2026, 10:15:22 AM GMT+1, Jane Doe <jane@example.com> wrote:
On Fri, Nov 20, 2026 at 10:15 AM, Jane Doe < jane@example.com > wrote:
On Fri, Nov 20, 2026, at 10:15 AM, Jane Doe wrote:
On 20 November 2026 at 10:15:22, Jane Doe (jane@example.com) wrote:
On 11/20/26 10:15, Jane Doe wrote:
On November 20, 2026, Jane Doe <jane@example.com> wrote:
At 2026-11-20 10:15:22, "Jane Doe" <jane@example.com> wrote:
---- On Fri, 20 Nov 2026 10:15:22 +0100 Jane Doe <jane@example.com> wrote ---
Jane Doe/Corp wrote on 11/20/2026 10:15:22 AM:
-----Jane Doe <jane@example.com> wrote: -----
Jane Doe <jane@example.com> wrote:
Am Fr., 20. Nov. 2026 um 10:15 Uhr schrieb Jane Doe <jane@example.com>:
Am 20.11.26 um 10:15 schrieb Jane Doe:
Am Freitag, 20. November 2026 um 10:15:22 MEZ hat Jane Doe <jane@example.com> Folgendes geschrieben:
Jane Doe <jane@example.com> schrieb am Fr., 20. Nov. 2026,↵10:15:
Le ven. 20 nov. 2026 à 10:15, Jane Doe <jane@example.com> a écrit :
Le 20/11/2026 à 10:15, Jane Doe a écrit :
Le vendredi 20 novembre 2026 à 10:15:22 UTC+1, Jane Doe <jane@example.com> a↵écrit :
El vie, 20 nov 2026 a las 10:15, Jane Doe (<jane@example.com>) escribió:
El 20/11/2026 a las 10:15, Jane Doe escribió:
En viernes, 20 de noviembre de 2026, 10:15:22 CET, Jane Doe <jane@example.com> escribió:
Missatge de Jane Doe <jane@example.com> del dia dv., 20 de nov. 2026 a les 10:15:
Il giorno ven 20 nov 2026 alle ore 10:15 Jane Doe <jane@example.com> ha scritto:
Il 20/11/2026 10:15, Jane Doe ha scritto:
Il venerdì 20 novembre 2026 alle ore 10:15:22 CET, Jane Doe <jane@example.com> ha scritto:
Em sex., 20 de nov. de 2026 às 10:15, Jane Doe <jane@example.com> escreveu:
Jane Doe <jane@example.com> escreveu (sexta, 20/11/2026 à(s) 10:15):
Em 20/11/2026 10:15, Jane Doe escreveu:
Op vr 20 nov 2026 om 10:15 schreef Jane Doe <jane@example.com>:
Op 20-11-2026 om 10:15 schreef Jane Doe:
Op 20 nov. 2026, om 10:15 heeft Jane Doe <jane@example.com> het volgende geschreven:
Den fre 20 nov. 2026 kl 10:15 skrev Jane Doe <jane@example.com>:
Den 2026-11-20 kl. 10:15, skrev Jane Doe:
Den fre. 20. nov. 2026 kl. 10.15 skrev Jane Doe <jane@example.com>:
fre. 20. nov. 2026 kl. 10:15 skrev Jane Doe <jane@example.com>:
pe 20. marrask. 2026 klo 10.15 Jane Doe (jane@example.com) kirjoitti:
Jane Doe <jane@example.com> kirjoitti 20.11.2026 kello 10.15:
20.11.2026 10.15, Jane Doe kirjoitti:
Kuupäev R, 20. november 2026 kell 10:15 kirjutas Jane Doe <jane@example.com>:
piektd., 2026. g. 20. nov., plkst. 10:15 — lietotājs Jane Doe (<jane@example.com>) rakstīja:
2026-11-20, pn, 10:15 Jane Doe <jane@example.com> rašė:
pt., 20 lis 2026 o 10:15 Jane Doe <jane@example.com> napisał(a):
W dniu 20.11.2026 o 10:15, Jane Doe pisze:
W dniu 2026-11-20 10:15:22 użytkownik Jane Doe <jane@example.com> napisał:
Wiadomość napisana przez Jane Doe <jane@example.com> w dniu 20.11.2026, o godz. 10:15:
pá 20. 11. 2026 v 10:15 odesílatel Jane Doe <jane@example.com> napsal:
Dne 20.11.26 v 10:15 Jane Doe napsal(a):
pi 20. 11. 2026 o 10:15 Jane Doe <jane@example.com> napísal(a):
pet, 20. stu 2026. u 10:15 Jane Doe <jane@example.com> napisao je:
V V pet., 20. nov. 2026 ob 10:15 je oseba Jane Doe <jane@example.com> napisala:
Jane Doe <jane@example.com> ezt írta (időpont: 2026. nov. 20., P, 10:15):
2026. 11. 20. 10:15 keltezéssel, Jane Doe írta:
În vin., 20 nov. 2026 la 10:15, Jane Doe <jane@example.com> a scris:
Pe data de 20.11.2026 10:15, Jane Doe a scris:
пт, 20 нояб. 2026 г. в 10:15, Jane Doe <jane@example.com>:
20 нояб. 2026 г., в 10:15, Jane Doe <jane@example.com> написал(а):
Пятница, 20 ноября 2026, 10:15 +03:00 от Jane Doe <jane@example.com>:
20.11.2026, 10:15, "Jane Doe" <jane@example.com>:
20.11.2026 10:15, Jane Doe пишет:
пт, 20 лист. 2026 р. о 10:15 Jane Doe <jane@example.com> пише:
На пт, 20.11.2026 г. в 10:15 Jane Doe <jane@example.com> написа:
Στις Παρ 20 Νοε 2026 στις 10:15 π.μ., ο χρήστης Jane Doe <jane@example.com> έγραψε:
Στις 20/11/2026 10:15 π.μ., ο/η Jane Doe έγραψε:
Jane Doe <jane@example.com>, 20 Kas 2026 Cum, 10:15 tarihinde şunu yazdı:
20.11.2026 10:15 tarihinde Jane Doe yazdı:
Jane Doe <jane@example.com> şunları yazdı (20 Kas 2026 10:15):
في الجمعة، ٢٠ نوفمبر ٢٠٢٦ في ١٠:١٥ ص تمت كتابة ما يلي بواسطة ‪Jane Doe‬‏ <‪jane@example.com‬‏>:
في ٢٠ نوفمبر ٢٠٢٦، الساعة ١٠:١٥ ص، كتب/كتبت Jane Doe <jane@example.com>:
در تاریخ جمعه ۲۰ نوامبر ۲۰۲۶،‏ ۱۰:۱۵ Jane Doe <jane@example.com> نوشت:
‫בתאריך יום ו׳, 20 בנוב׳ 2026 ב-10:15 מאת ‪Jane Doe‬‏ <‪jane@example.com‬‏>:‬
ב-20 בנוב׳ 2026, בשעה 10:15, Jane Doe <jane@example.com> כתב/ה:
Vào Th 6, 20 thg 11, 2026 vào lúc 10:15 Jane Doe <jane@example.com> đã viết:
Jane Doe <jane@example.com> 于2026年11月20日周五 10:15写道：
Jane Doe <jane@example.com> 於 2026年11月20日 週五 上午10:15寫道：
在 2026年11月20日，上午10:15，Jane Doe <jane@example.com> 写道：
在 2026-11-20 10:15:22，"Jane Doe" <jane@example.com> 写道：
於 2026/11/20 10:15, Jane Doe 提到:
2026年11月20日(金) 10:15 Jane Doe <jane@example.com>:
2026/11/20 10:15、Jane Doe <jane@example.com>のメール:
2026年11月20日 10:15、Jane Doe <jane@example.com> のメッセージ:
2026년 11월 20일 (금) 오전 10:15, Jane Doe <jane@example.com>님이 작성:
2026. 11. 20. 오전 10:15, Jane Doe <jane@example.com> 작성:
2026-11-20 10:15에 Jane Doe 이(가) 쓴 글:
Pada Jum, 20 Nov 2026 10.15 Jane Doe <jane@example.com> menulis:
ในวันที่ ศ. 20 พ.ย. 2026 เวลา 10:15 Jane Doe <jane@example.com> เขียนว่า:
शुक्र, 20 नव॰ 2026 को 10:15 am बजे को Jane Doe <jane@example.com> ने लिखा:
Noong Biy, Nob 20, 2026 nang 10:15 AM, isinulat ni Jane Doe <jane@example.com> ang:
On Tue, Sep 30, 2014 at 4:51 AM, Jane Doe <jane@example.com> wrote:
On 9/30/2014 4:51 AM, Jane Doe wrote:
On Sep 30, 2014 4:51 AM, "Jane Doe" <jane@example.com> wrote:
On 30 Sep 2014, at 04:51, Jane Doe <jane@example.com<mailto:jane@example.com>> wrote:
On Tue, 2014-09-30 at 04:51 +0200, Jane Doe wrote:
On 2014-09-30 04:51, Jane Doe wrote:
On 30/09/14 04:51, Jane Doe wrote:
On Sun, 14 Sep 2014 04:51:11 PM Jane Doe wrote:
On Tue, Sep 30, 2014 at 04:51:00AM +0200, Jane Doe wrote:
On Tuesday, September 30, 2014, Jane Doe <jane@example.com> wrote:
On Tuesday 30 September 2014 04:51:00 Jane Doe wrote:
On Tuesday, 30 September 2014 04:51:00 UTC+2, Jane Doe wrote:
On Sep 30, 2014, at 4:51 AM, jane via Forum <noreply@example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM Jane Doe via Forum <↵noreply@example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM, Jane Doe↵<jane@example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM, Jane↵Doe <jane@example.com>↵wrote:
On Tue, Sep 30, 2014 at 4:51 AM, Jane Doe [via Nabble] <ml-node+s1@n5.nabble.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM, Jane Doe <reply+0a1b2c3d4e5f60718293a4b5c6d7e8f9@reply.example.com↵> wrote:
On Sep 30, 2014, at 4:51 AM, Jane Doe <jane@example.com [mailto:jane@example.com]> wrote:
2014-09-30 4:51 GMT+02:00 Jane Doe <jane@example.com>:
2014-09-30 4:51 GMT+02:00 Jane Doe <↵jane@example.com>:
30.09.2014, 04:51, "Jane Doe" <jane@example.com>:
30.09.2014 4:51 пользователь "Jane Doe" <jane@example.com> написал:
30 сентября 2014 г., 4:51 пользователь Jane Doe <jane@example.com> написал:
30 сентября 2014 г. 4:51:00 GMT+03:00, Jane Doe <jane@example.com> пишет:
Вторник, 30 сентября 2014, 4:51 +04:00 от Jane Doe <jane@example.com>:
вт, 30 сент. 2014 г., 4:51 Jane Doe <jane@example.com>:
30.09.14 04:51, Jane Doe написав(ла):
2014-09-30 4:51 Jane Doe <jane@example.com>:
Le 30 sept. 2014 à 04:51, Jane Doe <jane@example.com> a écrit :
Le mar. 30 sept. 2014 à 04:51, Jane Doe <↵jane@example.com> a écrit :
Le mardi 30 septembre 2014, Jane Doe <jane@example.com> a↵écrit :
Le 30 septembre 2014 04:51, Jane Doe <jane@example.com> a écrit :
Le Mardi 30 septembre 2014 4h51, Jane Doe <jane@example.com> a écrit :
Am 30. September 2014 um 04:51 schrieb Jane Doe <jane@example.com>:
Am 30.09.2014 04:51, schrieb Jane Doe:
Am Dienstag, 30. September 2014 schrieb Jane Doe :
Am Dienstag, 30. September 2014, 04:51:00 CEST schrieb Jane Doe:
Am 30.09.2014 04:51 schrieb "Jane Doe" <jane@example.com>:
Jane Doe <jane@example.com> schrieb am Di., 30. Sep. 2014 um 04:51:
Jane Doe <jane@example.com> hat am 30. September 2014 um 04:51 geschrieben:
Jane Doe hat am 30.09.2014 04:51 geschrieben:
El 30 de septiembre de 2014, 4:51, Jane Doe <jane@example.com> escribió:
El mar., 30 sept. 2014 a las 4:51, Jane Doe (<jane@example.com>)↵escribió:
El 30/9/2014 4:51 a. m., "Jane Doe" <jane@example.com> escribió:
El 30-09-2014, a las 4:51, Jane Doe <jane@example.com> escribió:
El martes, 30 de septiembre de 2014, Jane Doe <jane@example.com> escribió:
Em 30 de setembro de 2014 04:51, Jane Doe <jane@example.com> escreveu:
Em ter, 30 de set de 2014 às 04:51, Jane Doe <jane@example.com> escreveu:
Em terça-feira, 30 de setembro de 2014, Jane Doe <jane@example.com> escreveu:
No dia 30 de setembro de 2014 às 04:51, Jane Doe <jane@example.com> escreveu:
A terça, 30 de set de 2014, 04:51, Jane Doe <jane@example.com> escreveu:
Il giorno 30 settembre 2014 04:51, Jane Doe <jane@example.com> ha scritto:
Il giorno 30/set/2014, alle ore 04:51, Jane Doe <jane@example.com> ha scritto:
Il 30 settembre 2014 04:51:00 CEST, Jane Doe <jane@example.com> ha scritto:
Il Martedì 30 Settembre 2014 4:51, Jane Doe <jane@example.com> ha scritto:
Op 30 september 2014 04:51 schreef Jane Doe <jane@example.com>:
Op 30-sep.-2014 04:51 schreef "Jane Doe" <jane@example.com>:
Op dinsdag 30 september 2014 heeft Jane Doe <jane@example.com> het↵volgende geschreven:
Op dinsdag 30 september 2014 04:51:00 schreef Jane Doe:
Jane Doe <jane@example.com> schreef op 30 september 2014 04:51:00 CEST:
W dniu 30 września 2014 04:51 użytkownik Jane Doe <jane@example.com> napisał:
W dniu wtorek, 30 września 2014 Jane Doe <jane@example.com> napisał(a):
Dnia 30 września 2014 4:51 Jane Doe <jane@example.com> napisał(a):
wt., 30.09.2014, 04:51 użytkownik Jane Doe <jane@example.com> napisał:
Dne 30. září 2014 4:51 Jane Doe <jane@example.com> napsal(a):
út 30. 9. 2014 v 4:51 odesílatel Jane Doe <jane@example.com> napsal:
Dňa 30. septembra 2014 4:51 Jane Doe <jane@example.com> napísal(a):
Den 30 september 2014 04:51 skrev Jane Doe <jane@example.com>:
30 sep 2014 kl. 04:51 skrev Jane Doe <jane@example.com>:
tis 30 sep. 2014 kl. 04:51 skrev Jane Doe <jane@example.com>:
Den 30. sep. 2014 kl. 04.51 skrev Jane Doe <jane@example.com>:
På 30. september 2014 kl. 04:51:00, skrev Jane Doe <jane@example.com>:
tirsdag 30. september 2014 skrev Jane Doe <jane@example.com> følgende:
Jane Doe kirjoitti 30.9.2014 klo 4.51:
30. syyskuuta 2014 klo 4.51 Jane Doe <jane@example.com> kirjoitti:
ti 30. syysk. 2014 klo 4.51 Jane Doe <jane@example.com> kirjoitti:
2014. szeptember 30. 4:51 Jane Doe írta, <jane@example.com>:
2014-09-30 4:51 keltezéssel, Jane Doe írta:
Pe 30.09.2014 04:51, Jane Doe a scris:
Pe 30 septembrie 2014, 04:51, Jane Doe <jane@example.com> a scris:
În mar., 30 sept. 2014 la 04:51, Jane Doe <jane@example.com> a scris:
30 Eylül 2014 04:51 tarihinde Jane Doe <jane@example.com> yazdı:
30 Eylül 2014 Salı tarihinde Jane Doe <jane@example.com> şöyle yazdı:
Στις 30 Σεπ 2014, 4:51 π.μ., ο χρήστης "Jane Doe" <jane@example.com> έγραψε:
Στις 30 Σεπτεμβρίου 2014 - 4:51 π.μ., ο χρήστης Jane Doe <jane@example.com> έγραψε:
2014年9月30日 4:51 Jane Doe <jane@example.com>:
2014年9月30日(火) 4:51 Jane Doe <jane@example.com>:
2014/09/30 4:51、Jane Doe <jane@example.com> のメール：
2014年9月30日火曜日、Jane Doe<jane@example.com>さんは書きました:
2014-09-30 4:51 GMT+09:00 Jane Doe <jane@example.com>:
2014년 9월 30일 오전 4:51, Jane Doe <jane@example.com>님의 말:
2014. 9. 30., 오전 4:51, Jane Doe <jane@example.com> 작성:
在 2014年9月30日 上午4:51，Jane Doe <jane@example.com>写道：
在 2014年9月30日星期二，Jane Doe <jane@example.com> 写道：
于2014年9月30日 4:51，Jane Doe <jane@example.com>写道：
Jane Doe <jane@example.com> 於 2014年9月30日 上午4:51 寫道：
Vào 04:51, 30 tháng 9, 2014, Jane Doe <jane@example.com> đã viết:
Vào 4:51 SA, Th 3, 30 thg 9, 2014, Jane Doe <jane@example.com> đã viết:
Pada tanggal 30 September 2014 04.51, Jane Doe <jane@example.com> menulis:
في الثلاثاء، 30 سبتمبر، 2014 4:51 ص، كتب Jane Doe <jane@example.com>:
בתאריך 30 בספטמבר 2014 בשעה 04:51, מאת Jane Doe <jane@example.com>:
El dia 30 de setembre de 2014 a les 4:51, Jane Doe <jane@example.com> ha escrit:
Jane Doe <jane@example.com> writes:
jane@example.com wrote:
Jane Doe wrote on 30/09/2014 04:51:
Jane Doe <jane@example.com> wrote on Tue, 30 Sep 2014 04:51:00 +0200:
---- Jane Doe wrote ----
---- On Tue, 30 Sep 2014 04:51:00 +0200 Jane Doe<jane@example.com> wrote ----
---- On Tue, 30 Sep 2014 04:51:00 +0200 Jane Doe <jane@example.com> wrote ----
Quoting Jane Doe <jane@example.com>:
Zitat von Jane Doe <jane@example.com>:
Citando Jane Doe <jane@example.com>:
Jane Doe <jane@example.com> a écrit :
Jane Doe <jane@example.com> schrieb:
Jane Doe <jane@example.com> escribió:
Jane Doe <jane@example.com> написал(а):
On Tue, Sep 30, 2014 at 4:51 AM, Jane Doe <↵jane.doe+a.very.long.address@some.long.subdomain.example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM (Jane) jane@example.com wrote:
On Tue, Sep 30, 2014 at 4:51 AM -0700, "Jane Doe" <jane@example.com<mailto:jane@example.com>> wrote:
On September 30, 2014 at 4:51:00 AM, Jane Doe (jane@example.com(mailto:jane@example.com)) wrote:
On Sept 30, 2014, at 4:51 AM, Jane Doe <jane@example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM, Jane Doe | Company, Inc. <jane@example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM, Jane Doe (Jira) <jira@example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM, Doe, Jane <jane@example.com> wrote:
On Tue 30. Sep 2014 at 04:51, Jane Doe <jane@example.com> wrote:
On Tue, 30 Sep 2014, Jane Doe wrote:
On Tue, 30 Sep 2014, 4:51 am Jane Doe, <jane@example.com> wrote:
On Tue, Sep 30, 2014, 4:51 AM Jane Doe <jane@example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM +0200, "Jane" <jane@example.com> wrote:
On 30/09/2014, Jane Doe <jane@example.com> wrote:
On 30 September 2014 04:51, Jane Doe <jane@example.com> wrote:
On 30 September 2014 04:51:00 CEST, Jane Doe <jane@example.com> wrote:
On Sep 30, 2014, at 4:51, Jane Doe <jane@example.com> wrote:
On Sep 30, 2014, at 4:51 AM, Jane Doe <jane@example.com> wrote:
On Tue, Sep 30, 2014 at 4:51 AM Jane Doe <jane@example.com> wrote:
At 04:51 AM 9/30/2014, Jane Doe wrote:
At 04:51 AM 9/30/2014, you wrote:
In a message dated 9/30/2014 4:51:00 A.M. Eastern Daylight Time, jane@example.com writes:
`
  .trim()
  .split("\n");
