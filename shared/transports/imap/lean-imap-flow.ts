import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import { type FetchMessageObject, type FetchQueryObject, ImapFlow, type SearchObject } from "imapflow";
import parse from "imapflow/lib/handler/imap-parser.js";
import { encodePath, getStatusCode } from "imapflow/lib/tools.js";
import { asUid } from "#shared/inbox/pull/sync-state.ts";
import { type Attribute, type FolderListing, listFolders, textOf, type Untagged } from "./list-folders.ts";

type Handler = ((untagged: Untagged) => unknown) | null;
/** A response as imapflow's stream splits it: its line, and the literals in it. */
interface Response {
  readonly payload: Buffer;
  readonly literals: readonly Buffer[];
}

/** The non-public parts of imapflow 2.1.2 that the steps below use; the version is pinned. */
interface Internals {
  socket: Socket;
  writeSocket: Socket;
  streamer: Writable;
  secureConnection: boolean;
  usable: boolean;
  byeReason: unknown;
  untaggedHandlers: Record<string, Handler>;
  sectionHandlers: Record<string, unknown>;
  initialResolve: unknown;
  initialReject: unknown;
  folders: Map<string, { path: string }>;
  capabilities: Map<string, boolean | number>;
  enabled: Set<string>;
  options: { auth: { user: string; pass?: string; loginMethod?: string } };
  run(command: string, ...args: unknown[]): Promise<unknown>;
  exec(
    command: string,
    attributes: readonly unknown[],
    options: { untagged: Record<string, (untagged: Untagged) => Promise<void>> },
  ): Promise<{ next(): void }>;
  initialOK(message: Untagged): void;
  initialPREAUTH(): void;
  serverBye(message: Untagged): void;
  untaggedCapability(message: Untagged): void;
  sectionCapability(message: unknown): void;
  untaggedExists(message: Untagged): void;
  untaggedExpunge(message: Untagged): void;
  untaggedFetch(message: Untagged): void;
  getUntaggedHandler(command: string, attributes: unknown): Handler | undefined;
  handleResponse(response: Response): Promise<boolean>;
  configureSocket(socket: Socket): void;
  setSocketHandlers(): void;
  setEventHandlers(): void;
  upgradeToSTARTTLS(): Promise<boolean>;
  authenticate(): Promise<boolean>;
}

/**
 * NetEase's servers (163, 126, yeah.net, 188, business mail) let a client log in and then refuse every folder ("NO SELECT Unsafe Login") until it has
 * sent ID, by their help page; none other is known to.
 */
const needsId = /(?:^|\.)(?:(?:163|126|188|netease)\.com|yeah\.net)$/i;
/** What the service calls itself in ID (RFC 2971, 3.3). */
const CLIENT = { name: "email-service", version: "1", vendor: "email-service" };
const OF_FOLDERS: readonly string[] = ["SELECT", "EXAMINE", "STATUS", "LIST"];
/** Response codes of a NO that is about the folder, or about the server itself (RFC 5530; TRYCREATE: RFC 9051, 7.1), whoever asks. */
const ABOUT_THE_FOLDER: ReadonlySet<unknown> = new Set(
  "NONEXISTENT ALREADYEXISTS TRYCREATE CANNOT NOPERM INUSE CORRUPTION OVERQUOTA LIMIT UNAVAILABLE SERVERBUG".split(" "),
);

interface Runs {
  exec(command: string, ...rest: unknown[]): Promise<unknown>;
}

const isFetch = /^\* \d{1,10} FETCH /i;
const isSearch = /^\* SEARCH(?: |$)/i;

/** Adds the numbers of a SEARCH line, up to one more than the maximum. */
const readUids = (line: Buffer, { uids, most }: { readonly uids: Set<number>; readonly most: number }): void => {
  const [OPEN, DIGIT, SPACE] = [0x28, 0x30, 0x20];
  let value = 0;
  for (let at = "* SEARCH".length; at <= line.length && uids.size <= most && line[at] !== OPEN; at += 1) {
    const octet = line[at] ?? SPACE;
    if (octet >= DIGIT && octet <= DIGIT + 9) value = value * 10 + octet - DIGIT;
    else {
      // A word that is no UID is skipped, with everything after it in the same word.
      if (octet === SPACE && asUid(value) > 0) uids.add(value);
      value = octet === SPACE ? 0 : Number.NaN;
    }
  }
};

/** Whether the server refused the command. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "responseStatus" in error && (error.responseStatus === "BAD" || error.responseStatus === "NO");

/** Whether a NO may be about who asks: its code does not say that it is about the folder. imapflow reads the code only after `exec`. */
const isAboutTheClient = (error: unknown): boolean => {
  const { responseStatus, response } = Object(error) as {
    readonly responseStatus?: unknown;
    readonly response?: Parameters<typeof getStatusCode>[0];
  };
  return responseStatus === "NO" && !ABOUT_THE_FOLDER.has(getStatusCode(response));
};

/** Years that begin with 0 are no dates of mail, but Date.parse takes 0000 for 2000. */
const withoutEarlyDate = ({ attributes: [, items] = [] }: Untagged): void => {
  if (!Array.isArray(items)) return;
  const at = items.findIndex((item, i) => i % 2 === 0 && textOf(item as Attribute).toUpperCase() === "INTERNALDATE") + 1;
  if (at > 0 && /-0\d{3}\b/.test(textOf(items[at] as Attribute))) items[at] = null;
};

const printable = /^[\x20-\x7e]+$/;
/**
 * imapflow over an open socket that the egress rules checked and secured (S1 to S4 in SECURITY.md), with only the steps that reading needs: its ID,
 * NAMESPACE, ENABLE and LSUB cost a poll six round trips (CONTRIBUTING.md, "Decisions"). ID is sent to providers that need it, and to a server that
 * announces it and has refused a folder.
 */
export class LeanImapFlow extends ImapFlow {
  get #inner(): Internals {
    return this as unknown as Internals;
  }

  /** Logs in over the socket. A plain socket is upgraded by STARTTLS first; throws when the server does not offer it. */
  attach(socket: Socket): Promise<void> {
    const inner = this.#inner;
    Object.assign(inner.untaggedHandlers, {
      OK: (message: Untagged) => inner.initialOK(message),
      BYE: (message: Untagged) => inner.serverBye(message),
      PREAUTH: () => inner.initialPREAUTH(),
      CAPABILITY: (message: Untagged) => inner.untaggedCapability(message),
      EXISTS: (message: Untagged) => inner.untaggedExists(message),
      EXPUNGE: (message: Untagged) => inner.untaggedExpunge(message),
      FETCH: (message: Untagged) => inner.untaggedFetch(message),
    });
    inner.sectionHandlers["CAPABILITY"] = (section: unknown) => inner.sectionCapability(section);
    inner.socket = socket;
    inner.writeSocket = socket;
    return new Promise((resolve, reject) => {
      inner.initialResolve = resolve;
      inner.initialReject = reject;
      this.once("close", () => reject(new Error("the connection closed before the login")));
      inner.configureSocket(socket);
      inner.setSocketHandlers();
      inner.setEventHandlers();
      socket.pipe(inner.streamer);
      if (socket.destroyed) this.close();
    });
  }

  /** Called by imapflow after the greeting. */
  async startSession(): Promise<void> {
    const inner = this.#inner;
    if (inner.capabilities.size === 0) await inner.run("CAPABILITY");
    await inner.upgradeToSTARTTLS();
    const { auth } = inner.options;
    // LOGIN takes one round trip and AUTHENTICATE two, but LOGIN allows only these characters.
    if (!inner.capabilities.has("LOGINDISABLED") && printable.test(`${auth.user}${auth.pass ?? ""}`)) auth.loginMethod = "LOGIN";
    await inner.authenticate();
    if (needsId.test(this.host)) await this.#identify();
    inner.usable = true;
  }

  #isIdentified = false;

  /** Sends ID once, to a server that announces it; true when it was sent. A server may refuse it. */
  async #identify(): Promise<boolean> {
    if (this.#isIdentified || !this.can("ID")) return false;
    this.#isIdentified = true;
    await this.#inner.run("ID", CLIENT);
    return true;
  }

  /** Runs a command for imapflow. When a folder is refused to a client that has not identified itself, sends ID and repeats the command once. */
  async exec(command: string, ...rest: unknown[]): Promise<unknown> {
    const once = () => (ImapFlow.prototype as unknown as Runs).exec.call(this, command, ...rest);
    try {
      return await once();
    } catch (error) {
      if (!OF_FOLDERS.includes(command) || !isAboutTheClient(error) || !(await this.#identify())) throw error;
      return once();
    }
  }

  /** The UIDs of the SEARCH in progress, read from the raw line, because parsed attributes would take sixty times the memory. */
  #found: { readonly uids: Set<number>; readonly most: number } | undefined;

  /** The matching UIDs, unsorted. Throws when the server refuses, or returns more than `most`. */
  async uidsOf(query: SearchObject, most: number): Promise<readonly number[]> {
    const found = { uids: new Set<number>(), most };
    this.#found = found;
    try {
      // An IMAP4rev2 server answers with ESEARCH, which imapflow parses.
      const answer = await this.search(query, { uid: true });
      if (!Array.isArray(answer)) throw new Error("the IMAP server refused to search");
      for (const uid of answer) found.uids.add(uid);
      if (found.uids.size > most) throw new Error("the IMAP server answered a search with more than it was asked for");
      return [...found.uids];
    } finally {
      this.#found = undefined;
    }
  }

  /** Calls `take` with each answer to a FETCH by UID as it arrives; keeps none. `changedSince` is for after `countChanges`. */
  async fetchEach(uids: string, query: FetchQueryObject, take: (answer: FetchMessageObject) => void, changedSince?: bigint): Promise<void> {
    const onUntaggedFetch = (answer: FetchMessageObject, next: () => void) => {
      take(answer);
      next();
    };
    await this.#inner.run("FETCH", uids, query, { uid: true, onUntaggedFetch, ...(changedSince !== undefined && { changedSince }) });
  }

  /** The number of messages in the open folder, by the server's last report. */
  get messageCount(): number {
    return this.mailbox === false ? 0 : this.mailbox.exists || 0;
  }

  /**
   * Passes a FETCH response directly to its command, because imapflow would first serialise each one for a log that is off. Returns true, so that
   * imapflow continues to read.
   */
  async handleResponse(response: Response): Promise<boolean> {
    const { payload, literals } = response;
    const opening = payload.toString("latin1", 0, 24);
    if (this.#found && isSearch.test(opening)) {
      readUids(payload, this.#found);
      return true;
    }
    const parsed = isFetch.test(opening) && (await parse(payload, { literals: [...literals] }).catch(() => false as const));
    const handle = parsed && this.#inner.getUntaggedHandler(parsed.command ?? "", parsed.attributes);
    if (!handle) return (ImapFlow.prototype as unknown as Internals).handleResponse.call(this, response);
    withoutEarlyDate(parsed as Untagged);
    try {
      await handle(parsed as Untagged);
    } catch {
      // An error in one message's answer concerns only that message, which then counts as unanswered.
    }
    return true;
  }

  /** Registers the folder, so that imapflow sends no LIST before a SELECT. */
  knowFolder(path: string): void {
    this.#inner.folders.set(path, { path });
  }

  /**
   * The folders that match the patterns, with their counters when the server returns these in the same command (RFC 5819). When a server announces
   * that and then refuses the command, a plain LIST is sent.
   */
  async listFolders(patterns: readonly string[]): Promise<FolderListing> {
    const inner = this.#inner;
    const promised = inner.capabilities.has("LIST-STATUS") && !this.#refusesStatus;
    try {
      return await listFolders(inner, patterns, promised);
    } catch (error) {
      if (!promised || !isRefusal(error)) throw error;
      this.#refusesStatus = true;
      return listFolders(inner, patterns, false);
    }
  }
  #refusesStatus = false;

  /** From now on HIGHESTMODSEQ comes with a folder's counters, in the same commands, where the server has CONDSTORE (RFC 7162, 3.1). */
  countChanges(): void {
    if (this.can("CONDSTORE")) this.#inner.enabled.add("CONDSTORE");
  }

  /** The name of a folder in the server's encoding (RFC 9051, 5.1.1). */
  spelt(path: string): string {
    return encodePath(this, path);
  }

  /**
   * Throws when the server has said BYE: imapflow then returns an empty answer to every command, which must not be taken for the folder's content.
   */
  assertAlive(): void {
    if (this.#inner.byeReason || this.isClosed) throw new Error("the IMAP server ended the session");
  }

  /** Whether the server announced the capability. */
  can(capability: string): boolean {
    return this.#inner.capabilities.has(capability);
  }
}
