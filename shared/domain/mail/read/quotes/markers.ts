import { readLabel } from "./labels.ts";

/** "Original message", as mail programs name the message below; lower case, matched whole between dashes. */
const original =
  "original message|original|original mail|originalnachricht|original-nachricht|originalmail|ursprüngliche nachricht|ursprüngliche e-mail|ursprungliche nachricht|original-mail|urspr\\. nachricht|reply message|replied message|" +
  "message d'origine|message original|message d’origine|message initial|courriel original|mail original|mail d'origine|e-mail d'origine|mensaje original|mensagem original|missatge original|mensaxe orixinal|messaggio originale|messaggio di origine|" +
  "oorspronkelijk bericht|originele bericht|oorspronkelijke bericht|origineel bericht|ursprungligt meddelande|originalmeddelande|original meddelande|oprindelig meddelelse|original besked|oprindelig besked|opprinnelig melding|opprinnelig beskjed|originalmelding|" +
  "alkuperäinen viesti|algne kiri|algne sõnum|wiadomość oryginalna|oryginalna wiadomość|pierwotna wiadomość|původní zpráva|původní e-mail|pôvodná správa|izvorna poruka|originalna poruka|izvirno sporočilo|prvotno sporočilo|eredeti üzenet|eredeti levél|" +
  "mesaj original|mesajul original|mesajul inițial|исходное сообщение|первоначальное сообщение|оригинальное сообщение|пересылаемое письмо|початкове повідомлення|вихідне повідомлення|оригинално съобщение|первісне повідомлення|αρχικό μήνυμα|orijinal mesaj|özgün ileti|özgün mesaj|" +
  "asıl mesaj|الرسالة الأصلية|رسالة أصلية|הודעה מקורית|ההודעה המקורית|thư gốc|tin nhắn gốc|pesan asli|mesej asal|ข้อความต้นฉบับ|ข้อความเดิม|मूल संदेश|原始邮件|原始郵件|原邮件|原郵件|原始讯息|原始訊息|回复的原邮件|回覆的原郵件|邮件原件|元のメッセージ|元メッセージ|オリジナルメッセージ|original message header|원본 메시지|원본 메일|원본메시지|원래 메시지";

/** "Forwarded message", likewise: what follows is new content for the reader (contract/README.md: the block of a forwarded message stays). */
const forwarded =
  "forwarded message|forwarded mail|forwarded email|forwarded by .{1,120}|begin forwarded message|start of forwarded message|weitergeleitete nachricht|weitergeleitete e-mail|anfang der weitergeleiteten (?:nachricht|e-mail)|weitergeleitet von .{1,120}|message transféré|message réexpédié|courriel transféré|" +
  "début du message (?:transféré|réexpédié|transmis)|mensaje reenviado|inicio del mensaje reenviado|missatge reenviat|mensaxe reenviada|messaggio inoltrato|inizio (?:del )?messaggio inoltrato|mensagem (?:encaminhada|reencaminhada)|início da mensagem (?:encaminhada|reencaminhada)|doorgestuurd bericht|begin doorgestuurd bericht|vidarebefordrat (?:meddelande|brev|mejl)|" +
  "vidarebefordrat mail|början på vidarebefordrat (?:meddelande|brev|mejl)|videresendt (?:meddelelse|besked|melding|e-post|mail)|start på videresendt (?:besked|melding|meddelelse)|begynnelse på videresendt melding|edelleenlähetetty viesti|välitetty viesti|välitetyn viestin alku|" +
  "edasisaadetud (?:kiri|sõnum)|przekazana wiadomość|wiadomość przesłana dalej|wiadomość przekazana|przesłana wiadomość|treść przekazanej wiadomości|początek przekazywanej wiadomości|přeposlaná zpráva|předaná zpráva|začátek přeposílané zprávy|preposlaná správa|začiatok preposlanej správy|proslijeđena poruka|prosleđena poruka|posredovano sporočilo|" +
  "továbbított (?:üzenet|levél)|továbbított levél kezdete|mesaj (?:redirecționat|redirectionat|retrimis|transmis)|(?:început de mesaj|începutul mesajului) redirecționat|пересылаемое сообщение|пересланное сообщение|перенаправленное сообщение|переадресованное сообщение|начало (?:переадресованного|перенаправленного|пересылаемого) (?:сообщения|письма)|" +
  "переслане повідомлення|перенаправлене повідомлення|початок (?:листа, що пересилається|переадресованого повідомлення|пересланого повідомлення)|препратено съобщение|προωθημένο μήνυμα|iletilen (?:ileti|mesaj|e-posta)|yönlendirilmiş ileti|iletilmiş mesaj|رسالة مُعاد توجيهها|رسالة معاد توجيهها|الرسالة المعاد توجيهها|הודעה שהועברה|ההודעה שהועברה|thư đã chuyển tiếp|thư được chuyển tiếp|pesan terusan|pesan yang diteruskan|" +
  "ข้อความที่ส่งต่อ|अग्रेषित संदेश|转发的邮件|转发邮件|轉寄的郵件|轉寄郵件|轉寄訊息|已转发邮件|開始轉寄郵件|开始转发邮件|转发的信息|転送されたメッセージ|転送メッセージ|転送メール|전달된 메시지|전달된 메일|프레젠테이션 전달";

const originals = new Set(original.split("|").map((phrase) => phrase.replace("\\.", ".")));
const forwardPhrase = new RegExp(`^(?:${forwarded})(?:$|[\\s*_]*[-‐–—=_]{2,})`, "iu");

const longestOriginal = Math.max(...[...originals].map(({ length }) => length));
/** Too long for a phrase alone, and neither a rule nor a colon at its edges: most lines, which need no closer look. */
const isProse = (line: string): boolean =>
  line.length > longestOriginal && /[\p{L}\p{N}]/u.test(line[0]!) && /[\p{L}\p{N}.,;!?]/u.test(line.at(-1)!);

/** How a line divides a message from what it answers or passes on; `weak` needs a header block below it to count. */
export type Marker = "original" | "weak-original" | "forward" | "reply-above" | undefined;

const replyAbove =
  /(?:reply|respond|answer|type|write|enter your (?:reply|response)|your (?:reply|response))\b.{0,40}\babove this line|(?:antworten sie|bitte antworten|antwort(?:en)?).{0,40}(?:oberhalb|über) dieser (?:linie|zeile)|(?:répond(?:re|ez)|réponse).{0,40}au[- ]dessus de cette ligne|(?:responda|responder|escriba|respuesta).{0,40}(?:encima|arriba) de esta línea|boven deze (?:lijn|regel)|acima desta linha|sopra (?:a )?questa (?:riga|linea)|пишите ответ выше этой линии|この(?:行|線)より上/i;

/** Reads a dividing line: a known phrase alone on it, between rules or with a colon. */
export const readMarker = (line: string): Marker => {
  if (line.length > 600 || line.trim() === "" || isProse(line)) return undefined;
  if (/^[\s>*]*(?:[-#=_*~]{2,}|\[)|(?<![-#=_*~])[-#=_*~]{2,}\s*$/.test(line) && replyAbove.test(line)) return "reply-above";
  const bare = line.replace(/^[\s*_>|]+/, "");
  const core = bare.replaceAll("İ", "i").replace(/^[-‐–—=_*\s]+/, "");
  const ruled = /^(?:[-‐–—=_]{2}|- )/.test(bare);
  if ((ruled || /[:：][\s*_]*$/.test(core)) && forwardPhrase.test(ruled ? trimEnd(core, true) : trimEnd(core, false))) return "forward";
  const between = ruled ? (/^(.{4,40}?)[-‐–—=_*\s]{3,80}(?=\p{L})/u.exec(core)?.[0] ?? "") : "";
  if (originals.has(trimEnd(between, true).toLowerCase()) && readLabel(core.slice(between.length))) return "original";
  if (!originals.has(trimEnd(core, true).toLowerCase())) return undefined;
  return ruled ? "original" : "weak-original";
};

/** Without the colon, emphasis and, where asked, the rule at its end. */
const trimEnd = (phrase: string, rule: boolean): string => {
  let end = phrase.length;
  while (end > 0 && (rule ? "-‐–—=_*:： \t\u00a0" : "*_:： \t\u00a0").includes(phrase[end - 1]!)) end--;
  return phrase.slice(0, end);
};

/** A line of rule characters only, as it stands above a header block. */
export const isRule = (line: string): boolean => {
  return /^[\s>*]*[-_=*#~‐–—]{3,}[\s*]*$/.test(line);
};
