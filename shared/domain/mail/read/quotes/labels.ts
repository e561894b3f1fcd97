/** The kinds of header line that mail programs copy above a quoted message. */
export type LabelKind = "from" | "date" | "to" | "cc" | "subject" | "other";

/** How each kind is labelled, by language as Outlook, Apple Mail, Yahoo, Thunderbird and web mailers write it; lower case, without the colon. */
const labels: Readonly<Record<LabelKind, string>> = {
  from: `from | von | de | da | van | från | fra | od | lähettäjä | saatja | no | nuo | feladó | de la | expéditeur | remitente | mittente | remetente | afzender |
    avsändare | absender | nadawca | odesílatel | odesilatel | odosielateľ | šalje | pošiljatelj | pošiljalac | от | отправитель | від | од | από | αποστολέας | kimden | gönderen | gönderici | מאת | من | từ | người gửi |
    dari | pengirim | จาก | प्रेषक | 发件人 | 寄件者 | 寄件人 | 發件人 | 差出人 | 送信者 | 送信元 | 보낸 사람 | 보낸사람 | 발신 | message de | frá | nork`,
  date: `date | sent | sent at | sent on | datum | gesendet | gesendet am | envoyé | envoyé le | date d'envoi | fecha | enviado | enviado el | enviado em | enviada em | enviada | data | inviato | inviato il |
    verzonden | verzonden op | skickat | datum skickat | sendt | dato | wysłano | odesláno | odosláno | odoslané | dátum | elküldve | küldve | küldés | trimis | dată | lähetetty | päivämäärä | päiväys | kuupäev | saadetud |
    datums | дата | отправлено | надіслано | відправлено | изпратено | датум | poslano | poslato | nosūtīts | išsiųsta | ημερομηνία | στάλθηκε | tarih | gönderme tarihi | gönderilme tarihi | gönderildi | תאריך | נשלח | التاريخ | تاريخ | تم الإرسال | ngày | đã gửi | tanggal |
    dikirim | วันที่ | ส่ง | दिनांक | 日期 | 时间 | 時間 | 发送时间 | 发送日期 | 寄件日期 | 傳送日期 | 傳送時間 | 發送時間 | 日付 | 送信日時 | 日時 | 날짜 | 보낸 날짜 | 보낸날짜 | message du | message from | received | dags.`,
  to: `to | an | à | a | para | till | til | aan | do | komu | pre | vastaanottaja | saaja | adresaat | címzett | către | destinataire | destinatario | destinatário | geadresseerde | empfänger | mottagare | mottaker | modtager | odbiorca |
    кому | получатель | до | за | προς | kime | alıcı | אל | إلى | الى | đến | tới | kepada | ถึง | प्राप्तकर्ता | 收件人 | 收件者 | 宛先 | 送信先 | 받는 사람 | 받는사람 | 수신 | kam | prima`,
  cc: `cc | cci | bcc | c.c. | kopie | kopia | kopi | kopio | copie | copia | cópia | dw | udw | dv | másolat | másolatot kap | копия | копія | копие | κοιν. | κοινοποίηση | bilgi | העתק | عناية | نسخة | đồng kính gửi | 抄送 | 副本 | 참조 | koopia | în copie | cópia para`,
  subject: `subject | betreff | objet | asunto | oggetto | assunto | onderwerp | ämne | emne | temat | předmět | predmet | aihe | teema | tēma | tema | tárgy | subiect | тема | предмет | относно | θέμα | konu | נושא | הנדון | الموضوع | موضوع |
    chủ đề | tiêu đề | perihal | subjek | เรื่อง | विषय | 主题 | 主題 | 主旨 | 件名 | 题目 | 제목 | naslov | zadeva | efni | gaia | sujet | assumpte`,
  other: `reply-to | répondre à | antwort an | antwoord aan | rispondi a | risposta | responder a | svar till | svar til | odpowiedz do | ответить | importance | priority | prioriteit | wichtigkeit | priorität | importancia | priorité | attachments | attachment | anlagen | pièces jointes |
    adjuntos | allegati | bijlagen | bijlage | bilagor | вложения | 附件 | 添付ファイル | sender | list-id | organization | mailed-by | time`,
};

const kinds = new Map<string, LabelKind>(
  (Object.keys(labels) as LabelKind[]).flatMap((kind) =>
    labels[kind].split("|").map((label): [string, LabelKind] => [label.replace(/\s+/g, " ").trim(), kind]),
  ),
);

/** A header line copied into a body: its kind and its value; undefined for any other line. */
export const readLabel = (line: string): { readonly kind: LabelKind; readonly value: string } | undefined => {
  const bare = line.slice(0, 300).replace(/^[\s*_>|-]+/, "");
  const colon = bare.slice(0, 40).search(/[:：]/);
  if (colon < 1) return undefined;
  const kind = kinds.get(
    bare
      .slice(0, colon)
      .replace(/[*_\s]+$/, "")
      .toLowerCase(),
  );
  return (
    kind && {
      kind,
      value: bare
        .slice(colon + 1)
        .replace(/^[*_\s]+/, "")
        .trim(),
    }
  );
};

/** The kinds of all labels on one line, as where a mailer lost the breaks: "From: Jane <jane@example.com> Sent: Monday To: …". */
export const labelsWithin = (line: string): readonly LabelKind[] => {
  const found: LabelKind[] = [];
  for (const [, label] of line.slice(0, 500).matchAll(/(?<=^|[\s>\])*])(\p{L}[\p{L}.']{0,15}(?: \p{L}{1,10})?)[*\s]?[:：]/gu)) {
    const kind = kinds.get(label!.toLowerCase()) ?? kinds.get(label!.toLowerCase().replace(/^\S+ /, ""));
    if (kind) found.push(kind);
  }
  return found;
};
