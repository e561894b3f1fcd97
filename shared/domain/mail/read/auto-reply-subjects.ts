/** How mail programs begin the subject of an automatic answer, by language: the words are followed by a mark, an end, or what they are about. */
const automatic = [
  "(?:automatic|automated|auto)[- ]?(?:reply|response|responder|answer|acknowledge?ment)\\b|autorespon(?:d|se)|(?:i am |i'm |we are )?(?:currently |away |now )*out[- ]of[- ](?:the )?office\\b|ooo\\b|(?:vacation|absence|holiday)[- ](?:reply|message|response|notice|notification|auto-?\\w+|note)|away (?:message|from (?:the |my )?(?:office|desk|mail|e-?mail))|auto: ?(?:re|aw|fw)\\b", // en
  "automatische (?:antwort|abwesenheit|rückantwort|nachricht)|abwesenheits(?:notiz|nachricht|meldung|assistent|info|benachrichtigung)|urlaubs(?:notiz|nachricht|meldung)|auto-?antwort|nicht im büro|außer haus", // de
  "réponse automatique|reponse automatique|message automatique|réponse d'absence|absente? du bureau|absence du bureau|message d'absence|notification d'absence|avis d'absence", // fr
  "respuesta autom[áa]tica|contestación automática|mensaje automático|auto-?respuesta|fuera de (?:la )?oficina|ausente de la oficina", // es
  "respost[ea] autom[àáa]tica|mensagem automática|auto-?resposta|fora (?:do escritório|de l'oficina|da oficina)|ausente do escritório|ausência temporária", // pt ca gl
  "risposta automatica|messaggio automatico|risponditore automatico|fuori (?:ufficio|sede)|assente dall'ufficio|avviso di assenza", // it
  "automatisch(?:e)? (?:antwoord|beantwoording|reactie|bericht)|afwezigheids(?:bericht|melding|assistent)|vakantie(?:bericht|melding)|buiten kantoor|niet op kantoor", // nl
  "automatiskt? (?:svar|besvarelse)|autosvar|frånvaromeddelande|fraværs(?:melding|besked|meddelelse)|fraværsassistent|semestersvar|ferie(?:besked|melding)|(?:ej|inte|ikke) på kontoret|sjálfvirkt svar", // sv da nb is
  "automaattinen vastaus|automaattivastaus|poissaolo(?:ilmoitus|viesti)|poissa (?:toimistosta|toimistolta)|automaatvastus|automaatne vastus|kontorist väljas", // fi et
  "automātisk[āa] atbilde|automatinis atsakymas", // lv lt
  "autoodpowiedź|odpowiedź automatyczna|automatyczna odpowiedź|poza biurem", // pl
  "automatická odpov[ěe]ď|automaticka odpoved|mimo kancelář[e]?|mimo kancelárie", // cs sk
  "automatikus (?:válasz|üzenet)|irodán kívül|házon kívül", // hu
  "r[ăa]spuns automat|mesaj automat|în afara biroului", // ro
  "автоматическ(?:ий|ое) (?:ответ|сообщение|уведомление)|автоответ(?:чик)?|вне офиса|автоматична відповідь|автовідповід(?:ь|ач)|поза офісом|автоматичен отговор|извън офиса|аутоматски одговор", // ru uk bg sr
  "automatski odgovor|samodejni odgovor|izvan ureda", // hr sl
  "αυτόματη απάντηση|αυτόματο μήνυμα|εκτός γραφείου", // el
  "otomatik (?:yanıt|cevap|yanit)|ofis dışında", // tr
  "(?:ال)?رد (?:ال)?تلقائي|رد آلي|خارج المكتب|پاسخ خودکار|תשובה אוטומטית|מענה אוטומטי|מחוץ למשרד|הודעה אוטומטית", // ar fa he
  "trả lời tự động|thư trả lời tự động|tự động trả lời|(?:balasan|jawaban) otomatis|(?:balasan|jawapan) automatik|di luar kantor", // vi id ms
  "(?:การ|ข้อความ)?ตอบกลับอัตโนมัติ|स्वचालित (?:उत्तर|प्रतिक्रिया|जवाब)", // th hi
  "自动(?:回复|答复)|自動(?:回覆|回復|答覆|返信|応答|送信|回答)|不在办公室|不在辦公室|不在(?:通知|連絡|のお知らせ)|자동 ?(?:회신|응답|답장)|부재 ?중", // zh ja ko
];

/** Words for an absence that people also begin a subject with ("On vacation in Spain"): these must end it, or be followed by a mark or a date. */
const absence =
  "(?:i am |i'm |we are )?(?:currently )?(?:on (?:vacation|holiday|leave|annual leave|(?:maternity|paternity|parental) leave)|away|out)|vacation|(?:ich bin )?(?:im urlaub|abwesend)|abwesenheit|urlaub|absente?|absence|en congés?|de vacaciones|ausente|ausencia|ausência|de férias|in ferie|assente|assenza|" +
  "afwezig(?:heid)?|met vakantie|op vakantie|på semester|frånvaro|på ferie|fravær|lomalla|poissa|nieobecno(?:ść|sc)|(?:jestem )?na urlopie|urlop|nepřítomnost|dovolená|neprítomnosť|távollét|szabadságon|absență|(?:я )?в отпуске|отсутствую|у відпустці|odsutan|odsotnost|izinde(?:yim)?|vắng mặt|休假|外出|休暇|外出中|휴가 중|외근 중|היעדרות";
const afterAbsence =
  "(?=\\s*(?:$|[:：.,;!()\\[\\]】–—-]|(?:until|till|bis|ab|vom|von|from|jusqu'?au|du|hasta|del|desde|fino|dal|até|t/m|tot|van|til|till|fra|från|do|od|с|по|до)\\s|\\d))";

/** "Out of office until Monday", "Automatic reply to your mail", "Auto reply from Jane"; but not "Out of office supplies". */
const afterAutomatic =
  "(?=\\s*(?:$|[:：.,;!?()\\[\\]【】–—/|<>\"'-]|[^\\s\\p{Script=Latin}]|(?:re|aw|fw|fwd|to|from|by|on|for your|auto\\w*|e-?mail|mail|message|notification|notice|today|tomorrow|this|until|till|and|bis|ab|vom|von|auf|zu|de|du|à|del|desde|hasta|da|dal|al|até|van|tot|op|fra|från|til|till|do|od|na|à|au|jusqu'?au)(?![\\p{L}\\p{N}])))";

const automaticStart = new RegExp(`^(?:${automatic.join("|")})${afterAutomatic}`, "iu");
const absenceStart = new RegExp(`^(?:${absence})${afterAbsence}`, "iu");
const asTag = /[[(](?:auto|automatic|automated)[- ]?(?:reply|response)[\])]/i;

/**
 * Whether a subject is that of an automatic answer. "Re: Automatic reply" is a person's answer to one; "Vacation" is a person's word, unless
 * the mail answers another and yet does not bear its subject.
 */
export const isAutoReplySubject = (subject: string, answers: boolean): boolean => {
  const start = subject.slice(0, 300).replace(/^[\s*"'[(【<]+/, "");
  return automaticStart.test(start) || (answers && absenceStart.test(start)) || asTag.test(subject.slice(0, 998));
};
