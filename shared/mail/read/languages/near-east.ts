import type { Language } from "./language.ts";

/** Arabic. */
export const ar: Language = {
  wrote: {
    "كتب/كتبت": "في ٢٠ نوفمبر ٢٠٢٦، الساعة ١٠:١٥ ص، كتب/كتبت Jane Doe <jane@example.com>:",
    كتبت: "Jane Doe <jane@example.com> كتبت:",
    كتب: "Jane Doe <jane@example.com> كتب:",
  },
  beforeDate: {
    في: "في ٢٠ نوفمبر ٢٠٢٦، الساعة ١٠:١٥ ص، كتب/كتبت Jane Doe <jane@example.com>:",
    بتاريخ: "بتاريخ 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    أنا: "في 16/11/2026 09:12 أنا كتب:",
  },
  labels: {
    from: {
      من: "من: Jane Doe <jane@example.com>",
    },
    date: {
      التاريخ: "التاريخ: 20.11.2026 10:15",
      تاريخ: "تاريخ: 20.11.2026 10:15",
      "تم الإرسال": "تم الإرسال: 20.11.2026 10:15",
    },
    to: {
      إلى: "إلى: Max Muster <max@example.com>",
      الى: "الى: Max Muster <max@example.com>",
    },
    cc: {
      نسخة: "نسخة: Eve Doe <eve@example.com>",
      عناية: "عناية: Eve Doe <eve@example.com>",
    },
    subject: {
      الموضوع: "الموضوع: Offer",
      موضوع: "موضوع: Offer",
    },
  },
  originalMessage: {
    "الرسالة الأصلية": "----- الرسالة الأصلية -----",
    "رسالة أصلية": "----- رسالة أصلية -----",
  },
  forwardedMessage: {
    "رسالة {مُعاد|معاد} توجيهها": "---------- رسالة مُعاد توجيهها ----------",
    "الرسالة المعاد توجيهها": "---------- الرسالة المعاد توجيهها ----------",
  },
  sentFrom: {
    "{أُرسلت|أرسلت|أُرسل|مُرسل|تم الإرسال} من": "أُرسلت من الـ iPhone",
    "{احصل|الحصول} على outlook": "احصل على Outlook لـ iOS",
  },
  replyPrefixes: {
    رد: "رد: Offer",
  },
  forwardPrefixes: {},
  autoReplySubjects: {
    "[ال]رد [ال]تلقائي": "رد تلقائي: Offer",
    "رد آلي": "رد آلي: Offer",
    "خارج المكتب": "خارج المكتب: Offer",
  },
  bounceSubjects: {
    "{تعذر|فشل} {تسليم|التسليم}": "تعذر تسليم",
  },
  nameParticles: {
    "{bin|al}": "Jane bin Doe",
  },
  absenceBodies: {
    "خارج المكتب": "أنا خارج المكتب",
    "في إجازة": "أنا في إجازة",
  },
  acknowledgements: {
    "{العاجلة|عاجل|عاجلة|الطارئة}…{التواصل|الاتصال|تواصل}": "للأمور العاجلة يرجى التواصل مع",
    "{يرجى|الرجاء} {التواصل|الاتصال|مراسلة}": "يرجى التواصل مع",
    "شكر{ا|اً} {على|ل}{رسالتك|رسالتكم|تواصلك}": "شكرا لرسالتك",
  },
};

/** Greek. */
export const el: Language = {
  wrote: {
    έγραψε: "Στις Παρ 20 Νοε 2026 στις 10:15 π.μ., ο χρήστης Jane Doe <jane@example.com> έγραψε:",
    έγραψαν: "Jane Doe <jane@example.com> έγραψαν:",
    γράφει: "Jane Doe <jane@example.com> γράφει:",
  },
  beforeDate: {
    στις: "Στις Παρ 20 Νοε 2026 στις 10:15 π.μ., ο χρήστης Jane Doe <jane@example.com> έγραψε:",
    την: "Την 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    τη: "Τη 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Εγώ|εγώ}": "Στις 16/11/2026 09:12, εγώ έγραψε:",
  },
  asSomebody: {
    "{Όπως|όπως}": "Όπως Jane έγραψε 16/11/2026 09:12:",
  },
  labels: {
    from: {
      από: "Από: Jane Doe <jane@example.com>",
      αποστολέας: "Αποστολέας: Jane Doe <jane@example.com>",
    },
    date: {
      ημερομηνία: "Ημερομηνία: 20.11.2026 10:15",
      στάλθηκε: "Στάλθηκε: 20.11.2026 10:15",
    },
    to: {
      προς: "Προς: Max Muster <max@example.com>",
    },
    cc: {
      "κοιν.": "Κοιν.: Eve Doe <eve@example.com>",
      κοινοποίηση: "Κοινοποίηση: Eve Doe <eve@example.com>",
    },
    subject: {
      θέμα: "Θέμα: Offer",
    },
  },
  originalMessage: {
    "αρχικό μήνυμα": "----- Αρχικό μήνυμα -----",
  },
  forwardedMessage: {
    "προωθημένο μήνυμα": "---------- Προωθημένο μήνυμα ----------",
  },
  sentFrom: {
    "λήψη του outlook": "Λήψη του Outlook για Android",
    "στάλθηκε από": "Στάλθηκε από το iPhone μου",
  },
  replyPrefixes: {
    απ: "ΑΠ: Offer",
    σχετ: "Σχετ: Offer",
  },
  forwardPrefixes: {
    πρθ: "Πρθ: Offer",
  },
  autoReplySubjects: {
    "αυτόματη απάντηση": "Αυτόματη απάντηση: Offer",
    "αυτόματο μήνυμα": "Αυτόματο μήνυμα: Offer",
    "εκτός γραφείου": "Εκτός γραφείου: Offer",
  },
  bounceSubjects: {
    "αποτυχία παράδοσης": "Αποτυχία παράδοσης",
  },
  absenceBodies: {
    "{απουσιάζω|εκτός γραφείου|θα απουσιάζω}": "Απουσιάζω από το γραφείο",
    "σε {άδεια|διακοπές}": "Είμαι σε άδεια",
  },
  acknowledgements: {
    "{επείγοντα|επείγον|επείγουσες}…επικοινων": "Για επείγοντα επικοινωνήστε με τον Max",
    "παρακαλώ επικοινων": "Παρακαλώ επικοινωνήστε με τον Max",
    "ευχαριστ{ώ|ούμε} για το μήνυμά": "Ευχαριστώ για το μήνυμά σας",
  },
};

/** Persian. */
export const fa: Language = {
  wrote: {
    نوشت: "در تاریخ جمعه ۲۰ نوامبر ۲۰۲۶،‏ ۱۰:۱۵ Jane Doe <jane@example.com> نوشت:",
    نوشته: "Jane Doe <jane@example.com> نوشته:",
  },
  beforeDate: {
    در: "در تاریخ جمعه ۲۰ نوامبر ۲۰۲۶،‏ ۱۰:۱۵ Jane Doe <jane@example.com> نوشت:",
  },
  labels: {
    from: {
      از: "از: Jane Doe <jane@example.com>",
    },
    date: {
      تاریخ: "تاریخ: 20.11.2026 10:15",
    },
    to: {
      به: "به: Max Muster <max@example.com>",
    },
    subject: {
      موضوع: "موضوع: Offer",
    },
  },
  sentFrom: {
    "{ارسال|فرستاده} شده از": "ارسال شده از iPhone من",
  },
  autoReplySubjects: {
    "پاسخ خودکار": "پاسخ خودکار: Offer",
  },
};

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
  absenceBodies: {
    "{מחוץ למשרד|לא נמצא במשרד|לא נמצאת במשרד}": "אני מחוץ למשרד",
    "{בחופשה|בחופשת}": "אני בחופשה",
  },
  acknowledgements: {
    "{דחוף|דחופים|דחופה}…{פנו|לפנות|צרו קשר|התקשרו}": "בעניינים דחופים אנא פנו אל",
    "{אנא|נא} {פנו|לפנות|צרו קשר}": "אנא פנו אל",
    "תודה על {פנייתך|פנייתכם|המייל|הודעתך}": "תודה על פנייתך",
  },
};
