import type { Server as HttpServer } from "node:http";
import { limits } from "@pulse/contract/limits";
import type { LocationUpdate } from "@pulse/contract/live";
import type { Changed } from "../platform/bus/changed.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { PersonAuthenticator } from "../platform/http/authenticate.ts";
import type { WebSocketPaths } from "../platform/http/webSockets.ts";
import type { Lifecycle } from "../platform/runtime/lifecycle.ts";
import type { RevokedSessions } from "../platform/sessions/revokedSessions.ts";
import type { Viewers } from "../platform/sessions/viewers.ts";
import { socketAuthentication, type SitePlace } from "./socketAuthentication.ts";
import { type LiveServer, liveServer } from "./liveServer.ts";

/** A deleted person is disconnected after this time at the latest. */
const recheckMs = 15_000;
/**
 * A session that was ended anywhere, in another process or at the identity endpoint, is over here after this time, and
 * within 5 s even if the database is slow.
 */
const endedMs = 1_000;

/** How often clients are told how far behind the picture is, at most, ms. */
const freshnessMs = 1_000;

/** Changes that affect lists of assets. */
const listing: ReadonlySet<Changed["kind"]> = new Set(["asset", "link", "everything"]);

/**
 * Joins the live socket with everything that changes who may hear what: changes on the bus, and sessions that ended
 * elsewhere.
 */
export function liveSocket(parts: {
  http: HttpServer;
  webSockets: Pick<WebSocketPaths, "open">;
  bus: Bus;
  auth: Pick<PersonAuthenticator, "token">;
  place(siteId: string): Promise<SitePlace | null>;
  viewers: Pick<Viewers, "drop">;
  revoked: Pick<RevokedSessions, "refresh" | "has">;
  every: Lifecycle["every"];
  onStop: Lifecycle["onStop"];
  now(): number;
  behindMs(): number;
  onFlush(siteId: string, updates: LocationUpdate[]): void;
}): { live: LiveServer; recheck(): Promise<void> } {
  const live = liveServer({ ...parts, authentication: socketAuthentication(parts.auth, parts.place) });
  parts.onStop(() => live.close());
  const recheck = async (): Promise<void> => {
    await parts.revoked.refresh();
    await live.recheck();
  };
  parts.every(recheckMs, recheck);
  parts.every(endedMs, async () => {
    await parts.revoked.refresh();
    live.refuseEnded(parts.revoked.has);
  });
  parts.bus.subscribe("changed", (changed) => {
    parts.viewers.drop(changed);
    void live.recheck(changed);
    if (changed.siteId !== null && listing.has(changed.kind)) live.assetsChanged(changed.siteId);
  });
  parts.bus.subscribe("notifications", live.notified);
  parts.every(limits.locationUpdateMs, live.flushNotifications);
  parts.every(freshnessMs, live.flushFreshness);
  parts.bus.subscribe("eventsRead", ({ userId, state }) => live.read(userId, state));
  parts.bus.subscribe("deviceRequests", ({ siteId, request }) => live.requestChanged(siteId, request));
  return { live, recheck };
}
