import { describe, expect, it, test } from "vitest";
import { imapFailure } from "#shared/transports/imap/open-connection.ts";
import { smtpFailure } from "#shared/transports/smtp/submissions.ts";
import { classifyConnectionError, type ConnectionAttempt } from "#shared/mailboxes/connection/connection-errors.ts";
import { MailFailure, unreachedCause } from "#shared/mailboxes/connection/mail-failure.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";

const smtp = { protocol: "SMTP", credential: "password" } as const;
const imap = { protocol: "IMAP", credential: "password" } as const;
/** What a library threw, translated by its adapter and judged. */
const judged = (error: unknown, attempt: ConnectionAttempt, at: "connection" | "login" = "login") => {
  if (error instanceof OAuthError) return classifyConnectionError(error, attempt);
  return classifyConnectionError(attempt.protocol === "SMTP" ? smtpFailure(error, at) : imapFailure(error), attempt);
};
const smtpError = (responseCode: number, text: string, code = "EAUTH") =>
  Object.assign(new Error(`Invalid login: ${responseCode} ${text}`), { code, responseCode, response: `${responseCode} ${text}` });
const imapNo = (responseText: string, serverResponseCode?: string) =>
  Object.assign(new Error("Command failed"), { authenticationFailed: true, responseStatus: "NO", responseText, serverResponseCode });

describe("a refused SMTP login", () => {
  test.each([
    [534, "5.7.9 Application-specific password required. https://support.google.com/mail/?p=InvalidSecondFactor", /app password/],
    [535, "5.7.8 Username and Password not accepted. https://support.google.com/mail/?p=BadCredentials", /app password/],
    [
      535,
      "5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.",
      /SMTP AUTH is switched off in the tenant/,
    ],
    [535, "5.7.139 Authentication unsuccessful, basic authentication is disabled.", /SMTP AUTH is switched off in the tenant/],
    [534, "5.7.14 <https://accounts.google.com/signin/continue?...> Please log in via your web browser", /sign in with a browser/],
    [530, "5.7.0 Must issue a STARTTLS command first", /starttls/],
    [538, "5.7.11 Encryption required for requested authentication mechanism", /starttls/],
    [550, "5.7.30 Basic authentication is not supported for Client Submission.", /accepts no passwords/],
    [550, "5.7.8 Authentication failed", /user name or password refused/],
    [535, "5.7.3 Authentication unsuccessful", /user name or password refused/],
    [535, "Authentication failed", /user name or password refused/],
    [530, "5.7.0 Authentication Required", /user name or password refused/],
  ])("disconnects on %i %s", (code, text, message) => {
    const failure = judged(smtpError(code, text), smtp);

    expect(failure).toMatchObject({ status: "disconnected", protocol: "SMTP", field: "smtpPassword", immediate: false });
    expect(failure.message).toMatch(message);
  });

  test.each([
    [454, "4.7.0 Temporary authentication failure", "EAUTH"],
    [421, "4.7.0 Too many connections", "ECONNECTION"],
    [550, "5.7.1 Access denied", "EPROTOCOL"],
    [432, "4.3.2 Concurrent connections limit exceeded", "EAUTH"],
  ])("is an error, not a disconnection, on %i %s", (code, text, nodeCode) => {
    expect(judged(smtpError(code, text, nodeCode), smtp)).toMatchObject({ status: "error", field: "smtpHost" });
  });
});

describe("the server's reply to a login", () => {
  test.each([
    [535, "5.7.8 Username and Password not accepted", "(the server's reply: 535 5.7.8)"],
    [535, "Authentication failed", "(the server's reply: 535)"],
    [535, "5.7.8hunter2 is wrong", "(the server's reply: 535)"],
    [454, "4.7.0 Temporary authentication failure", "(the server's reply: 454 4.7.0)"],
  ])("is repeated by its codes alone: %i %s", (code, text, codes) => {
    expect(judged(smtpError(code, text), smtp).message.endsWith(codes)).toBe(true);
  });

  it("is not repeated when no login was tried", () => {
    expect(judged(smtpError(554, "5.7.1 banner", "ECONNECTION"), smtp, "connection").message).not.toMatch(/554|5\.7\.1/);
  });
});

describe("a refused IMAP login", () => {
  test.each([
    [imapNo("Invalid credentials (Failure)", "AUTHENTICATIONFAILED"), /user name or password refused/],
    [
      imapNo("Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)", "ALERT"),
      /app password/,
    ],
    [imapNo("Your account is not enabled for IMAP use. Please visit your Gmail settings page", "ALERT"), /IMAP is switched off/],
    [imapNo("IMAP access is disabled for this account"), /IMAP is switched off/],
    [imapNo("LOGIN failed."), /user name or password refused/],
    [imapNo("Too many wrong passwords, try again later", "AUTHENTICATIONFAILED"), /user name or password refused/],
  ])("disconnects (%#)", (error, message) => {
    const failure = judged(error, imap);

    expect(failure).toMatchObject({ status: "disconnected", protocol: "IMAP", field: "imapPassword", immediate: false });
    expect(failure.message).toMatch(message);
  });

  test.each([
    ["the server is not available", imapNo("Temporary authentication failure", "UNAVAILABLE")],
    ["the mailbox is in use", imapNo("In use", "INUSE")],
    ["Gmail has too many connections of the mailbox", imapNo("Too many simultaneous connections. (Failure)", "ALERT")],
    ["Gmail gives no more bandwidth", imapNo("Account exceeded command or bandwidth limits. (Failure)", "ALERT")],
    ["Courier has too many connections", imapNo("Error: Maximum number of connections reached.")],
    ["Yahoo is out of order", imapNo("LOGIN Server error - Please try again later")],
    [
      "the connection broke during the login",
      Object.assign(new Error("Connection not available"), { authenticationFailed: true, code: "NoConnection" }),
    ],
    ["the command was malformed", Object.assign(imapNo("Error in IMAP command"), { responseStatus: "BAD" })],
  ])("is an error when %s", (_, error) => {
    expect(judged(error, imap)).toMatchObject({ status: "error", field: "imapHost" });
  });
});

describe("a login that is refused for another reason than the credentials", () => {
  test.each([
    [504, "5.5.4 Unrecognized authentication type"],
    [454, "4.7.0 Temporary authentication failure"],
    [421, "4.7.0 Try again later"],
    [554, "5.7.1 Access denied"],
  ])("is an error at %i %s", (code, text) => {
    const failure = judged(smtpError(code, text), smtp);

    expect(failure).toMatchObject({ status: "error", message: expect.stringMatching(/does not let anyone log in/) });
  });
});

describe("a connection that fails", () => {
  it("says the same for a refused port, a timeout, a bad banner and a server that hangs up", () => {
    const errors = [
      new MailFailure("SMTP", "unreachable"),
      Object.assign(new Error("connect ECONNREFUSED 10.1.2.3:25"), { code: "ESOCKET" }),
      Object.assign(new Error("Greeting never received"), { code: "ETIMEDOUT" }),
      smtpError(554, "SSH-2.0-OpenSSH_9.2", "EPROTOCOL"),
      Object.assign(new Error("Connection closed unexpectedly"), { code: "ECONNECTION" }),
      "not even an error",
      undefined,
    ];

    const failures = errors.map((error) => JSON.stringify(judged(error, smtp, "connection")));

    expect(new Set(failures).size).toBe(1);
    expect(failures[0]).toMatch(/"error".*cannot be reached/);
  });

  it("says of a name that only a private network knows what it says of one that nobody has", async () => {
    const nobody = Object.assign(new Error("getaddrinfo ENOTFOUND x"), { code: "ENOTFOUND" });
    const told = new MailFailure("SMTP", "unreachable", { cause: nobody });

    expect(`SMTP: ${unreachedCause(told)}`).toBe(judged(new MailFailure("SMTP", "blocked"), smtp).message);
  });

  it("names the certificate, wherever it stands in the chain of causes", () => {
    const expired = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
    const errors = [expired, new Error("TLS", { cause: expired }), new MailFailure("IMAP", "certificate")];

    for (const error of errors)
      expect(judged(error, imap)).toMatchObject({
        status: "error",
        field: "imapHost",
        message: expect.stringMatching(/certificate/),
      });
  });

  it("names the port when the server offers no STARTTLS", () => {
    expect(judged(smtpError(502, "5.5.1 Not implemented", "ETLS"), smtp)).toMatchObject({
      status: "error",
      field: "smtpPort",
      message: expect.stringMatching(/STARTTLS/),
    });
    expect(judged(Object.assign(new Error("x"), { tlsFailed: true }), imap)).toMatchObject({
      status: "error",
      field: "imapPort",
    });
  });

  it("names the host when policy refuses it", () => {
    expect(judged(new MailFailure("IMAP", "blocked"), imap)).toMatchObject({
      status: "error",
      field: "imapHost",
      message: expect.stringMatching(/no public mail server/),
    });
  });
});

describe("an OAuth grant", () => {
  const oauth = { protocol: "IMAP", credential: "oauth" } as const;

  test.each([
    ["refused", "disconnected", true],
    ["scopeMissing", "disconnected", true],
    ["temporary", "error", false],
    ["misconfigured", "error", false],
    ["identity", "error", false],
  ] as const)("that is %s makes the mailbox %s", (reason, status, immediate) => {
    expect(judged(new OAuthError(reason, "x"), oauth)).toMatchObject({ status, immediate, field: "refreshToken" });
  });

  it("that the mail server refuses asks to reconnect, never for a password", () => {
    const failure = judged(imapNo("Invalid credentials (Failure)", "AUTHENTICATIONFAILED"), oauth);

    expect(failure).toMatchObject({ status: "disconnected", field: "refreshToken", immediate: false });
    expect(failure.message).toBe("IMAP: the server refuses the authorisation; reconnect this mailbox");
  });
});

it("never repeats what the server or the library said", () => {
  const canary = "c4n4ry";
  const errors = [
    smtpError(535, canary),
    smtpError(554, canary, "EPROTOCOL"),
    imapNo(canary),
    new Error(canary),
    { response: canary, code: canary },
  ];

  const texts = errors.flatMap((error) => [smtp, imap].map((attempt) => JSON.stringify(judged(error, attempt))));

  expect(texts.join()).not.toContain(canary);
});
