import { grants } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import { areaOfKind } from "@pulse/contract/eventStream";
import { webhookKinds } from "@pulse/contract/webhooks";
import { fenceOperations } from "../../platform/writes/record.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { StoredWebhook } from "./webhooks.repository.ts";

/** Whether a webhook exists for somebody: one of all sites only for people who may enter all of them. */
export function mayReach(viewer: Viewer, webhook: Pick<StoredWebhook, "customer_id" | "site_id">): boolean {
  if (viewer.isSuperadmin) return true;
  if (viewer.customerId !== webhook.customer_id) return false;
  return viewer.siteIds === null || (webhook.site_id !== null && viewer.siteIds.has(webhook.site_id));
}

/**
 * Nobody may have events sent that they may not read (the r of their area; a crossing needs assets' and geofences').
 */
export function refuseUnreadable(viewer: Viewer, kinds: readonly string[]): void {
  if (viewer.isSuperadmin) return;
  for (const entry of kinds.length === 0 ? webhookKinds : kinds) {
    const [kind, operation] = entry.split(".") as [keyof typeof areaOfKind, string?];
    const areas = [areaOfKind[kind], ...(mayBeCrossing(kind, operation) ? [areaOfKind.asset] : [])];
    if (!areas.every((area) => grants(viewer.access, { area, letter: "r" })))
      throw new AppError("operation_not_allowed", {
        details: [{ path: "kinds", code: "operation_not_allowed", message: `You are not allowed to read ${entry}` }],
      });
  }
}

function mayBeCrossing(kind: string, operation: string | undefined): boolean {
  return kind === "geofence" && (operation === undefined || fenceOperations.some((one) => one === operation));
}
