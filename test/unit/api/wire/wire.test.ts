import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { dateTimeOut } from "#shared/api/fields.ts";
import { type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";

const at = new Date("2026-11-21T09:30:00.000Z");
const schema = z.object({
  id: z.string(),
  created_at: dateTimeOut,
  sent_at: z.optional(dateTimeOut),
  leaves_at: z.union([dateTimeOut, z.literal("")]),
  kind: z.enum(["", "reply"]),
  is_read: z.boolean(),
  tags: z.array(z.string()),
  meta_data: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ content_id: z.string(), size: z.int() })),
  window: z.optional(z.object({ opens_at: dateTimeOut })),
});
interface Row {
  readonly id: string;
  readonly secretHash: string;
  readonly createdAt: Date;
  readonly sentAt?: Date;
  readonly leavesAt?: Date;
  readonly kind?: "" | "reply";
  readonly isRead?: boolean;
  readonly tags?: readonly string[];
  readonly metaData?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly contentId?: string; readonly size: number }[];
  readonly window?: { readonly opensAt: Date };
}
const out: From<Row, typeof schema> = toWire(schema);

describe("the wire's way out", () => {
  it("tells the schema's fields by the wire's names, dates as text, and nothing else of the record", () => {
    const row: Row = {
      id: "1",
      secretHash: "x",
      createdAt: at,
      sentAt: at,
      leavesAt: at,
      kind: "reply",
      isRead: true,
      tags: ["a"],
      metaData: { camelCase: "v" },
      attachments: [{ size: 3 }, { size: 4, contentId: "c" }],
      window: { opensAt: at },
    };

    const text = "2026-11-21T09:30:00.000Z";
    expect(out(row)).toStrictEqual({
      id: "1",
      created_at: text,
      sent_at: text,
      leaves_at: text,
      kind: "reply",
      is_read: true,
      tags: ["a"],
      meta_data: { camelCase: "v" },
      attachments: [
        { content_id: "", size: 3 },
        { content_id: "c", size: 4 },
      ],
      window: { opens_at: text },
    });
  });

  it("says that there is no value by an empty one of its kind, made anew, or leaves an optional field out", () => {
    const empty = { id: "1", kind: "", leaves_at: "", is_read: false, tags: [], meta_data: {}, attachments: [] };
    const row: Row = { id: "1", secretHash: "x", createdAt: at };

    expect(out(row)).toStrictEqual({ ...empty, created_at: "2026-11-21T09:30:00.000Z" });
    expect(out(row).tags).not.toBe(out(row).tags);
  });

  it("gives in the schema's order, which a webhook's body shows", () => {
    expect(Object.keys(out({ createdAt: at, secretHash: "x", id: "1" }))).toEqual(
      Object.keys(schema.shape).filter((name) => name !== "sent_at" && name !== "window"),
    );
  });

  it("does not compile for a record that lacks a field of the schema, at any depth, or has one of another kind", () => {
    // @ts-expect-error the record lacks tags
    const lacking: From<Omit<Row, "tags">, typeof schema> = toWire(schema);
    // @ts-expect-error a file lacks content_id
    const deep: From<Omit<Row, "attachments"> & { readonly attachments: readonly { size: number }[] }, typeof schema> = toWire(schema);
    // @ts-expect-error a date that may be absent stands for one that is always told
    const dateless: From<Omit<Row, "createdAt"> & { readonly createdAt?: Date }, typeof schema> = toWire(schema);
    // @ts-expect-error a date is no text
    const textual: From<Omit<Row, "createdAt"> & { readonly createdAt: string }, typeof schema> = toWire(schema);

    expect([lacking, deep, dateless, textual]).toHaveLength(4);
  });
});

const body = z.strictObject({
  reply_all: z.optional(z.boolean()),
  send_at: z.optional(z.strictObject({ local: z.string(), time_zone: z.string() })),
  attachments: z.optional(
    z.array(
      z.strictObject({
        content: z.pipe(
          z.string(),
          z.transform((text) => Buffer.from(text)),
        ),
        content_id: z.string(),
      }),
    ),
  ),
  headers: z.custom<Record<string, string>>(),
  to: z.pipe(
    z.string(),
    z.transform((email) => ({ name: "", email })),
  ),
  quote_timezone: z._default(z.string(), "UTC"),
  plain: z.nullable(z.strictObject({ same: z.string() })),
});

describe("the wire's way in", () => {
  it("gives the domain's names at every depth; what clients named stays as they named it", () => {
    const parsed = z.parse(body, {
      reply_all: false,
      send_at: { local: "l", time_zone: "z" },
      attachments: [{ content: "octets", content_id: "c" }],
      headers: { "X-a_b": "1" },
      to: "a@b.example",
      plain: { same: "s" },
    });

    expect(fromWire(body)(parsed)).toStrictEqual({
      replyAll: false,
      sendAt: { local: "l", timeZone: "z" },
      attachments: [{ content: Buffer.from("octets"), contentId: "c" }],
      headers: { "X-a_b": "1" },
      to: { name: "", email: "a@b.example" },
      quoteTimezone: "UTC",
      plain: { same: "s" },
    });
  });

  it("leaves out what is absent, and passes null on", () => {
    const parsed = { headers: {}, to: { name: "", email: "a" }, quote_timezone: "UTC", plain: null, reply_all: undefined };

    expect(fromWire(body)(parsed)).toStrictEqual({ headers: {}, to: { name: "", email: "a" }, quoteTimezone: "UTC", plain: null });
  });

  it("does not compile for a request of the domain that lacks a field of the schema", () => {
    const small = z.strictObject({ reply_all: z.boolean(), cc: z.string() });
    // @ts-expect-error the request lacks cc
    const lacking: Into<{ readonly replyAll: boolean }, typeof small> = fromWire(small);

    expect(lacking({ reply_all: true, cc: "" })).toEqual({ replyAll: true, cc: "" });
  });
});
