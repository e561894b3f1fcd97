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
  devices: {
    메일: "네이버 메일에서 보냄",
    스마트폰: "스마트폰에서 보냄",
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
  bounceSubjects: {
    "전달{되지|할 수 없}": "전달되지",
    반송: "반송",
    "배달{되지|실패}": "배달되지",
    "{전송|발송|수신|배달|전달}[ ]{실패|오류|불가}": "메일 발송 실패 안내",
  },
  bounceFailures: {
    "전달…못": "메일을 전달하지 못했습니다",
    "배달…{못|실패}": "메일 배달에 실패했습니다",
    "{전달|배달|발송|전송}…{못|실패|되지 않|할 수 없|불가}": "메일이 전송되지 않았습니다",
    "{존재하지 않는|없는} {사용자|메일|이메일|계정|주소}": "존재하지 않는 사용자입니다",
    "{메일함|편지함|사서함}…{가득|초과|꽉}": "받는 사람의 메일함이 가득 찼습니다",
    "반송{되|된|합|사유}": "메일이 반송되었습니다",
  },
  bounceIntroductions: {
    "{받는[ ]사람|받는[ ]분|수신자|수신인|수신[ ]주소|메일[ ]주소}": "받는 사람",
  },
  automaticNotes: {
    "{본|이} {메일|이메일|메시지}{은|는}…자동…{발송|생성|발신|전송}": "본 메일은 시스템에서 자동으로 발송되었습니다",
  },
  receiptSubjects: {
    "{읽지 않음|읽음|배달됨}": "읽음: Offer",
    "{수신|읽음} 확인": "수신 확인: Offer",
  },
  receiptBodies: {
    "{읽었|읽음|확인하|열람}": "메시지를 읽었습니다",
  },
  hourSigns: {
    시: "2026년 11월 20일 10시 15분, Jane Doe <jane@example.com>님이 작성:",
  },
  yearSigns: {
    년: "2026년 11월 20일 (금) 오전 10:15, Jane Doe <jane@example.com>님이 작성:",
  },
  gatewayTags: {
    외부: "[외부] Re: Offer",
  },
};
