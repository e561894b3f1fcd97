import type { Language } from "./language.ts";

/** Korean. */
export const ko: Language = {
  wrote: {
    "님이 작성": "2026년 11월 20일 (금) 오전 10:15, Jane Doe <jane@example.com>님이 작성:",
    작성: "2026. 11. 20. 오전 10:15, Jane Doe <jane@example.com> 작성:",
    썼습니다: "Jane Doe <jane@example.com> 썼습니다:",
    씀: "Jane Doe <jane@example.com> 씀:",
    쓰셨습니다: "Jane Doe <jane@example.com> 쓰셨습니다:",
    "님의 말": "2026년 11월 20일 오전 10:15, Jane Doe <jane@example.com>님의 말:",
    "쓴 글": "2026-11-20 10:15에 Jane Doe 이(가) 쓴 글:",
  },
  labels: {
    from: {
      "보낸 사람": "보낸 사람: Jane Doe <jane@example.com>",
      보낸사람: "보낸사람: Jane Doe <jane@example.com>",
      발신: "발신: Jane Doe <jane@example.com>",
    },
    date: {
      날짜: "날짜: 20.11.2026 10:15",
      "보낸 날짜": "보낸 날짜: 20.11.2026 10:15",
      보낸날짜: "보낸날짜: 20.11.2026 10:15",
    },
    to: {
      "받는 사람": "받는 사람: Max Muster <max@example.com>",
      받는사람: "받는사람: Max Muster <max@example.com>",
      수신: "수신: Max Muster <max@example.com>",
    },
    cc: {
      참조: "참조: Eve Doe <eve@example.com>",
    },
    subject: {
      제목: "제목: Offer",
    },
  },
  originalMessage: {
    "원본 메시지": "----- 원본 메시지 -----",
    "원본 메일": "----- 원본 메일 -----",
    원본메시지: "----- 원본메시지 -----",
    "원래 메시지": "----- 원래 메시지 -----",
  },
  forwardedMessage: {
    "전달된 메시지": "---------- 전달된 메시지 ----------",
    "전달된 메일": "---------- 전달된 메일 ----------",
    "프레젠테이션 전달": "---------- 프레젠테이션 전달 ----------",
  },
  sentFromAtEnd: {
    보냄: "iPhone에서 보냄",
  },
  replyPrefixes: {
    답장: "답장: Offer",
  },
  forwardPrefixes: {
    전달: "전달: Offer",
  },
  autoReplySubjects: {
    "자동[ ]{회신|응답|답장}": "자동회신: Offer",
    "부재[ ]중": "부재중: Offer",
  },
  absenceSubjects: {
    "휴가 중": "휴가 중",
    "외근 중": "외근 중",
  },
  noticeSubjects: {
    "전달{되지|할 수 없}": "전달되지",
    반송: "반송",
    "배달{되지|실패}": "배달되지",
  },
};
