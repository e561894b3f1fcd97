/**
 * Subjects that mail programs and people give to automatic answers, by language. Anchored at the start, so that a person who writes
 * about an absence ("Re: who is out of office?") is not taken for a machine.
 */
export const autoReplySubjects: readonly RegExp[] = [
  /^(?:automatic|auto(?:mated)?)[- ]?(?:reply|response|responder|answer|message)\b/i, // en
  /^(?:\W{0,3})(?:i am |i'm |we are |currently |away |out )*(?:out of (?:the )?office|ooo\b|on (?:vacation|holiday|leave|annual leave|maternity leave|paternity leave|parental leave)|away from (?:the |my )?(?:office|desk|mail|e-?mail))/i,
  /^(?:vacation|absence|holiday|out[- ]of[- ]office)[- ](?:reply|message|response|notice|notification|auto-?reply|auto-?responder|note)|^away (?:message|until|from)\b|^vacation:/i,
  /^autorespond(?:er)?\b|^autoreply\b|^auto:/i,
  /^(?:automatische (?:antwort|abwesenheit\w*|rückantwort|nachricht)|abwesenheits(?:notiz|nachricht|meldung|assistent|info\w*|benachrichtigung)|abwesend(?:heit)?\b|abwesenheit\b|nicht im büro|außer haus|ausser haus|urlaubs(?:notiz|nachricht|meldung|vertretung)|autoantwort|auto-antwort|ich bin (?:im urlaub|nicht im büro|abwesend))/i, // de
  /^(?:réponse automatique|reponse automatique|absence du bureau|absent(?:e)? du bureau|message d'absence|notification d'absence|avis d'absence|absence\s*:|absent(?:e)?\s*:|en congés?\b|réponse d'absence|message automatique)/i, // fr
  /^(?:respuesta automática|respuesta automatica|contestación automática|fuera de (?:la )?oficina|ausente de la oficina|ausencia\s*:|mensaje automático|de vacaciones\b|autorrespuesta|auto[- ]?respuesta)/i, // es
  /^(?:resposta (?:automàtica|automática)|resposta automatica|fora (?:do escritório|de l'oficina|da oficina)|ausência\s*:|ausência temporária|mensagem automática|de férias\b|ausente do escritório|auto[- ]?resposta)/i, // pt ca gl
  /^(?:risposta automatica|fuori (?:ufficio|sede)|assente dall'ufficio|assenza\s*:|messaggio automatico|in ferie\b|avviso di assenza|risponditore automatico)/i, // it
  /^(?:automatisch(?:e)? (?:antwoord|beantwoording|reactie|bericht)|afwezig(?:heid)?(?:sbericht|smelding|sassistent)?\b|niet aanwezig|buiten kantoor|niet op kantoor|met vakantie|vakantie(?:bericht|melding)|autom\. antw)/i, // nl
  /^(?:automatiskt svar|autosvar|frånvaro(?:meddelande)?\b|ej på kontoret|inte på kontoret|på semester|semestersvar)/i, // sv
  /^(?:automatisk svar|autosvar|automatisk besvarelse|fraværs?(?:melding|besked|meddelelse)?\b|ikke (?:til stede|på kontoret|tilstede)|på ferie|ferie(?:besked|melding)|sv[ai]r? automatisk|ude af kontoret|ute av kontoret)/i, // da nb
  /^(?:sjálfvirkt svar)/i, // is
  /^(?:automaattinen vastaus|automaattivastaus|poissaolo(?:ilmoitus|viesti)?\b|poissa (?:toimistosta|toimistolta)|lomalla\b)/i, // fi
  /^(?:automaatvastus|automaatne vastus|kontorist väljas)/i, // et
  /^(?:automātiskā atbilde|automātiska atbilde)/i, // lv
  /^(?:automatinis atsakymas)/i, // lt
  /^(?:autoodpowiedź|odpowiedź automatyczna|automatyczna odpowiedź|poza biurem|nieobecno(?:ść|sc)\b|jestem na urlopie|urlop\s*:)/i, // pl
  /^(?:automatická odpověď|automaticka odpoved|mimo kancelář|nepřítomnost\b|dovolená\s*:)/i, // cs
  /^(?:automatická odpoveď|mimo kancelárie|neprítomnosť\b)/i, // sk
  /^(?:automatikus válasz|automatikus üzenet|irodán kívül|távollét(?:i)?\b|házon kívül|szabadságon)/i, // hu
  /^(?:răspuns automat|raspuns automat|mesaj automat|în afara biroului|absență\b)/i, // ro
  /^(?:автоматическ(?:ий|ое) (?:ответ|сообщение|уведомление)|автоответ(?:чик)?\b|нет на месте|вне офиса|я в отпуске|в отпуске\b|отсутств(?:ие|ую))/i, // ru
  /^(?:автоматична відповідь|автовідповід(?:ь|ач)|немає на місці|поза офісом|у відпустці)/i, // uk
  /^(?:автоматичен отговор|извън офиса)/i, // bg
  /^(?:аутоматски одговор|automatski odgovor|samodejni odgovor|izvan ureda|odsutan|odsotnost)/i, // sr hr bs sl
  /^(?:αυτόματη απάντηση|εκτός γραφείου|αυτόματο μήνυμα|απουσία από)/i, // el
  /^(?:otomatik (?:yanıt|cevap|yanit)|ofis dışında|ofis dışındayım|izinde(?:yim)?\b)/i, // tr
  /^(?:(?:ال)?رد (?:ال)?تلقائي|رد آلي|خارج المكتب|پاسخ خودکار)/, // ar fa
  /^(?:תשובה אוטומטית|מענה אוטומטי|מחוץ למשרד|הודעה אוטומטית|היעדרות)/, // he
  /^(?:trả lời tự động|thư trả lời tự động|vắng mặt|tự động trả lời)/i, // vi
  /^(?:balasan otomatis|jawaban otomatis|di luar kantor|balasan automatik|jawapan automatik)/i, // id ms
  /^(?:ตอบกลับอัตโนมัติ|การตอบกลับอัตโนมัติ|ข้อความตอบกลับอัตโนมัติ)/, // th
  /^(?:स्वचालित (?:उत्तर|प्रतिक्रिया|जवाब))/, // hi
  /^(?:自动(?:回复|答复)|自動(?:回覆|回復|答覆)|不在办公室|不在辦公室|外出(?:自动|通知)|休假)/, // zh
  /^(?:【?自動(?:返信|応答|送信|回答)】?|【?不在(?:通知|連絡|のお知らせ|です|届)】?|【?休暇|外出中|自動返信)/, // ja
  /^(?:자동 ?(?:회신|응답|답장)|부재 ?중|부재중|외근 중|휴가 중)/, // ko
];
