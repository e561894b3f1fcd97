import { useRoute } from "preact-iso";
import { may } from "../../data/session.ts";
import { Empty, Page } from "../../ui/page.tsx";
import { Account } from "./account.tsx";
import { AuditLog } from "./audit-log.tsx";
import { Keys } from "./keys.tsx";
import { Wallet } from "./wallet.tsx";

const parts = [
  ["", "Account", Account],
  ["keys", "API keys", Keys],
  ["wallet", "Wallet", Wallet],
  ["audit-log", "Audit log", AuditLog],
] as const;

/** Parts that list what only an administrator may see. */
const ADMIN = ["keys", "audit-log"];

/** The account's settings, its keys, its wallet, and who did what. */
const Settings = () => {
  const { part = "" } = useRoute().params;
  const [, , Part] = parts.find(([path]) => path === part) ?? parts[0];
  return (
    <Page title="Settings">
      <nav class="tabs" aria-label="Settings">
        {parts.map(([path, name]) => (
          <a
            key={path}
            href={path === "" ? "/console/settings" : `/console/settings/${path}`}
            aria-current={path === part ? "page" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {ADMIN.includes(part) && !may("admin") ? (
        <Empty title="Only an administrator sees this">
          Your session is of an API key without the scope admin. Sign in with email and password to see it.
        </Empty>
      ) : (
        <Part />
      )}
    </Page>
  );
};

export default Settings;
