import type { Language } from "./language.ts";

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
};
