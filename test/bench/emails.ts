const sentence = "The numbers of this week are in: 1,204 opened, 37 answered, and the façade needs a new coat of paint. ";
const text = `${sentence}\n`.repeat(16);
const html = `<p style="margin:0">${sentence}</p>\n`.repeat(18);

/** Emails as POST /v1/send/batch takes them, 4 KB each, to as many recipients. */
export const emails = (mailboxId: string, count: number, domain: string) =>
  Array.from({ length: count }, (_, n) => ({
    mailbox_id: mailboxId,
    to: `jane.${n}@${domain}`,
    subject: `Numbers of this week, ${n}`,
    body_text: text,
    body_html: html,
  }));
