import { describe, expect, it } from "vitest";
import { answerAt, isOwnRedirect, redirectUrlOf } from "#shared/accounts/oauth/client-metadata.ts";

const own = [
  "https://client.example/cb",
  "https://client.example/cb?x=1",
  "http://127.0.0.1/cb",
  "http://localhost:3000/",
  "http://[::1]/cb",
];

describe("a redirect URI", () => {
  it.each([
    "https://client.example/cb",
    "https://client.example/cb?x=1",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:49152/cb",
    "http://localhost:1/",
    "http://[::1]:65535/cb",
  ])("that the client has is its own, on this machine at any port: %s", (uri) => {
    expect(isOwnRedirect(own, uri)).toBe(true);
  });

  it.each([
    ["another path", "https://client.example/cb/"],
    ["a path below", "https://client.example/cb/../evil"],
    ["another case", "https://client.example/CB"],
    ["another host", "https://client.example.evil.example/cb"],
    ["a host in front", "https://evil.client.example/cb"],
    ["another query", "https://client.example/cb?x=2"],
    ["more query", "https://client.example/cb?x=1&y=2"],
    ["another port", "https://client.example:8443/cb"],
    ["another scheme", "http://client.example/cb"],
    ["a fragment", "https://client.example/cb#x"],
    ["an empty fragment", "https://client.example/cb#"],
    ["credentials", "https://client.example@evil.example/cb"],
    ["a user on this machine's host", "http://127.0.0.1:80@evil.example/cb"],
    ["another path on this machine", "http://127.0.0.1:49152/other"],
    ["another name of this machine", "http://localhost:49152/cb"],
    ["a name that begins like it", "http://127.0.0.1.evil.example/cb"],
    ["https on this machine", "https://127.0.0.1/cb"],
    ["another loopback address", "http://127.0.0.2/cb"],
    ["a port that is none", "http://127.0.0.1:99999/cb"],
    ["a backslash", "http://127.0.0.1\\@evil.example/cb"],
    ["nothing", ""],
  ])("with %s is not: %s", (_what, uri) => {
    expect(isOwnRedirect(own, uri)).toBe(false);
  });

  it.each([
    "javascript:alert(1)//https://client.example/cb",
    "data:text/html,x",
    "cursor://callback",
    "http://client.example/cb",
    "file:///etc/passwd",
  ])("that a client lists but no browser may be led to is none: %s", (uri) => {
    expect(redirectUrlOf(uri)).toBeUndefined();
    expect(isOwnRedirect([uri], uri)).toBe(false);
  });
});

it("an answer keeps the redirect URI's own query and encodes what it adds", () => {
  expect(answerAt("https://client.example/cb", { code: "a b", state: "x&iss=evil", iss: undefined })).toBe(
    "https://client.example/cb?code=a+b&state=x%26iss%3Devil",
  );
  expect(answerAt("https://client.example/cb?x=%20", { code: "1" })).toBe("https://client.example/cb?x=%20&code=1");
});

it.each(["https://a@client.example/cb", "https://:b@client.example/cb", "https://client.example/cb#x", "nonsense"])(
  "%s is no redirect URI, whether or not a client names it",
  (text) => {
    expect(redirectUrlOf(text)).toBeUndefined();
    expect(isOwnRedirect([text], text)).toBe(false);
  },
);
