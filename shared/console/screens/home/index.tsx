import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { count } from "../../ui/numbers.ts";
import { Empty, Loaded, Page } from "../../ui/page.tsx";
import { Attention } from "./attention.tsx";
import { Feed } from "./feed.tsx";
import { firstOf } from "./numbers.ts";
import { Today } from "./today.tsx";

const Wallet = () => {
  const { data } = useRecord(["credits"], () => client.credits.get());
  return data === undefined ? null : <a href="/console/settings">{count(data.balance, "credit")} left</a>;
};

const Welcome = () => {
  const { data } = useRecord(["mailboxes"], async () => await client.mailboxes.list());
  if (data?.length !== 0) return null;
  return (
    <Empty
      title="Connect a mailbox to begin"
      action={
        may("admin") && (
          <LinkButton kind="primary" href="/console/mailboxes">
            Connect a mailbox
          </LinkButton>
        )
      }
    >
      The service sends through it and reads its answers.
    </Empty>
  );
};

/** The rows of eight days by hour fit in one page. */
const PAGE = 200;

/** The screen "Home": what needs a person, today's numbers, the last two days, and the feed. */
const Home = () => {
  const metrics = useRecord(["metrics", "week"], async () =>
    client.metrics.get({ from: firstOf(new Date()), to: new Date(), interval: "hour", limit: PAGE }),
  );
  return (
    <Page title="Home" actions={<Wallet />}>
      <Welcome />
      <div class="home">
        <div class="stack">
          <Attention />
          <Loaded from={metrics}>{(list) => <Today metrics={list} />}</Loaded>
        </div>
        <Feed />
      </div>
    </Page>
  );
};

export default Home;
