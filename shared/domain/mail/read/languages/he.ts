import type { Language } from "./language.ts";

/** Hebrew. */
export const he: Language = {
  wrote: {
    "כתב/ה": "ב-20 בנוב׳ 2026, בשעה 10:15, Jane Doe <jane@example.com> כתב/ה:",
    כתבה: "Jane Doe <jane@example.com> כתבה:",
    כתב: "Jane Doe <jane@example.com> כתב:",
    כתבו: "Jane Doe <jane@example.com> כתבו:",
  },
  beforeDate: {
    "ב[-]": "ב-20 בנוב׳ 2026, בשעה 10:15, Jane Doe <jane@example.com> כתב/ה:",
    "ב־": "ב־ 20 בנוב׳ 2026, בשעה 10:15, Jane Doe <jane@example.com> כתב:",
    בתאריך: "בתאריך 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    אני: "ב-16.11.2026 בשעה 09:12 אני כתב:",
  },
  labels: {
    from: {
      מאת: "מאת: Jane Doe <jane@example.com>",
    },
    date: {
      תאריך: "תאריך: 20.11.2026 10:15",
      נשלח: "נשלח: 20.11.2026 10:15",
    },
    to: {
      אל: "אל: Max Muster <max@example.com>",
    },
    cc: {
      העתק: "העתק: Eve Doe <eve@example.com>",
    },
    subject: {
      נושא: "נושא: Offer",
      הנדון: "הנדון: Offer",
    },
  },
  originalMessage: {
    "הודעה מקורית": "----- הודעה מקורית -----",
    "ההודעה המקורית": "----- ההודעה המקורית -----",
  },
  forwardedMessage: {
    "הודעה שהועברה": "---------- הודעה שהועברה ----------",
    "ההודעה שהועברה": "---------- ההודעה שהועברה ----------",
  },
  sentFrom: {
    "נשלח {מה|מ|מתוך|באמצעות}": "נשלח מה-iPhone שלי",
    "{הורד|השג|קבל} את outlook": "השג את Outlook עבור iOS",
  },
  replyPrefixes: {
    הש: "הש: Offer",
    השב: "השב: Offer",
  },
  forwardPrefixes: {
    הועבר: "הועבר: Offer",
  },
  autoReplySubjects: {
    "תשובה אוטומטית": "תשובה אוטומטית: Offer",
    "מענה אוטומטי": "מענה אוטומטי: Offer",
    "מחוץ למשרד": "מחוץ למשרד: Offer",
    "הודעה אוטומטית": "הודעה אוטומטית: Offer",
    "תגובה אוטומטית": "תגובה אוטומטית: Offer",
  },
  absenceSubjects: {
    היעדרות: "היעדרות",
  },
  bounceSubjects: {
    "לא ניתן למסור": "לא ניתן למסור",
  },
};
