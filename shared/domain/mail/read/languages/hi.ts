import type { Language } from "./language.ts";

/** Hindi. */
export const hi: Language = {
  wrote: {
    "ने लिखा": "शुक्र, 20 नव॰ 2026 को 10:15 am बजे को Jane Doe <jane@example.com> ने लिखा:",
  },
  labels: {
    from: {
      प्रेषक: "प्रेषक: Jane Doe <jane@example.com>",
    },
    date: {
      दिनांक: "दिनांक: 20.11.2026 10:15",
    },
    to: {
      प्राप्तकर्ता: "प्राप्तकर्ता: Max Muster <max@example.com>",
    },
    subject: {
      विषय: "विषय: Offer",
    },
  },
  originalMessage: {
    "मूल संदेश": "----- मूल संदेश -----",
  },
  forwardedMessage: {
    "अग्रेषित संदेश": "---------- अग्रेषित संदेश ----------",
  },
  sentFromAtEnd: {
    "से {भेजा|प्रेषित}[ गया]": "मेरे iPhone से भेजा गया",
  },
  autoReplySubjects: {
    "स्वचालित {उत्तर|प्रतिक्रिया|जवाब}": "स्वचालित उत्तर: Offer",
  },
};
