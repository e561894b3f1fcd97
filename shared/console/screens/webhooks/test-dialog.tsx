import { useEffect, useState } from "preact/hooks";
import type { WebhookTest } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useAction, wordsOf } from "../../data/queries.ts";
import { Badge, Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loading } from "../../ui/page.tsx";

const Result = ({ of: { ok, response_status, duration_ms, response } }: { readonly of: WebhookTest }) => (
  <>
    <p>
      <Badge tone={ok ? "good" : "bad"}>{t(ok ? "answered" : "failed")}</Badge>{" "}
      {t("{answer} in {n} ms", { answer: response_status === undefined ? t("no answer") : `HTTP ${response_status}`, n: duration_ms })}
    </p>
    {response !== "" && <pre class="words">{response}</pre>}
    {!ok && <p class="soft">{t("It must answer with a status from 200 to 299 within its time limit.")}</p>}
  </>
);

/** Posts a test event when it opens, and shows what the address answered. */
export const TestDialog = ({ id, isOpen, onClose }: { readonly id: string; readonly isOpen: boolean; readonly onClose: () => void }) => {
  const [result, setResult] = useState<WebhookTest>();
  const test = useAction(() => client.webhooks.test(id), { showsError: true, changes: [["webhooks"], ["attention"]], onDone: setResult });
  const post = (): void => {
    setResult(undefined);
    test.run();
  };
  useEffect(() => {
    if (isOpen) post();
  }, [isOpen]);
  return (
    <Dialog
      title="Test"
      isOpen={isOpen}
      onClose={onClose}
      isWide
      actions={
        <Button isBusy={test.isRunning} onClick={post}>
          Test again
        </Button>
      }
    >
      {test.isRunning && <Loading what="Posting webhook.test" />}
      {test.error !== null && (
        <p class="error" role="alert">
          {wordsOf(test.error)}
        </p>
      )}
      {result && <Result of={result} />}
    </Dialog>
  );
};
