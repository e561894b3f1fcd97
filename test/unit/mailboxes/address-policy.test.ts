import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isBlockedAddress, isHost, mayConnect, parseAllowList } from "#shared/platform/egress/address-policy.ts";

describe("isBlockedAddress", () => {
  test.each([
    ..."0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.255 168.63.129.16 169.254.169.254 169.254.170.2".split(
      " ",
    ),
    ..."172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7".split(" "),
    ..."203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255".split(" "),
    ..."::1 :: ::ffff:127.0.0.1 ::FFFF:7f00:1 ::127.0.0.1 ::8.8.8.8 64:ff9b::7f00:1 64:ff9b::127.0.0.1 64:ff9b:1::1 2002:7f00:1::".split(
      " ",
    ),
    ..."fd00:ec2::254 fc00::1 fe80::1 fec0::1 ff02::1 100::1 2001::1 2001:0:7f00:1:: 2001:10::1 2001:db8::1 3fff::1 4000::1".split(" "),
    ..."2130706433 0x7f000001 0177.0.0.1 127.1 0 1.2.3 1.2.3.4.5 1.2.3.256 01.2.3.4 1::2::3 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9".split(" "),
    "",
    "localhost",
    "①②⑦.⓪.⓪.①",
    "127.0.0.1\0",
    " 8.8.8.8",
    "fe80::1%eth0",
    ":::",
    "1:::2",
    "2606:4700::1.2.3",
    "12345::",
  ])("refuses %j", (address) => {
    expect(isBlockedAddress(address)).toBe(true);
  });

  test.each(
    "8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.0.1.1 198.20.0.0 223.255.255.255 2606:4700::1111 2a00:1450:4001:82a::200e 2001:4860:4860::8888".split(
      " ",
    ),
  )("lets the public address %s through", (address) => {
    expect(isBlockedAddress(address)).toBe(false);
  });

  it("refuses every IPv4 address in each translated IPv6 form", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom("::ffff:", "::", "64:ff9b::", "::ffff:0:"), (address, prefix) =>
        isBlockedAddress(prefix + address),
      ),
    );
  });

  it("judges an address the same in any spelling of IPv6", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), (parts) => {
        const plain = parts.map((part) => part.toString(16)).join(":");
        const padded = parts.map((part) => part.toString(16).padStart(4, "0").toUpperCase()).join(":");
        const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
        return new Set([plain, padded, short].map(isBlockedAddress)).size === 1;
      }),
    );
  });
});

describe("isHost", () => {
  test.each(["smtp.example.com", "localhost", "xn--bcher-kva.example", "a-b.c1", "8.8.8.8", "2606:4700::1111", "1and1.com"])(
    "accepts %s",
    (host) => {
      expect(isHost(host)).toBe(true);
    },
  );

  test.each([
    ..."2130706433 0x7f000001 0177.0.0.1 127.1 0 127.0.0.1. example.com. 0x7f.1 1.2.3.4.5 example.0x1 fe80::1%lo %31 a_b.example -a.example".split(
      " ",
    ),
    "",
    " ",
    ".",
    "a..b",
    "①②⑦.⓪.⓪.①",
    "127.0.0.1\0.evil.com",
    "a b",
    "a\n.example",
    "[::1]",
    "host:25",
    "user@host",
    "ｅxample.com",
    `${"a".repeat(64)}.example`,
    `${"a.".repeat(127)}aa`,
  ])("refuses %j", (host) => {
    expect(isHost(host)).toBe(false);
  });
});

describe("mayConnect", () => {
  it("lets a public address through at mail ports only", () => {
    const ports = [25, 465, 587, 2525, 143, 993, 80, 443, 22, 27017, 0, 9001];

    const open = ports.filter((port) => mayConnect("8.8.8.8", port, []));

    expect(open).toEqual([25, 465, 587, 2525, 143, 993]);
  });

  it("lets a blocked address through only where the operator's entry says so", () => {
    const allowed = parseAllowList("127.0.0.0/8:1025, ::1/128:*");

    expect(mayConnect("127.0.0.1", 1025, allowed)).toBe(true);
    expect(mayConnect("127.0.0.1", 9001, allowed)).toBe(false);
    expect(mayConnect("128.0.0.1", 1025, allowed)).toBe(false);
    expect(mayConnect("::1", 9001, allowed)).toBe(true);
    expect(mayConnect("::ffff:127.0.0.1", 1025, allowed)).toBe(false);
    expect(mayConnect("::2", 9001, allowed)).toBe(false);
  });
});

describe("parseAllowList", () => {
  it("gives nothing for an empty setting", () => {
    expect(parseAllowList("")).toEqual([]);
  });

  test.each([
    "127.0.0.1:25",
    "127.0.0.0/33:25",
    "127.0.0.0/8",
    "127.0.0.0/8:",
    "127.0.0.0/8:0",
    "127.0.0.0/8:65536",
    "::1/129:*",
    "localhost/8:*",
    "*:*",
  ])("throws on %s", (text) => {
    expect(() => parseAllowList(text)).toThrow(/is not cidr:port/);
  });
});
