import type { Dialect } from "./dialect.ts";

/** au by KDDI and other Japanese carriers and portals. */
export const kddi: Dialect = {
  failures: {
    "as their mailbox is full": "As their mailbox is full.",
    "could not be delivered to": "Could not be delivered to: <a@b.example>",
    への送信に失敗: "以下のメールアドレスへの送信に失敗しました。",
  },
  introductions: {
    以下のメールアドレス: "以下のメールアドレスへの送信に失敗しました。",
  },
  returned: {
    "original mail info": "-------original mail info",
  },
  notice: {
    from: "no-reply@au.example",
    subject: "Mail could not be delivered",
    lines: [
      "Your mail sent on: Fri, 20 Nov 2026 10:14:00",
      "     Could not be delivered to: <lost@gone.example>",
      "     As their mailbox is full.",
      "",
    ],
  },
};
