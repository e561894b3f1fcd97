import type { ComponentChildren } from "preact";
import { t } from "../data/language.ts";
import { useLocation } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";
import { forgetDrafts } from "../data/drafts.ts";
import { unread } from "../data/live.ts";
import { isBound, may, session, signOut } from "../data/session.ts";
import { trouble, type Trouble } from "../data/client.ts";
import { Icon, type IconName } from "./controls.tsx";
import { useKeys } from "./keys.tsx";
import { Menu } from "./menu.tsx";

/** The screens of the navigation: address, name, icon. */
const allPlaces: readonly (readonly [string, string, IconName])[] = [
  ["/console", "Home", "home"],
  ["/console/inbox", "Inbox", "inbox"],
  ["/console/sends", "Sends", "send"],
  ["/console/compose", "Compose", "compose"],
  ["/console/mailboxes", "Mailboxes", "mailbox"],
  ["/console/webhooks", "Webhooks", "webhook"],
  ["/console/events", "Events", "events"],
  ["/console/suppressions", "Suppressions", "suppress"],
  ["/console/settings", "Settings", "settings"],
];

/** What a member who sees some mailboxes alone does not have: it is the account's. */
const OF_THE_ACCOUNT = new Set(["/console/webhooks", "/console/suppressions", "/console/settings"]);

/** Screens that are reached from another one, and stand with it in the navigation. */
const within: Readonly<Record<string, string>> = {
  "/console/deliverability": "/console/sends",
  "/console/rehearsal": "/console/sends",
  "/console/sequences": "/console/sends",
  "/console/approvals": "/console/sends",
  "/console/drafts": "/console/sends",
  "/console/connect-links": "/console/mailboxes",
};

const isAt = (path: string, href: string): boolean =>
  path === href ||
  Object.keys(within).some((screen) => within[screen] === href && `${path}/`.startsWith(`${screen}/`)) ||
  (href !== "/console" && path.startsWith(`${href}/`));

/** The account's menu. */
const Account = () => {
  const { route } = useLocation();
  return (
    <div class="account">
      <span class="who" title={session.value?.email}>
        {session.value?.email}
        {!may("send") && !may("admin") && <small class="soft">{t(" read-only")}</small>}
        {session.value?.mode === "test" && <small class="soft">{t(" test world")}</small>}
      </span>
      <Menu
        label="Account"
        choices={[
          ...(isBound() ? [] : [{ text: "Settings", onChoose: () => route("/console/settings") }]),
          { text: "Documentation", onChoose: () => location.assign("/docs") },
          { text: "Sign out", onChoose: () => void forgetDrafts().then((agrees) => (agrees ? signOut() : undefined)) },
        ]}
      />
    </div>
  );
};

/** The words about what hinders the requests. */
const troubles: Readonly<Record<Exclude<Trouble, "">, string>> = {
  offline: "You are offline. What shows may be old; it is read again once the network is back.",
  unreachable: "The service does not answer. What shows may be old; it is tried again every few seconds.",
  slow: "Waiting for the service’s answer…",
  busy: "Too many requests at once. This page tries again by itself.",
};

const Troubled = () => (
  <p class="trouble" role="status">
    {trouble.value !== "" && t(troubles[trouble.value])}
  </p>
);

/** How many conversations are unread. */
const UnreadCount = () =>
  unread.value === 0 ? null : (
    <b class="count">
      {unread.value}
      <span class="unseen">{t(" unread")}</span>
    </b>
  );

/** The navigation, at the side where there is room and else behind a button, and the screen. */
export const Shell = ({ children }: { readonly children: ComponentChildren }) => {
  const { path, route } = useLocation();
  const places = isBound() ? allPlaces.filter(([href]) => !OF_THE_ACCOUNT.has(href)) : allPlaces;
  // The digits lead to the screens, in their order.
  useKeys(places.map(([href, name], at) => ({ key: String(at + 1), does: name, run: () => route(href) })));
  // After choosing a screen from the navigation, or by its digit, the keyboard focus moves to its content.
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const at = document.activeElement;
    if (at === null || at === document.body || at.closest(".places, .drawer") !== null)
      document.getElementById("screen")?.focus({ preventScroll: true });
  }, [path]);
  const here = places.find(([href]) => isAt(path, href))?.[1] ?? "Console";
  return (
    <div class="shell">
      <a class="skip" href="#screen">
        {t("To the content")}
      </a>
      <nav class="places" aria-label={t("Screens")}>
        <a class="name" href="/console">
          <Icon name="logo" /> Email service
        </a>
        <ul>
          {places.map(([href, name, icon]) => (
            <li key={href}>
              <a href={href} aria-current={isAt(path, href) ? "page" : undefined}>
                <Icon name={icon} />
                {t(name)}
                {name === "Inbox" && <UnreadCount />}
              </a>
            </li>
          ))}
        </ul>
        <Account />
      </nav>
      <header class="bar">
        <button type="button" class="button quiet" popoverTarget="places" aria-label={t("Screens")}>
          <Icon name="menu" />
        </button>
        <span class="strong">{t(here)}</span>
        <nav id="places" popover="auto" class="drawer" aria-label={t("Screens")}>
          <ul>
            {places.map(([href, name, icon]) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={isAt(path, href) ? "page" : undefined}
                  onClick={() => document.getElementById("places")?.hidePopover()}
                >
                  <Icon name={icon} />
                  {t(name)}
                </a>
              </li>
            ))}
          </ul>
          <Account />
        </nav>
      </header>
      <main id="screen" tabIndex={-1}>
        <Troubled />
        {children}
      </main>
    </div>
  );
};
