import type { Language } from "./language.ts";

/** Malay. */
export const ms: Language = {
  wrote: {
    menulis: "Pada Jum, 20 Nov 2026 pada 10:15 Jane Doe <jane@example.com> menulis:",
  },
  originalMessage: {
    "mesej asal": "----- Mesej asal -----",
  },
  sentFrom: {
    "dihantar {dari|daripada}": "Dihantar daripada iPhone saya",
    "dapatkan outlook untuk": "Dapatkan Outlook untuk iOS",
  },
  autoReplySubjects: {
    "{balasan|jawapan} automatik": "Balasan automatik: Offer",
  },
};
