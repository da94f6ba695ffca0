import type { PublicConfig } from "@pulse/contract/system";
import type { QueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { ApiClient } from "../api/client.ts";
import type { ConnectionStore } from "../live/connection.ts";
import type { ConnectivityStore } from "../live/connectivity.ts";
import type { LiveStore } from "../live/liveStore.ts";
import type { VersionStore } from "../live/version.ts";
import type { IdentityClient } from "../session/identityClient.ts";
import type { SessionStore } from "../session/sessionStore.ts";
import type { InstallOffer } from "../offline/installOffer.ts";
import type { AppStore } from "./appStore.ts";
import type { Snackbars } from "./snackbars.ts";
import type { ActiveSiteStore } from "./activeSite.ts";

/** The services of the screens; made once in main.tsx, by hand in tests. */
export interface Services {
  config: PublicConfig;
  session: SessionStore;
  api: ApiClient;
  queries: QueryClient;
  live: LiveStore;
  /** The live connection to the open site. */
  connection: ConnectionStore;
  /** Whether internet and server can be reached. */
  connectivity: Pick<ConnectivityStore, "current" | "check" | "subscribe">;
  /** Whether this app still speaks the server's language. */
  version: Pick<VersionStore, "isOutdated" | "subscribe">;
  /** The state of the app as a whole: title, loading, messages, navigation, connection. */
  app: AppStore;
  snackbars: Snackbars;
  activeSite: ActiveSiteStore;
  /** The browser's offer to install the app. */
  install: InstallOffer;
  /** The identity client is large and only signed-out people need it at once. */
  identity(): Promise<IdentityClient>;
  /** The person signs out. */
  signOut(): void;
  /** The session was refused: signed out, to come back to the same place. */
  sessionEnded(): void;
}

const Context = createContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <Context value={services}>{children}</Context>;
}

/** The services of the app. @throws {Error} outside of a ServicesProvider */
export function useServices(): Services {
  const services = useContext(Context);
  if (services === null) throw new Error("useServices needs a ServicesProvider above it");
  return services;
}
