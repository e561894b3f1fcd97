import type { Dialect } from "./dialect.ts";

/** mail.ru, Yandex and other Russian portals. */
export const mailru: Dialect = {
  failures: {
    "не может быть доставлено": "Ваше письмо не может быть доставлено одному или нескольким получателям:",
    "не удалось доставить": "Нам не удалось доставить ваше письмо",
  },
  introductions: {
    "одному или нескольким получателям": "Ваше письмо не может быть доставлено одному или нескольким получателям:",
  },
  returned: {
    "копия … письма": "------ Копия исходного письма ------",
  },
  notice: {
    from: "mailer-daemon@portal.example",
    subject: "Ваше сообщение не доставлено. Mail failure.",
    lines: [
      "Это письмо создано автоматически.",
      "",
      "К сожалению, Ваше письмо не может быть доставлено одному или нескольким получателям:",
      "",
      "  lost@gone.example",
      "    Unrouteable address",
      "",
      "------ This is a copy of the message, including all the headers. ------",
      "",
    ],
  },
};
