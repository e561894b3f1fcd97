import type { Language } from "./language.ts";

/** Chinese. */
export const zh: Language = {
  wrote: {
    写道: "在 2026年11月20日，上午10:15，Jane Doe <jane@example.com> 写道：",
    寫道: "Jane Doe <jane@example.com> 於 2026年11月20日 週五 上午10:15寫道：",
    寫到: "Jane Doe 於 2026-11-20 10:15 寫到：",
    写到: "Jane Doe <jane@example.com> 写到:",
    編寫: "Jane Doe <jane@example.com> 編寫:",
    编写: "Jane Doe <jane@example.com> 编写:",
    写入: "Jane Doe <jane@example.com> 写入:",
    寫入: "Jane Doe <jane@example.com> 寫入:",
    提到: "於 2026/11/20 10:15, Jane Doe 提到:",
    说道: "Jane Doe <jane@example.com> 说道:",
    說道: "Jane Doe <jane@example.com> 說道:",
  },
  beforeDate: {
    在: "在 2026年11月20日，上午10:15，Jane Doe <jane@example.com> 写道：",
    於: "於 2026/11/20 10:15, Jane Doe 提到:",
    于: "于2014年9月30日 4:51，Jane Doe <jane@example.com>写道：",
  },
  quoting: {
    在引用: "在引用 Jane Doe <jane@example.com>:",
    引用: "引用 Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      发件人: "发件人： Jane Doe <jane@example.com>",
      寄件者: "寄件者： Jane Doe <jane@example.com>",
      寄件人: "寄件人： Jane Doe <jane@example.com>",
      發件人: "發件人： Jane Doe <jane@example.com>",
    },
    date: {
      日期: "日期： 20.11.2026 10:15",
      时间: "时间： 20.11.2026 10:15",
      時間: "時間： 20.11.2026 10:15",
      发送时间: "发送时间： 20.11.2026 10:15",
      发送日期: "发送日期： 20.11.2026 10:15",
      寄件日期: "寄件日期： 20.11.2026 10:15",
      傳送日期: "傳送日期： 20.11.2026 10:15",
      傳送時間: "傳送時間： 20.11.2026 10:15",
      發送時間: "發送時間： 20.11.2026 10:15",
    },
    to: {
      收件人: "收件人： Max Muster <max@example.com>",
      收件者: "收件者： Max Muster <max@example.com>",
    },
    cc: {
      抄送: "抄送： Eve Doe <eve@example.com>",
      副本: "副本： Eve Doe <eve@example.com>",
    },
    subject: {
      主题: "主题： Offer",
      主題: "主題： Offer",
      主旨: "主旨： Offer",
      题目: "题目： Offer",
    },
    other: {
      附件: "附件： x",
    },
  },
  originalMessage: {
    原始邮件: "----- 原始邮件 -----",
    原始郵件: "----- 原始郵件 -----",
    原邮件: "----- 原邮件 -----",
    原郵件: "----- 原郵件 -----",
    原始讯息: "----- 原始讯息 -----",
    原始訊息: "----- 原始訊息 -----",
    回复的原邮件: "----- 回复的原邮件 -----",
    回覆的原郵件: "----- 回覆的原郵件 -----",
    邮件原件: "----- 邮件原件 -----",
  },
  forwardedMessage: {
    转发的邮件: "---------- 转发的邮件 ----------",
    转发邮件: "---------- 转发邮件 ----------",
    轉寄的郵件: "---------- 轉寄的郵件 ----------",
    轉寄郵件: "---------- 轉寄郵件 ----------",
    轉寄訊息: "---------- 轉寄訊息 ----------",
    已转发邮件: "---------- 已转发邮件 ----------",
    開始轉寄郵件: "---------- 開始轉寄郵件 ----------",
    开始转发邮件: "---------- 开始转发邮件 ----------",
    转发的信息: "---------- 转发的信息 ----------",
  },
  sentFrom: {
    "{获取|取得|下载} outlook for": "获取 Outlook for iOS",
    "取得 {ios|android} 版": "取得 iOS 版 Outlook",
    获取适用于: "获取适用于 Android 的 Outlook",
    来自我的: "来自我的 iPhone",
    发自我的: "发自我的iPhone",
    發自我的: "發自我的iPhone",
    "{发|發|发送|傳送}自": "发自 网易邮箱大师",
  },
  sentFromAtEnd: {
    傳送: "從我的iPhone傳送",
    发送: "从我的iPhone发送",
  },
  replyPrefixes: {
    回复: "回复： Offer",
    回覆: "回覆： Offer",
    答复: "答复： Offer",
    答覆: "答覆： Offer",
  },
  forwardPrefixes: {
    转发: "转发： Offer",
    轉發: "轉發： Offer",
    轉寄: "轉寄： Offer",
  },
  autoReplySubjects: {
    "自动{回复|答复}": "自动回复: Offer",
    "自動{回覆|回復|答覆}": "自動回覆: Offer",
    不在办公室: "不在办公室: Offer",
    不在辦公室: "不在辦公室: Offer",
  },
  absenceSubjects: {
    休假: "休假",
    外出: "外出",
  },
  autoReplyBodies: {
    "{这是|此为|本邮件为|這是|此為|本郵件為|此邮件为}{一封|一個|一个|系统|系統|}{自动|自動}{回复|回覆|答复|發送|发送}":
      "这是一封自动回复邮件。",
  },
  absenceBodies: {
    "{不在|离开|離開}{办公室|辦公室|公司}": "我目前不在办公室",
    "{休假|度假|年假|出差}": "我正在休假",
    "{已经|已|已經}{离职|離職}": "张三已离职",
    "{已收到|已经收到|已經收到|收到了}{您|你}的": "我们已收到您的邮件",
  },
  acknowledgements: {
    "{感谢|謝謝|谢谢|感謝}": "感谢您的来信",
    "{紧急|急事|緊急|急需}": "如有急事请联系李四",
    "{请联系|請聯繫|請聯絡|请与|請與}": "请联系李四",
    "{尽快|儘快|盡快|尽早}": "我们将尽快回复",
  },
  noticeSubjects: {
    退信: "退信",
    系统退信: "系统退信",
    "無法{傳遞|遞送|送達}": "無法傳遞",
    "无法{投递|送达|传递|递送}": "无法投递",
    投递失败: "投递失败",
    未傳遞: "未傳遞",
    未送达: "未送达",
  },
};
