import type { Language } from "./language.ts";

/** Filipino. */
export const fil: Language = {
  wrote: {
    "isinulat ni": "Noong Biy, Nob 20, 2026 nang 10:15 AM, isinulat ni Jane Doe <jane@example.com> ang:",
  },
  beforeDate: {
    noong: "Noong Biy, Nob 20, 2026 nang 10:15 AM, isinulat ni Jane Doe <jane@example.com> ang:",
  },
  autoReplySubjects: {
    "{awtomatikong|automatikong|awtomatikang} {tugon|sagot}": "Awtomatikong tugon: Offer",
  },
};

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
  absenceBodies: {
    "{sedang|saya} {cuti|tidak di kantor|tidak berada di kantor}": "Saya sedang cuti",
  },
  acknowledgements: {
    "{mendesak|urgen|darurat}…hubungi": "Untuk hal mendesak silakan hubungi",
    "{silakan|mohon} hubungi": "Silakan hubungi",
    "terima kasih atas {email|pesan|surel}": "Terima kasih atas email",
  },
  bounceSubjects: {
    "pengiriman {gagal|tidak berhasil}": "Pengiriman gagal",
    "pengiriman {tertunda|ditunda}": "Pengiriman tertunda",
  },
  bounceDelays: {
    "belum {terkirim|dikirim|tersampaikan}": "Pesan belum terkirim",
    "mencoba {lagi|kembali}": "Kami akan mencoba lagi",
  },
  bounceFailures: {
    "{tidak dapat|gagal} {dikirim|terkirim|disampaikan}": "Pesan tidak dapat dikirim",
  },
};

/** Georgian. */
export const ka: Language = {
  autoReplySubjects: {
    "ავტომატური {პასუხი|შეტყობინება}": "ავტომატური პასუხი: Offer",
    "ოფისში არ ვარ": "ოფისში არ ვარ: Offer",
  },
};

/** Kazakh. */
export const kk: Language = {
  autoReplySubjects: {
    "автоматты [түрде ]жауап[ беру| қайтару]": "Автоматты түрде жауап беру: Offer",
    "кеңседен тыс": "Кеңседен тыс: Offer",
  },
};

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

/** Thai. */
export const th: Language = {
  wrote: {
    เขียนว่า: "ในวันที่ ศ. 20 พ.ย. 2026 เวลา 10:15 Jane Doe <jane@example.com> เขียนว่า:",
  },
  beforeDate: {
    เมื่อ: "เมื่อ 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    ในวันที่: "ในวันที่ ศ. 20 พ.ย. 2026 เวลา 10:15 Jane Doe <jane@example.com> เขียนว่า:",
  },
  labels: {
    from: {
      จาก: "จาก: Jane Doe <jane@example.com>",
    },
    date: {
      วันที่: "วันที่: 20.11.2026 10:15",
      ส่ง: "ส่ง: 20.11.2026 10:15",
    },
    to: {
      ถึง: "ถึง: Max Muster <max@example.com>",
    },
    cc: {
      สำเนา: "สำเนา: Eve Doe <eve@example.com>",
    },
    subject: {
      เรื่อง: "เรื่อง: Offer",
    },
  },
  originalMessage: {
    ข้อความต้นฉบับ: "----- ข้อความต้นฉบับ -----",
    ข้อความเดิม: "----- ข้อความเดิม -----",
  },
  forwardedMessage: {
    ข้อความที่ส่งต่อ: "---------- ข้อความที่ส่งต่อ ----------",
  },
  sentFrom: {
    ส่งจาก: "ส่งจาก iPhone ของฉัน",
  },
  autoReplySubjects: {
    "[การ|ข้อความ]ตอบกลับอัตโนมัติ": "ตอบกลับอัตโนมัติ: Offer",
  },
  absenceBodies: {
    "{|ขณะนี้}{|ฉัน|ผม|ดิฉัน}{|อยู่ระหว่าง}{ไม่อยู่ที่สำนักงาน|ไม่อยู่ที่ทำงาน|ลาพักร้อน|ลาพักผ่อน}": "ฉันไม่อยู่ที่สำนักงาน",
  },
  acknowledgements: {
    "{|กรณี|หาก|เรื่อง}{เร่งด่วน|ด่วน}…ติดต่อ": "กรณีเร่งด่วนกรุณาติดต่อ",
    "{กรุณา|โปรด}ติดต่อ": "กรุณาติดต่อ",
  },
  bounceSubjects: {
    "ส่ง{|ข้อความ|อีเมล}{ไม่สำเร็จ|ไม่ได้}": "ส่งไม่สำเร็จ",
  },
  bounceFailures: {
    "ไม่สามารถส่ง{|ข้อความ|อีเมล}": "ไม่สามารถส่งข้อความ",
  },
};

/** Vietnamese. */
export const vi: Language = {
  wrote: {
    "đã viết": "Vào Th 6, 20 thg 11, 2026 vào lúc 10:15 Jane Doe <jane@example.com> đã viết:",
    viết: "Jane Doe <jane@example.com> viết:",
  },
  beforeDate: {
    vào: "Vào Th 6, 20 thg 11, 2026 vào lúc 10:15 Jane Doe <jane@example.com> đã viết:",
    "vào ngày": "Vào ngày 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    ngày: "Ngày 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      từ: "Từ: Jane Doe <jane@example.com>",
      "người gửi": "Người gửi: Jane Doe <jane@example.com>",
    },
    date: {
      ngày: "Ngày: 20.11.2026 10:15",
      "đã gửi": "Đã gửi: 20.11.2026 10:15",
    },
    to: {
      đến: "Đến: Max Muster <max@example.com>",
      tới: "Tới: Max Muster <max@example.com>",
    },
    cc: {
      "đồng kính gửi": "Đồng kính gửi: Eve Doe <eve@example.com>",
    },
    subject: {
      "chủ đề": "Chủ đề: Offer",
      "tiêu đề": "Tiêu đề: Offer",
    },
  },
  originalMessage: {
    "thư gốc": "----- Thư gốc -----",
    "tin nhắn gốc": "----- Tin nhắn gốc -----",
  },
  forwardedMessage: {
    "thư {đã|được} chuyển tiếp": "---------- Thư đã chuyển tiếp ----------",
  },
  sentFrom: {
    "[đã] {gửi|được gửi} từ": "Đã gửi từ iPhone của tôi",
    "tải outlook cho": "Tải Outlook cho iOS",
  },
  replyPrefixes: {},
  autoReplySubjects: {
    "{phản hồi|hồi đáp} tự động": "Phản hồi tự động: Offer",
    "[thư ]trả lời tự động": "Trả lời tự động: Offer",
    "tự động trả lời": "Tự động trả lời: Offer",
  },
  absenceSubjects: {
    "vắng mặt": "Vắng mặt",
  },
  absenceBodies: {
    "{nghỉ phép|vắng mặt|không có mặt tại văn phòng}": "Tôi đang nghỉ phép",
  },
  acknowledgements: {
    "{gấp|khẩn cấp|khẩn}…liên hệ": "Việc gấp vui lòng liên hệ",
    "{vui lòng|xin} liên hệ": "Vui lòng liên hệ",
  },
  bounceSubjects: {
    "không {gửi được|thể gửi} thư": "Không gửi được thư",
    "{thư|việc gửi} [bị ]{trì hoãn|chậm trễ}": "Thư bị trì hoãn",
  },
  bounceDelays: {
    "chưa được {gửi|chuyển}": "Thư chưa được gửi",
    "tiếp tục thử": "Chúng tôi sẽ tiếp tục thử lại",
  },
  bounceFailures: {
    "{không gửi được|không thể gửi|không được gửi}": "Thư không gửi được",
  },
};
