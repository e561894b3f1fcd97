import type { Language } from "./language.ts";

/** Indonesian. */
export const id: Language = {
  wrote: {
    menulis: "Pada Jum, 20 Nov 2026 10.15 Jane Doe <jane@example.com> menulis:",
    tulis: "Jane Doe <jane@example.com> tulis:",
  },
  beforeDate: {
    pada: "Pada Jum, 20 Nov 2026 10.15 Jane Doe <jane@example.com> menulis:",
    "pada tanggal": "Pada tanggal 30 September 2014 04.51, Jane Doe <jane@example.com> menulis:",
    tgl: "Tgl 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      dari: "Dari: Jane Doe <jane@example.com>",
      pengirim: "Pengirim: Jane Doe <jane@example.com>",
    },
    date: {
      tanggal: "Tanggal: 20.11.2026 10:15",
      dikirim: "Dikirim: 20.11.2026 10:15",
    },
    to: {
      kepada: "Kepada: Max Muster <max@example.com>",
    },
    subject: {
      perihal: "Perihal: Offer",
      subjek: "Subjek: Offer",
    },
  },
  originalMessage: {
    "pesan asli": "----- Pesan asli -----",
  },
  forwardedMessage: {
    "pesan terusan": "---------- Pesan terusan ----------",
    "pesan yang diteruskan": "---------- Pesan yang diteruskan ----------",
  },
  sentFrom: {
    "{dikirim|terkirim} dari": "Dikirim dari iPhone saya",
    "dapatkan outlook untuk": "Dapatkan Outlook untuk Android",
  },
  replyPrefixes: {
    bls: "Bls: Offer",
  },
  forwardPrefixes: {},
  autoReplySubjects: {
    "{balasan|jawaban} otomatis": "Balasan otomatis: Offer",
    "di luar kantor": "Di luar kantor: Offer",
  },
};
