import { describe, expect, it } from "vitest";
import { folderUse } from "#shared/transports/imap/watched-folders.ts";
import { chooseFolders } from "#shared/inbox/pull/choose-folders.ts";

/** A folder of a path with flags, as LIST names it. */
const listed = (path: string, ...flags: readonly string[]) =>
  folderUse({ path, delimiter: "/", flags: new Set(flags.map((flag) => flag.toLowerCase())), canBeNamed: true });
const chosen = (folders: readonly ReturnType<typeof listed>[], { named = [] as readonly string[], gmail = false } = {}) => {
  const { watched, notRead } = chooseFolders(folders, { named, gmail });
  return { watched: watched.map(({ path, role }) => `${path}: ${role}`), notRead };
};
const roleOf = (path: string, delimiter = "/") => {
  const use = folderUse({ path, delimiter, flags: new Set(), canBeNamed: true });
  return chooseFolders([use], { named: [], gmail: false }).watched.find((one) => one.path === path)?.role ?? "not read";
};

describe("the folders that are read", () => {
  it("are INBOX, Sent, Junk and all others, and not Drafts, Trash with what is below it, nor what shows mail again", () => {
    const folders = [
      listed("Archive", "\\Archive"),
      listed("Customers/Answers"),
      listed("Drafts", "\\Drafts"),
      listed("Everything", "\\All"),
      listed("INBOX"),
      listed("Marked", "\\Flagged"),
      listed("Important", "\\Important"),
      listed("Parent", "\\Noselect"),
      listed("Spam", "\\Junk"),
      listed("Gesendet", "\\Sent"),
      listed("Bin", "\\Trash"),
      listed("Bin/Old"),
      listed("Binary"),
    ];

    expect(chosen(folders)).toEqual({
      watched: ["INBOX: inbox", "Gesendet: sent", "Spam: junk", "Archive: other", "Binary: other", "Customers/Answers: other"],
      notRead: { count: 0, some: [] },
    });
  });

  it("are All Mail and Junk at Gmail, where all other folders show the same mail", () => {
    const folders = [
      listed("INBOX"),
      listed("[Gmail]/All", "\\All"),
      listed("[Gmail]/Sent", "\\Sent"),
      listed("S", "\\Junk"),
      listed("Label"),
    ];

    expect(chosen(folders, { gmail: true, named: ["Label"] })).toEqual({
      watched: ["[Gmail]/All: all", "S: junk"],
      notRead: { count: 0, some: [] },
    });
  });

  it("have INBOX among them though the server does not name it", () => {
    expect(chosen([listed("Clients")]).watched).toEqual(["INBOX: inbox", "Clients: other"]);
  });

  it("are what the server says they are before what their names say", () => {
    expect(chosen([listed("Unwanted", "\\Junk"), listed("Spam"), listed("Sent"), listed("Post out", "\\Sent")]).watched).toEqual([
      "INBOX: inbox",
      "Post out: sent",
      "Sent: sent",
      "Unwanted: junk",
      "Spam: other",
    ]);
  });

  it("have all for sent mail, the uppermost first", () => {
    const folders = [listed("Old/Sent"), listed("Sent", "\\Sent"), listed("Sent Items")];

    expect(chosen(folders).watched).toEqual(["INBOX: inbox", "Sent: sent", "Sent Items: sent", "Old/Sent: sent"]);
  });

  it("are those that the user names though their names look like another use, but not what the server says is none", () => {
    const folders = [listed("Papierkorb"), listed("Drafts", "\\Drafts"), listed("Quarantäne")];

    expect(chosen(folders, { named: ["Papierkorb", "Drafts", "Quarantäne", "Gone", "INBOX"] })).toEqual({
      watched: ["INBOX: inbox", "Papierkorb: other", "Quarantäne: other"],
      notRead: { count: 2, some: ["Drafts", "Gone"] },
    });
  });

  it("are a hundred at most: Sent, those that are named, Junk, and the uppermost; the others are told", () => {
    const many = Array.from({ length: 150 }, (_, n) => listed(`${n % 2 === 0 ? "a/" : ""}f${String(n).padStart(3, "0")}`));
    const { watched, notRead } = chosen([...many, listed("z/Spam", "\\Junk"), listed("z/Sent", "\\Sent"), listed("z/z/Named")], {
      named: ["z/z/Named"],
    });

    expect(watched).toHaveLength(100);
    expect(watched.slice(0, 5)).toEqual(["INBOX: inbox", "z/Sent: sent", "z/z/Named: other", "z/Spam: junk", "f001: other"]);
    expect(watched.at(-1)).toBe("a/f040: other");
    const some = ["a/f042", "a/f044", "a/f046", "a/f048", "a/f050"];
    expect(notRead).toEqual({ count: 54, beyond: 54, some, paths: expect.arrayContaining(some) });
    expect([notRead.paths?.length, new Set([...watched, ...(notRead.paths ?? [])]).size]).toEqual([54, 154]);
  });

  it("beyond the hundred are named for audits, a thousand of them at most", () => {
    const { notRead } = chosen(Array.from({ length: 1_300 }, (_, n) => listed(`f${n}`)));
    expect([notRead.beyond, notRead.paths?.length]).toEqual([1_201, 1_000]);
  });

  it("tell a folder that cannot be opened by its name only where the user names it", () => {
    const odd = { ...listed("Odd"), canBeRead: false };

    expect(chosen([odd]).notRead.count).toBe(0);
    expect(chosen([odd], { named: ["Odd"] })).toEqual({ watched: ["INBOX: inbox"], notRead: { count: 1, beyond: 1, some: ["Odd"] } });
  });
});

describe("Junk", () => {
  it.each([
    "Junk",
    "Spam",
    "SPAM",
    "[SPAM]",
    "Junk E-mail",
    "Bulk Mail",
    "Quarantäne",
    "QUARANTÄNE",
    "Quarantäne",
    "Quarantine",
    "Spamverdacht",

    "Courrier indésirable",
    "Indésirables",
    "Pourriel",
    "Quarantaine",
    "Correo no deseado",
    "Cuarentena",
    "Posta indesiderata",
    "Lixo Eletrônico",

    "Ongewenst",
    "Skräppost",
    "Uønsket e-post",
    "Roskaposti",
    "Niechciane",
    "Kwarantanna",
    "Nevyžádaná pošta",
    "Levélszemét",
    "Önemsiz",

    "Спам",
    "Карантин",
    "Нежелательная почта",
    "Ανεπιθύμητα",
    "垃圾邮件",
    "垃圾郵件",
    "垃圾箱邮件",
    "隔离区",
    "广告邮件",
    "迷惑メール",
    "スパム",
    "스팸메일함",
    "الرسائل غير المرغوب فيها",
    "البريد العشوائي",
    "דואר זבל",
    "Thư rác",
    "สแปม",
    "स्पैम",
  ])("is known by its name: %s", (name) => {
    expect([roleOf(name), roleOf(`INBOX.${name}`, "."), roleOf(`INBOX/${name}`), roleOf(`INBOX.${name}`, "")]).toEqual([
      "junk",
      "junk",
      "junk",
      "junk",
    ]);
  });

  it.each(["Junkers", "Spam complaints", "Customers", "Archiv", "Angebote", "Starred", "All", "Antworten", "客户", "Bulkley"])(
    "is not %s",
    (name) => {
      expect(roleOf(name)).toBe("other");
    },
  );

  it.each(["Drafts", "Entwürfe", "Papierkorb", "Gelöschte Elemente", "Trash", "已删除邮件", "草稿箱", "INBOX.Trash"])(
    "nor are Drafts and Trash read: %s",
    (name) => {
      expect(roleOf(name, ".")).toBe("not read");
    },
  );
});
