import type { Dialect } from "./dialect.ts";

/** Coremail: QQ, NetEase (163, 126, yeah) and Chinese enterprises. */
export const coremail: Dialect = {
  failures: {
    您的邮件被退回: "抱歉，您的邮件被退回来了……",
    退信原因: "退信原因：收件人邮件地址不存在",
    无法送达: "邮件无法送达",
  },
  introductions: {
    收件人邮件地址: "收件人邮件地址不存在",
  },
  labels: {
    收件人: "收件人：lost@gone.example",
  },
  notice: {
    from: "PostMaster@qq.example",
    subject: "系统退信",
    lines: [
      "抱歉，您的邮件被退回来了……",
      "",
      "原邮件信息：",
      "时  间：2026-11-20 10:14:00",
      "主  题：Offer",
      "收件人：lost@gone.example",
      "",
      "退信原因：收件人邮件地址（lost@gone.example）不存在，邮件无法送达。",
      "host mx.gone.example said: 550 User not found: lost@gone.example",
      "",
    ],
  },
};
