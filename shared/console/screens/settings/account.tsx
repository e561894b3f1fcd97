import type { Account as Record, AccountChanges } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, useRecord } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";
import { count, number } from "../../ui/numbers.ts";
import { Loaded, Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";

const changesIn = (form: HTMLFormElement): AccountChanges => {
  const given = new FormData(form);
  const text = given.get("low_balance");
  return {
    suppress_bounced: given.has("suppress_bounced"),
    suppress_complained: given.has("suppress_complained"),
    suppress_asked: given.has("suppress_asked"),
    share_corrections: given.has("share_corrections"),
    ...(typeof text === "string" && text !== "" && { low_balance: Number(text) }),
  };
};

const Form = ({ account }: { readonly account: Record }) => {
  const save = useAction((changes: AccountChanges) => client.account.update(changes), {
    done: "Saved",
    changes: [["account"], ["attention"]],
  });
  const isLocked = !may("admin");
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.run(changesIn(event.currentTarget));
      }}
    >
      <fieldset class="bare stack" disabled={isLocked}>
        <legend class="unseen">{t("Settings")}</legend>
        <Checkbox
          name="suppress_bounced"
          defaultChecked={account.suppress_bounced}
          label="Suppress recipients who bounce"
          hint="Addresses and domains that do not exist, and recipients to whom three sends bounced within 30 days."
        />
        <Checkbox
          name="suppress_complained"
          defaultChecked={account.suppress_complained}
          label="Suppress recipients who complain"
          hint="Whoever marks an email as spam gets no more of them."
        />
        <Checkbox
          name="suppress_asked"
          defaultChecked={account.suppress_asked}
          label="Suppress people whose answer asks for it"
          hint="Whoever answers in plain words that no more emails are wanted gets none."
        />
        <Checkbox
          name="share_corrections"
          defaultChecked={account.share_corrections}
          label="Share corrections with the operator"
          hint="Messages that you correct in the inbox may be used to improve how mail is classified."
        />
        <Field
          label="Warn at a balance of"
          name="low_balance"
          type="number"
          min={0}
          defaultValue={String(account.low_balance)}
          error={fieldsOf(save.error)["low_balance"]}
          hint="Credits. 0 warns never."
        />
      </fieldset>
      {isLocked ? (
        <p class="soft">{t("This session may read these settings and not change them.")}</p>
      ) : (
        <div>
          <Button type="submit" kind="primary" isBusy={save.isRunning}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
};

/** Who the account is, and its settings. */
export const Account = () => {
  const account = useRecord(["account"], () => client.account.get());
  return (
    <Loaded from={account}>
      {(found) => (
        <div class="columns">
          <Panel title="Settings">
            <Form account={found} />
          </Panel>
          <Panel title="Account">
            <dl class="facts">
              <dt>{t("Name")}</dt>
              <dd>{found.name}</dd>
              <dt>{t("Email")}</dt>
              <dd>{found.email}</dd>
              <dt>{t("Since")}</dt>
              <dd>
                <Time of={found.created_at} as="full" />
              </dd>
              <dt>{t("This hour")}</dt>
              <dd>
                {found.hourly_send_limit === undefined
                  ? count(found.sends_this_hour, "email")
                  : t("{sent} of {emails}", {
                      sent: number(found.sends_this_hour),
                      emails: count(found.hourly_send_limit, "email"),
                    })}
              </dd>
            </dl>
          </Panel>
        </div>
      )}
    </Loaded>
  );
};
