import * as z from "zod/mini";
import { expect, it } from "vitest";
import { createWebhook } from "#shared/webhooks/contract/webhooks.ts";

const messageOf = (url: string) => z.safeParse(createWebhook.body, { url }).error?.issues[0]?.message;

it.each(["https://hooks.example.com/mail?a=1", "http://localhost:3000/", "http://127.0.0.1:8080/hook", "http://[::1]:8080/"])(
  "takes %s",
  (url) => expect(messageOf(url)).toBeUndefined(),
);

it.each(["http://hooks.example.com/", "https://hooks.example.com:8443/", "https://user:secret@hooks.example.com/", "hooks.example.com"])(
  "refuses %s, and says what works on a laptop",
  (url) =>
    expect(messageOf(url)).toBe(
      "must be an https URL at port 443, without credentials and fragment; on a laptop also http://localhost at any port",
    ),
);
