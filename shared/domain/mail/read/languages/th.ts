import type { Language } from "./language.ts";

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
};
