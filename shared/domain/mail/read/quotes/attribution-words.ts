/** How the line above a quote says "wrote", by language; alternatives of one regular expression, longest first where one contains another. */
const verbs = [
  "wrote|writes|has written|sent(?= ?:)", // en
  "schrieb|schreibt|hat geschrieben|hat am .{0,60} geschrieben|geschrieben", // de
  "(?:a|à|ont) écrit|écrivait|écrit|a ecrit", // fr
  "escribió|escribio|ha escrito|escribía", // es
  "ha escrit|va escriure|escrigué", // ca
  "ha scritto|scrive|scriveva|scrisse", // it
  "escreveu|escrebeu|escribiu", // pt gl
  "het volgende geschreven|heeft geschreven|geschreven|schreef", // nl
  "skrev|skreiv|har skrivit|har skrevet|skrifaði", // sv da nb nn is
  "kirjoitti|kirjoittaa", // fi
  "kirjutas|kirjutab|rakstīja|rašė|parašė", // et lv lt
  "napisał\\(a\\)|napisała|napisał|napisali|pisze|wrote\\(a\\)", // pl
  "napsal\\(a\\)|napsala|napsal|píše", // cs
  "napísal\\(a\\)|napísala|napísal|napisal\\(a\\)|napisala|napisal|napisao/la|napisao|je pisao|piše", // sk sl hr sr
  "ezt írta|írta|írja", // hu
  "a scris|au scris|scrie", // ro
  "написал\\(а\\)|написала|написал|писал\\(а\\)|писала|писал|пишет", // ru
  "написав\\(ла\\)|написав|написала|пише|писав", // uk
  "написа|написао|напісаў", // bg sr be mk
  "έγραψε|έγραψαν|γράφει", // el
  "şunu yazdı|şunları yazdı|yazdı|yazmış", // tr
  "كتب/كتبت|كتبت|كتب|نوشت|نوشته", // ar fa
  "כתב/ה|כתבה|כתב|‏כתבו", // he
  "đã viết|viết", // vi
  "menulis|tulis|wrote", // id ms
  "เขียนว่า|ने लिखा|idatzi du", // th hi eu
];
const cjkVerbs =
  "写道|寫道|写到|編寫|编写|写入|寫入|のメッセージ|書きました|書き込みました|さんが書いた|wrote|님이 작성|작성|썼습니다|씀|쓰셨습니다|님의 말|쓴 글|提到|说道|說道";

/** Finds the verb of an attribution line. */
export const attributionVerb = new RegExp(`(?<![\\p{L}\\p{N}])(?:${verbs.join("|")})(?![\\p{L}\\p{N}])|${cjkVerbs}`, "iu");

/** Words that open such a line before its date: "On", "Am", "Le", … */
export const attributionOpening =
  /^(?:on|am|um|le|el|il|il giorno|in data|em|no dia|op|den|d\.|på|dnia|w dniu|dne|dňa|dana|dana:|în data|în|pe|la|на|στις|την|τη|vào|vào ngày|pada|pada tanggal|بتاريخ|في|در|ב-?|בתאריך|ב־|‏ב|a|o|at|quoting|tarihinde|‎el|nel messaggio|in a message dated|in message|le :|dia|kl\.|ngày|tgl|เมื่อ|在|於|于)(?=[\s\d:،,])/iu;

/** A line that begins with a date: digits, or a weekday or month name and then digits. */
export const dateOpening =
  /^(?:\d{1,4}[.\-/年 ,](?!\d{5})|\d{8}[ ,]|[\p{L}.]{2,14},? {1,2}\d{1,4}[.,\-/年 ]|[\p{L}.]{2,14},? [\p{L}.]{3,12},? \d{1,2}[, ])/u;

/** How Horde and its kin open such a line, which then has neither verb nor date: "Quoting Jane <jane@example.com>:". */
export const quotingOpening =
  /^(?:quoting|quotation from|zitat von|citando(?: a)?|mensaje citado por|citation de|en réponse à|citeren|citerar|citerer|cytowanie|cytat|cituji|citujem|idézet|цитирую|цитат[аи]|lainaus käyttäjältä|在引用|引用) /iu;
