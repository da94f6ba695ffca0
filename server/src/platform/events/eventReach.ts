import { grants } from "@pulse/contract/access";
import { areaOfKind, type StreamKind, streamKinds } from "@pulse/contract/eventStream";
import type { Viewer } from "../http/viewer.ts";

/** What somebody may read of the stream of events. */
export interface EventReach {
  kinds: readonly StreamKind[];
  /** Whether events of assets in geofences are included. */
  crossings: boolean;
  /** Null: every customer. */
  customerId: string | null;
  /** The sites whose events may be read; null: all. */
  siteIds: ReadonlySet<string> | null;
  /** Whose reports; null: everybody's. */
  userId: string | null;
}

/** What somebody may read of the stream: for each kind, they need the r of its area (shapes S3). */
export function eventReachOf(viewer: Viewer): EventReach {
  const { isSuperadmin } = viewer;
  return {
    kinds: streamKinds.filter((kind) => mayReadKind(viewer, kind)),
    crossings: isSuperadmin || grants(viewer.access, { area: "asset_management", letter: "r" }),
    customerId: isSuperadmin ? null : viewer.customerId,
    siteIds: viewer.siteIds,
    userId: isSuperadmin ? null : viewer.userId,
  };
}

function mayReadKind({ access, isSuperadmin }: Viewer, kind: StreamKind): boolean {
  if (isSuperadmin) return true;
  if (kind === "customer") return false;
  return kind === "report"
    ? grants(access, { area: "report_download", letter: "c" })
    : grants(access, { area: areaOfKind[kind], letter: "r" });
}
