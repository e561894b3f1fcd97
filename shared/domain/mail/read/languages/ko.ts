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
    "원본 이메일": "----- 원본 이메일 -----",
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
  sentFrom: {
    "{ios|android}용 outlook": "iOS용 Outlook 다운로드",
  },
  sentFromAtEnd: {
    보냄: "iPhone에서 보냄",
    "에서 보냈습니다": "네이버 메일앱에서 보냈습니다.",
    다운로드: "Outlook for Android 다운로드",
  },
  replyPrefixes: {
    답장: "답장: Offer",
    회신: "회신: Offer",
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
  autoReplyBodies: {
    "자동[ ]{회신|응답|답장}{입니다| 메일| 메시지|으로}": "이 메일은 자동 회신입니다.",
  },
  absenceBodies: {
    "{부재|휴가|출장}[ ]중": "현재 부재 중입니다",
    "{사무실|자리}를 비": "사무실을 비우고 있어 자리를 비웁니다",
    "퇴사{하|했|한}": "김철수 씨는 퇴사하였습니다",
    "{접수|등록}되었습니다": "문의가 접수되었습니다",
  },
  acknowledgements: {
    "{메일|문의|연락|메시지}…주셔서 감사": "메일 주셔서 감사합니다",
    "{급한|긴급한|긴급}": "급한 용무는 연락 바랍니다",
    "{연락 바랍니다|연락해 주|문의해 주}": "박영희에게 연락 바랍니다",
    "{빠른 시일|신속히|돌아와서|복귀 후|복귀하는}": "빠른 시일 내에 답변드리겠습니다",
  },
  noticeSubjects: {
    "전달{되지|할 수 없}": "전달되지",
    반송: "반송",
    "배달{되지|실패}": "배달되지",
  },
};
