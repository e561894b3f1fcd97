// What the OpenAPI document says to people: a sentence for everything, names, real errors.
import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { event, testEvent } from "#shared/events/contract/events.ts";
import { errorBody } from "#shared/api/errors.ts";
import { openapi } from "#shared/service/openapi.ts";
import { operations } from "#shared/service/operations.ts";
import { eventTypes } from "#shared/events/event.ts";

type Json = Record<string, unknown>;

const document = openapi();
const schemas = (document["components"] as { schemas: Record<string, Json> }).schemas;

/** Everything in the document that is an object, with its path. */
const everything = (value: unknown, path: string): [string, Json][] => {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, one]) => (key.startsWith("example") ? [] : everything(one, `${path}/${key}`)));
  return [[path, value as Json], ...inner];
};
const all = everything({ paths: document["paths"], schemas }, "");
const isSentence = (text: unknown) => typeof text === "string" && /^.{3,}[.)]$/s.test(text);

describe("the document", () => {
  it("has a sentence for every property, every parameter and every component", () => {
    const properties = all.flatMap(([path, value]) =>
      path.endsWith("/properties") ? Object.entries(value).map(([name, one]) => [`${path}/${name}`, one as Json] as const) : [],
    );
    const parameters = all.filter(([path]) => /\/parameters\/\d+$/.test(path));
    const components = Object.entries(schemas);

    expect([properties.length > 200, parameters.length > 60, components.length > 40]).toEqual([true, true, true]);
    const wordless = [...properties, ...parameters, ...components].filter(([, { description }]) => !isSentence(description));
    expect(wordless.map(([path, value]) => [path, value["name"]])).toEqual([]);
  });

  it("gives no two properties of different names the same sentence, so that none took another's", () => {
    const named = Object.entries(schemas).flatMap(([object, { properties = {} }]) =>
      Object.entries(properties as Record<string, Json>).map(([name, { description }]) => ({ object, name, description })),
    );
    const shared = [...Map.groupBy(named, ({ description }) => description)].filter(
      ([, group]) => new Set(group.map(({ name }) => name)).size > 1,
    );

    expect(named.length).toBeGreaterThan(200);
    expect(shared.map(([description, group]) => [description, group.map(({ object, name }) => `${object}.${name}`)])).toEqual([]);
  });

  it("names every object, so that a generated client has a type for it", () => {
    const nameless = all.filter(([path, { properties }]) => properties !== undefined && !/^\/schemas\/\w+$/.test(path));

    expect(nameless.map(([path]) => path)).toEqual([]);
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["Send", "Mailbox", "Message", "Thread", "Event", "Error"]));
  });

  it("tells the ways to connect a mailbox apart by type", () => {
    expect(schemas["ConnectMailbox"]?.["discriminator"]).toEqual({
      propertyName: "type",
      mapping: Object.fromEntries(
        ["smtp", "google", "outlook", "sandbox"].map((type) => [
          type,
          `#/components/schemas/Connect${type.replace(/^./, (letter) => letter.toUpperCase())}Mailbox`,
        ]),
      ),
    });
  });

  it("tells events apart by type, each with the fields of what it is about", () => {
    const { oneOf, anyOf, discriminator } = schemas["Event"] as { oneOf?: Json[]; anyOf?: Json[]; discriminator: { mapping: Json } };

    expect(Object.keys(discriminator.mapping).toSorted()).toEqual([...eventTypes].toSorted());
    expect((oneOf ?? anyOf)?.map(({ $ref }) => $ref)).toEqual(expect.arrayContaining(Object.values(discriminator.mapping)));
    expect(discriminator.mapping).toMatchObject({
      "send.bounced": "#/components/schemas/SendEvent",
      "message.received": "#/components/schemas/MessageEvent",
    });
    expect(schemas["SendEvent"]).toMatchObject({ properties: { data: { $ref: "#/components/schemas/SendEventData" } } });
  });

  it("has the version of the package", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

    expect((document["info"] as Json)["version"]).toBe(version);
  });

  it("describes every event as a webhook's post, with the schema that its example and its type fit", () => {
    const posts = document["webhooks"] as Record<string, { post: { requestBody: { content: Record<string, Json> } } }>;

    const { mapping } = schemas["Event"]!["discriminator"] as { mapping: Json };
    expect(Object.keys(posts)).toEqual([...eventTypes, "webhook.test"]);
    for (const type of eventTypes) {
      const { schema, example } = posts[type]!.post.requestBody.content["application/json"]!;
      expect(event.parse(example), type).toEqual(example);
      expect(schema).toEqual({ $ref: mapping[type] });
    }
    expect(testEvent.parse(posts["webhook.test"]!.post.requestBody.content["application/json"]!["example"])).toBeDefined();
  });

  it("names nothing that it does not define, and every operation once", () => {
    const named = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
    const ids = [...JSON.stringify(document).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);

    expect(named.filter((name) => schemas[name] === undefined)).toEqual([]);
    expect(ids.length).toBe(operations.length + eventTypes.length + 1);
    expect(new Set(ids).size).toBe(ids.length);
    // Names of tools for language models.
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  it("bounds no number by what JavaScript can count to", () => {
    expect(JSON.stringify(document)).not.toMatch(/9007199254740991/);
  });

  it("shows for every error of every operation what it answers, by type", () => {
    const errors = all.flatMap(([path, value]) => (/\/responses\/[45]\d\d$/.test(path) ? [[path, value] as const] : []));

    expect(errors.length).toBeGreaterThan(operations.length * 3);
    for (const [path, value] of errors) {
      const { examples } = (value["content"] as Record<string, { examples: Record<string, { value: Json }> }>)["application/json"]!;
      for (const [type, { value: body }] of Object.entries(examples))
        expect(errorBody.parse(body), path).toMatchObject({ type, code: Number(path.slice(-3)) });
    }
  });

  it("lets every field of an event's data be absent, but what every record has", () => {
    const data = Object.entries(schemas).filter(([name]) => name.endsWith("EventData"));
    const required = data.map(([name, schema]) => [name, schema["required"]]);

    expect(Object.fromEntries(required)).toEqual({
      SendEventData: ["id"],
      MessageEventData: ["id"],
      MailboxEventData: ["id"],
      WalletEventData: ["balance"],
      WebhookEventData: ["id"],
      SuppressionEventData: ["id", "email"],
      ConnectLinkEventData: ["id"],
      ThreadEventData: ["id"],
    });
  });

  it("tells what each group of operations is about", () => {
    const tags = (document["tags"] as { name: string }[]).map(({ name }) => name);

    expect(tags).toEqual([...new Set(operations.map(({ id }) => id.split("/")[0]))]);
  });

  it("says of a bad request what the parser says", () => {
    const { 400: bad } = (document["paths"] as Record<string, Record<string, { responses: Record<number, Json> }>>)["/v1/send"]!["post"]!
      .responses;

    expect(JSON.stringify(bad)).toContain('{"field":"mailbox_id","message":"is required, unless mailbox_ids or pool is given"}');
    expect(JSON.stringify(bad)).toContain('{"field":"surprise","message":"is not a known field"}');
  });
});
