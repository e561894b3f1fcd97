import type { Language } from "./language.ts";

/** Japanese. */
export const ja: Language = {
  wrote: {
    のメール: "2026/11/20 10:15、Jane Doe <jane@example.com>のメール:",
    が書いた: "Jane Doe <jane@example.com> が書いた:",
    のメッセージ: "2026年11月20日 10:15、Jane Doe <jane@example.com> のメッセージ:",
    書きました: "2026年11月20日金曜日、Jane Doe<jane@example.com>さんは書きました:",
    書き込みました: "Jane Doe <jane@example.com> 書き込みました:",
    さんが書いた: "Jane Doe <jane@example.com> さんが書いた:",
  },
  afterHour: {
    時: "2026年11月20日 10時 Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      差出人: "差出人： Jane Doe <jane@example.com>",
      送信者: "送信者： Jane Doe <jane@example.com>",
      送信元: "送信元： Jane Doe <jane@example.com>",
    },
    date: {
      日付: "日付： 20.11.2026 10:15",
      送信日時: "送信日時： 20.11.2026 10:15",
      日時: "日時： 20.11.2026 10:15",
    },
    to: {
      宛先: "宛先： Max Muster <max@example.com>",
      送信先: "送信先： Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc： Eve Doe <eve@example.com>",
    },
    subject: {
      件名: "件名： Offer",
    },
    other: {
      添付ファイル: "添付ファイル： x",
    },
  },
  originalMessage: {
    元のメッセージ: "----- 元のメッセージ -----",
    元メッセージ: "----- 元メッセージ -----",
    オリジナルメッセージ: "----- オリジナルメッセージ -----",
  },
  forwardedMessage: {
    転送されたメッセージ: "---------- 転送されたメッセージ ----------",
    転送メッセージ: "---------- 転送メッセージ ----------",
    転送メール: "---------- 転送メール ----------",
  },
  replyAboveThisLine: {
    "この{行|線}より上": "--- この行より上 ---",
  },
  sentFrom: {
    "outlook for {ios|android} を入手": "Outlook for iOS を入手",
  },
  sentFromAtEnd: {
    から送信: "iPhoneから送信",
  },
  replyPrefixes: {
    返信: "返信： Offer",
  },
  forwardPrefixes: {
    転送: "転送： Offer",
  },
  autoReplySubjects: {
    "自動{返信|応答|送信|回答}": "自動返信: Offer",
    "不在{通知|連絡|のお知らせ}": "不在通知: Offer",
  },
  absenceSubjects: {
    休暇: "休暇",
    外出中: "外出中",
  },
  autoReplyBodies: {
    "{自動返信|自動応答|自動送信}{です|メール|メッセージ|にて|で|され}": "このメールは自動返信です。",
  },
  absenceBodies: {
    "{アドレス|メールボックス}…{使用しておりません|使われておりません|廃止|停止|使用できません|変更}":
      "このメールアドレスは現在使用しておりません。",
    "{不在|休暇|出張}{に|を|中|と|の|です|で|とな|して}": "5月5日まで不在にしております。",
    "退職{いた|し|致}": "山田は退職いたしました。",
    "{受け付け|受付|拝受|受領}{まし|いた|致|しま|完了}": "お問い合わせを受け付けました。",
    "{お休み|外出}{を|中|して}": "お休みをいただいております。",
  },
  acknowledgements: {
    "{メール|連絡|問い合わせ|問合せ|応募|注文|申し込み|申込み|利用}{を|頂き|いただき|を頂き|をいただき|をくださり|、誠に}…ありがとうございま":
      "メールをいただきありがとうございます。",
    メールありがとうございま: "メールありがとうございます。",
    "{お急ぎ|緊急|至急}": "お急ぎの場合は山田までご連絡ください。",
    "{戻り|帰社|出社|復帰}{次第|後|まし}": "戻り次第ご連絡いたします。",
    追って: "追ってご連絡いたします。",
  },
  bounceSubjects: {
    "配信{できません|不能|エラー|失敗}": "配信できません",
    "送信{できません|エラー|失敗}": "送信できません",
    メールエラー: "メールエラー",
    "エラー{メール|通知}": "エラーメール",
    返送: "返送",
    未送信: "未送信",
    配達不能: "配達不能",
    届きません: "届きません",
  },
  bounceFailures: {
    "送信{でき|に失敗}": "送信できませんでした",
    "配信{でき|に失敗}": "配信できませんでした",
    お届けでき: "お届けできませんでした",
    エラー: "エラーメールの原因",
    投稿できな: "投稿できなかった",
  },
  bounceIntroductions: {
    メールアドレス: "以下のメールアドレスへの送信に失敗しました。",
    宛先: "宛先",
    あて先: "あて先",
  },
  automaticNotes: {
    "{このメール|本メール|このメッセージ}…自動{送信|配信|返信|生成}": "このメールはシステムから自動送信されています",
  },
  receiptSubjects: {
    "{未開封|開封済み|開封通知|配信済み}": "開封済み: Offer",
  },
  receiptBodies: {
    "開封{され|通知|確認}": "メッセージは開封されました",
  },
  hourSigns: {
    時: "2026年11月20日(金) 10時15分 Jane Doe <jane@example.com>:",
  },
  yearSigns: {
    年: "2026年11月20日(金) 10:15 Jane Doe <jane@example.com>:",
  },
  gatewayTags: {
    "外部[メール]": "[外部] Re: Offer",
    社外: "[社外] Re: Offer",
  },
  bounceLabels: {
    宛先: "宛先: a@b.example",
    送信先: "送信先: a@b.example",
  },
  bounceContacts: {
    連絡: "ご不明な点は it@example.com までご連絡ください。",
  },
};
