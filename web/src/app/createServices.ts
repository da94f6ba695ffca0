import { allowNameCharacters } from "@pulse/contract/nameCharacters";
import type { PublicConfig } from "@pulse/contract/system";
import { ApiError } from "../api/apiError.ts";
import type { Credentials } from "../api/client.ts";
import { errorText } from "../api/errorText.ts";
import { createLazyClient } from "../api/lazyClient.ts";
import { isOfScope } from "../api/queryKeys.ts";
import { fetchVersion } from "../api/openAnswers.ts";
import { createQueries } from "./createQueries.ts";
import { createConnectionStore } from "../live/connection.ts";
import { createConnectivity } from "../live/connectivity.ts";
import { createLiveStore } from "../live/liveStore.ts";
import { isServerUp, isSiteReachable } from "../live/reachability.ts";
import { createVersion } from "../live/version.ts";
import { clearResponseCache } from "../offline/clearResponseCache.ts";
import { createInstallOffer } from "../offline/installOffer.ts";
import { forgetPicks } from "../search/forgetPicks.ts";
import type { Services } from "../services/services.tsx";
import { identityEndpoint } from "../session/identityWire.ts";
import type { IdentityClient } from "../session/identityClient.ts";
import { keepSession } from "../session/keepSession.ts";
import type { SessionStore } from "../session/sessionStore.ts";
import { endSession } from "../session/signOut.ts";
import { createAppStore } from "../services/appStore.ts";
import { createSnackbars } from "../services/snackbars.ts";
import { createActiveSiteStore } from "../services/activeSite.ts";
import { watchSiteCalls } from "../sites/siteCalls.ts";
import { texts } from "../text/translate.ts";

const aboutToExpireMs = 60_000;
const timers = {
  set: (work: () => void, ms: number) => window.setTimeout(work, ms),
  clear: (timer: unknown) => window.clearTimeout(timer as number | undefined),
};

/** Builds the screens' services on the browser's own storage, clock and network; `stop` ends what they watch. */
export function createServices(config: PublicConfig, session: SessionStore): Services & { stop(): void } {
  const { connectivityUrl: publicSite } = config;
  const app = createAppStore(timers, localStorage);
  const snackbars = createSnackbars(app);
  const live = createLiveStore();
  const connection = createConnectionStore(Date.now, timers);
  const install = createInstallOffer(window);
  // The last person may have left without signing out, and the session has ended since.
  if (session.stored() === null) clearResponseCache();
  let client: Promise<IdentityClient> | null = null;
  const identity = (): Promise<IdentityClient> =>
    (client ??= import("../session/openIdentity.ts").then(({ openIdentity }) =>
      openIdentity(config.identity, { session, storage: localStorage, origin: window.location.origin, api }),
    ));
  const refresh = async (): Promise<boolean> => (await identity()).refresh();

  const activeSite = createActiveSiteStore(localStorage, (siteId) => {
    // The site's assets, trackers, gateways, geofences, floors.
    queries.removeQueries({ predicate: isOfScope(siteId) });
    void queries.invalidateQueries({ queryKey: ["accessibleSites"] });
  });
  // Forms check names by the rule of the customer whose site is open.
  activeSite.subscribe((site) => allowNameCharacters(site?.config?.extraNameCharacters ?? ""));
  /** Removes everything of the previous person before the next one. */
  const startOver = (): void => {
    app.reset();
    // The reset assumes a connection, so check it again.
    void connectivity.check();
    queries.clear();
    activeSite.clear();
    forgetPicks(localStorage);
    clearResponseCache();
    live.clear();
    connection.closed();
  };
  const end = (byOwnWish: boolean): void => {
    void endSession(session, localStorage, {
      endpoint: identityEndpoint(config.identity, window.location.origin),
      clientId: config.identity.clientId,
      byOwnWish,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    startOver();
  };
  /** A request was refused because of the session: say so, and ask for a new sign-in. */
  const refused = (code?: string): void => {
    if (session.stored() === null) return;
    // The page that follows says why.
    if (code === "sso_required") session.askForCompany();
    end(false);
    if (session.needsCompany()) return;
    snackbars.error(texts.t("errors.NotAuthenticated"));
  };
  const refreshRefused = (): void => {
    end(false);
    snackbars.error(texts.t("errors.RefreshFailed"));
  };

  const credentials: Credentials = {
    idToken: () => session.current()?.idToken ?? null,
    isAboutToExpire: () => (session.endsMs() ?? Infinity) - Date.now() < aboutToExpireMs,
    isSomebody: () => session.stored() !== null,
    refresh,
    refused,
  };
  const api = watchSiteCalls(
    createLazyClient(async () => (await import("../api/client.ts")).createApiClient(credentials, queries)),
    activeSite,
  );
  const fail = (error: unknown): void => {
    // A refused session has its own message.
    if (error instanceof ApiError && error.status === 401) return;
    const { status, code } = error instanceof ApiError ? error : { status: 0, code: "OperationFailed" };
    app.throwError({ status, code, message: errorText(error) });
  };
  const connectivity = createConnectivity(app, {
    now: Date.now,
    timers,
    isBrowserOnline: () => navigator.onLine,
    isServerUp,
    isInternetUp: publicSite === null ? null : () => isSiteReachable(publicSite),
    lastHeardMs: connection.lastHeardMs,
    textOf: (code) => texts.t(`errors.${code}`),
  });
  const queries = createQueries({ app, connectivity, fail });
  connection.subscribe(() => {
    if (connection.current().state === "reconnecting") void connectivity.check();
  });
  connectivity.subscribe(() => {
    // Reload what was missed meanwhile.
    if (connectivity.current().state === "online") void queries.invalidateQueries();
  });
  const version = createVersion({
    timers,
    fetchVersion,
    apiVersion: config.apiVersion,
    isConnected: async () => {
      await connectivity.check();
      return connectivity.current().state === "online";
    },
    failed: fail,
  });
  const watches = [connectivity.start(), version.start()];

  /** The server no longer knows the session: it was ended on another device, or by an administrator. */
  const sessionEnded = (): void => {
    if (session.stored() === null) return;
    end(false);
    // The message stays until the next sign-in, for people who were not looking.
    snackbars.info(texts.t("session.endedElsewhere"));
  };
  const sessionWatch = keepSession({
    session,
    now: Date.now,
    refresh,
    ended: () => end(false),
    refreshRefused,
    changedElsewhere: () => {
      startOver();
      if (session.stored() === null) snackbars.info(texts.t("session.signedOutInTab"));
    },
  });
  const signOut = (): void => end(true);
  return {
    config,
    session,
    api,
    queries,
    live,
    connection,
    connectivity,
    version,
    app,
    snackbars,
    activeSite,
    install,
    identity,
    signOut,
    sessionEnded,
    stop: () => {
      for (const stop of [...watches, sessionWatch]) stop();
    },
  };
}
