import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ErrorBody } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { fieldsOf, useAction, useRecord, wordsOf } from "../../data/queries.ts";
import { may, OWN_HEADER, session } from "../../data/session.ts";
import { watchedFetch } from "../../data/client.ts";
import { Button, Icon } from "../../ui/controls.tsx";
import { Loading } from "../../ui/page.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";
import { Bounds, boundsIn } from "../settings/new-key.tsx";

/** What a client asks for, as GET /console/consent tells it. */
interface Asked {
  readonly client_name: string;
  readonly client_host: string;
  readonly redirect_host: string;
  readonly is_local: boolean;
  readonly level: "read" | "draft" | "send";
  readonly fault: string;
  readonly back_url: string;
}

const levels = [
  ["read", "Read", "Reads your mail and what was sent. It writes nothing."],
  ["draft", "Draft", "Reads, and writes email that waits until a person approves it."],
  ["send", "Send", "Reads, sends email in your name at once, and approves what waits."],
] as const;

const DAY_MS = 86_400_000;
/** When access ends unless the person chooses another day, days from now. */
const DAYS = 30;

/** The parameters of an authorization request; others are none of its business (RFC 6749, 3.1). */
const names = ["client_id", "redirect_uri", "response_type", "code_challenge", "code_challenge_method", "resource", "scope", "state"];

const call = async <T,>(method: string, path: string, body?: unknown): Promise<T> => {
  const headers = { ...OWN_HEADER, ...(body !== undefined && { "content-type": "application/json" }) };
  const response = await watchedFetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (response.status === 401) session.value = null;
  if (response.ok) return (await response.json()) as T;
  const { message = "", details } = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const fields = Array.isArray(details) ? details.map((one) => `${one.field} ${one.message}`).join("; ") : (details ?? message);
  throw Object.assign(new Error(fields === "" ? t("The service answered {status}", { status: response.status }) : fields), { details });
};

const Card = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => {
  useEffect(() => {
    document.title = `${title} · Email service`;
  }, [title]);
  return (
    <main class="sign-in consent">
      <div class="panel">
        <h1>
          <Icon name="logo" /> <span>{title}</span>
        </h1>
        {children}
      </div>
    </main>
  );
};

/** Why it cannot go on, and the way back to the client, which only a person follows. */
const Refused = ({ why, back }: { readonly why: string; readonly back?: { readonly url: string; readonly host: string } }) => (
  <Card title={t("This program cannot be connected")}>
    <p role="alert" class="error">
      {why}
    </p>
    <p class="soft">{t("Its makers can put this right; nothing was allowed.")}</p>
    {back === undefined ? (
      <a href="/console">{t("Go home")}</a>
    ) : (
      <Button onClick={() => location.assign(back.url)}>{t("Back to {host}", { host: back.host })}</Button>
    )}
  </Card>
);

/** Who asks, and where the answer goes: the address is what nobody can forge. */
const Who = ({ asked }: { readonly asked: Asked }) => {
  const host = <b class="mono">{asked.client_host}</b>;
  const redirect = <b class="mono">{asked.redirect_host}</b>;
  return (
    <>
      <dl class="facts">
        <dt>{t("Program")}</dt>
        <dd>
          <bdi>{asked.client_name}</bdi>
        </dd>
        <dt>{t("Its address")}</dt>
        <dd>{host}</dd>
        <dt>{t("You will be led to")}</dt>
        <dd>{redirect}</dd>
        <dt>{t("Your account")}</dt>
        <dd>
          {session.value?.email}
          {session.value?.mode === "test" && <span class="soft">{t(" test world")}</span>}
        </dd>
      </dl>
      <p class="soft">{t("Anybody can give a program any name. Go on only if you know its address and began this yourself.")}</p>
      {asked.is_local ? (
        <p class="warned">{t("It says that it runs on this computer. Any program on this computer could say so.")}</p>
      ) : (
        asked.redirect_host !== asked.client_host && (
          <p class="warned">
            {mixed("You will be led to {redirect}, and not to {host}. Go on only if you know both.", { redirect, host })}
          </p>
        )
      )}
    </>
  );
};

/** What it may do. */
const Levels = ({ asks }: { readonly asks: Asked["level"] }) => (
  <fieldset class="bare stack">
    <legend class="strong">{t("What it may do")}</legend>
    {levels.map(([level, name, hint]) => (
      <div key={level} class="checkbox">
        <input
          type="radio"
          name="level"
          value={level}
          id={`level-${level}`}
          aria-describedby={`level-${level}-hint`}
          defaultChecked={level === (may("send") ? asks : "read")}
          disabled={level !== "read" && !may("send")}
        />
        <label for={`level-${level}`}>{t(name)}</label>
        <small id={`level-${level}-hint`} class="soft">
          {t(hint)}
        </small>
      </div>
    ))}
  </fieldset>
);

const dayIn = (days: number): string => {
  const at = new Date(Date.now() + days * DAY_MS);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

const Form = ({ asked, request }: { readonly asked: Asked; readonly request: Readonly<Record<string, string>> }) => {
  const mailboxes = useMailboxes() ?? [];
  const allow = useAction((input: object) => call<{ readonly location: string }>("POST", "/console/consent", { ...request, ...input }), {
    showsError: true,
    onDone: (given) => location.assign(given.location),
  });
  const errors = fieldsOf(allow.error);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        allow.run({ level: given.get("level"), ...boundsIn(given) });
      }}
    >
      <Levels asks={asked.level} />
      <Bounds mailboxes={mailboxes} errors={errors} label="Which mail" endsOn={dayIn(DAYS)} />
      {allow.error && !["tenant", "mailbox_ids", "expires_at"].some((field) => field in errors) && (
        <small class="error" role="alert">
          {wordsOf(allow.error)}
        </small>
      )}
      <div class="row">
        <Button type="submit" kind="primary" isBusy={allow.isRunning}>
          Allow
        </Button>
        <Button onClick={() => location.assign(asked.back_url)}>Deny</Button>
      </div>
      <p class="soft">{t("You can end this at any time in the settings, under API keys.")}</p>
    </form>
  );
};

/** The consent page: a person allows or denies an OAuth client what it asked for by its link. */
const Authorize = () => {
  const query = new URLSearchParams(location.search);
  const given = names.flatMap((name) => query.getAll(name).map((value) => [name, value] as const));
  const path = `/console/consent?${new URLSearchParams(given.map(([name, value]) => [name, value])).toString()}`;
  const { data: asked, error } = useRecord(["consent", path], may("admin") ? () => call<Asked>("GET", path) : undefined);
  if (!may("admin"))
    return <Refused why={t("This session may not give access to others. Sign out, and sign in with the account’s email and password.")} />;
  if (error) return <Refused why={wordsOf(error)} />;
  if (asked === undefined)
    return (
      <main class="sign-in">
        <Loading />
      </main>
    );
  if (asked.fault !== "") return <Refused why={asked.fault} back={{ url: asked.back_url, host: asked.redirect_host }} />;
  return (
    <Card title={t("Give {client} access to your mail?", { client: asked.client_name })}>
      <Who asked={asked} />
      <Form asked={asked} request={Object.fromEntries(given)} />
    </Card>
  );
};

export default Authorize;
