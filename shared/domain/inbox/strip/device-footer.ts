const sentWords =
  "sent|posted|get|envoy[ée]e?|von meinem|gesendet|enviad[oa]|mandado|inviat[oa]|verzonden|verstuurd|skickat|sendt|send|wysłan[eyo]|wysłano|odesl[aá]no|odoslan[eé]|trimis|elküldve|küldve|lähetetty|отправлено|надіслано|gönderildi|σταλθηκε|στάλθηκε|أرسلت|נשלח|發自|发自|发送自|送信|보냄|đã gửi|dikirim";
const deviceWords =
  "iphone|ipad|ipod|ios|android|samsung|galaxy|blackberry|windows|outlook|mail|yahoo|proton|nokia|huawei|xiaomi|xperia|htc|nexus|pixel|gmail|spark|sony|lg|motorola|oneplus|mobile|mobil|móvil|cellphone|phone|tablet|smartphone|handheld|handy|device|celular|telefono|teléfono|téléphone|telefon|手机|手機";

/** A whole line by which a program says where it runs: a word for sending and the name of a device or program, and not much more. */
const footer = new RegExp(`^(?=.{5,90}$)(?=.*(?:${sentWords}))(?=.*(?:${deviceWords}))[^.!?\\n]*[.!?]?(?:\\s*<https?:[^>\\s]*>)?$`, "iu");
const begins = new RegExp(`^[*_\\s]*(?:${sentWords}|(?:\\S+\\s){0,3}(?:${sentWords}))`, "iu");

const isFooter = (line: string): boolean => {
  const text = line.trim();
  return text.length <= 90 && text.split(/\s+/).length <= 12 && begins.test(text) && footer.test(text);
};

/**
 * Takes the lines that a mail program added at the end ("Sent from my iPhone", in many languages) off a reply: the sender did not write
 * them. The sender's own signature stays with all that stands in it, and so does a footer that is all there is.
 */
export const withoutDeviceFooter = (lines: readonly string[]): readonly string[] => {
  const end = lines.findLastIndex((line) => line.trim() !== "");
  const last = lines[end];
  if (last === undefined || !isFooter(last)) return lines;
  const rest = lines.slice(0, end);
  const inSignature = rest.some((line) => /^--\s*$/.test(line));
  return inSignature || rest.every((line) => line.trim() === "") ? lines : rest;
};
