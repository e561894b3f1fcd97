import { QueryClientProvider } from "@tanstack/preact-query";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from "preact-iso";
import { followFeed } from "./data/live.ts";
import { queries } from "./data/queries.ts";
import { loadLanguage, t } from "./data/language.ts";
import { goBack, loadSession, session } from "./data/session.ts";
import { KeyHelp } from "./ui/keys.tsx";
import { Empty, Failure, Loading } from "./ui/page.tsx";
import { Shell } from "./ui/shell.tsx";
import { Toasts } from "./ui/toast.tsx";

const Home = lazy(() => import("./screens/home/index.tsx"));
const Mailboxes = lazy(() => import("./screens/mailboxes/index.tsx"));
const Mailbox = lazy(() => import("./screens/mailbox/index.tsx"));
const ConnectLinks = lazy(() => import("./screens/connect-links/index.tsx"));
const Inbox = lazy(() => import("./screens/inbox/index.tsx"));
const Sends = lazy(() => import("./screens/sends/index.tsx"));
const Rehearsal = lazy(() => import("./screens/rehearsal/index.tsx"));
const Sequences = lazy(() => import("./screens/sequences/index.tsx"));
const Enrol = lazy(() => import("./screens/enrol/index.tsx"));
const Deliverability = lazy(() => import("./screens/deliverability/index.tsx"));
const Approvals = lazy(() => import("./screens/approvals/index.tsx"));
const Drafts = lazy(() => import("./screens/drafts/index.tsx"));
const Send = lazy(() => import("./screens/send/index.tsx"));
const Compose = lazy(() => import("./screens/compose/index.tsx"));
const Webhooks = lazy(() => import("./screens/webhooks/index.tsx"));
const Events = lazy(() => import("./screens/events/index.tsx"));
const Suppressions = lazy(() => import("./screens/suppressions/index.tsx"));
const Settings = lazy(() => import("./screens/settings/index.tsx"));
const Authorize = lazy(() => import("./screens/authorize/index.tsx"));
const Invitation = lazy(() => import("./screens/invitation/index.tsx"));
const SignIn = lazy(() => import("./screens/sign-in/index.tsx"));

const Unknown = () => (
  <Empty title="There is no such screen" action={<a href="/console">{t("Go home")}</a>}>
    The address may have been copied in part.
  </Empty>
);

const Screens = () => {
  useEffect(followFeed, []);
  return (
    <Shell>
      <Router>
        <Route path="/console" component={Home} />
        <Route path="/console/mailboxes" component={Mailboxes} />
        <Route path="/console/mailboxes/:id" component={Mailbox} />
        <Route path="/console/connect-links" component={ConnectLinks} />
        <Route path="/console/inbox/:thread?" component={Inbox} />
        <Route path="/console/sends" component={Sends} />
        <Route path="/console/sends/:id" component={Send} />
        <Route path="/console/approvals" component={Approvals} />
        <Route path="/console/drafts" component={Drafts} />
        <Route path="/console/deliverability" component={Deliverability} />
        <Route path="/console/rehearsal" component={Rehearsal} />
        <Route path="/console/sequences/new" component={Enrol} />
        <Route path="/console/sequences/:id/people" component={Enrol} />
        <Route path="/console/sequences/:id?" component={Sequences} />
        <Route path="/console/compose" component={Compose} />
        <Route path="/console/webhooks/:id?" component={Webhooks} />
        <Route path="/console/events" component={Events} />
        <Route path="/console/suppressions" component={Suppressions} />
        <Route path="/console/settings/:part?" component={Settings} />
        <Route default component={Unknown} />
      </Router>
    </Shell>
  );
};

/** The screen of the address for a signed-in user; everybody else sees the sign-in screen first, and then that screen. */
const Gate = () => {
  const { path, route } = useLocation();
  const isSigningIn = path === "/console/sign-in";
  useEffect(() => {
    if (session.value && isSigningIn) route("/console", true);
  }, [session.value, isSigningIn]);
  // Whoever is signed in may be another person than the invited.
  if (path === "/console/invitation") return <Invitation />;
  if (session.value === undefined) return <Loading />;
  if (session.value === null) return <SignIn />;
  // The consent page stands alone: nothing else is to be clicked on it.
  if (path === "/console/authorize") return <Authorize />;
  return isSigningIn ? <Loading /> : <Screens />;
};

const App = () => (
  <LocationProvider scope="/console">
    <QueryClientProvider client={queries}>
      <ErrorBoundary>
        <Gate />
      </ErrorBoundary>
      <KeyHelp />
      <Toasts />
    </QueryClientProvider>
  </LocationProvider>
);

const root = document.getElementById("app")!;

const start = (): void => {
  Promise.all([loadSession(), loadLanguage()]).then(
    () => {
      goBack();
      render(<App />, root);
    },
    (error: unknown) => render(<Failure error={error} again={start} />, root),
  );
};

start();
