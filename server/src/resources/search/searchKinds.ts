import { can, grants } from "@pulse/contract/access";
import type { SearchKind } from "@pulse/contract/search";
import { siteReaders } from "@pulse/contract/sites";
import type { Viewer } from "../../platform/http/viewer.ts";

/** Pages are the browser's own. */
export type StoredKind = Exclude<SearchKind, "page">;

/** One kind of thing that can be found. */
export interface SearchedKind {
  kind: StoredKind;
  may(viewer: Viewer): boolean;
}

const reads =
  (area: Parameters<typeof grants>[1]["area"]) =>
  (viewer: Viewer): boolean =>
    grants(viewer.access, { area, letter: "r" });

/** Everything that is searched, in the order of equally good answers. A further kind needs an entry here. */
export const searchedKinds: readonly SearchedKind[] = [
  { kind: "asset", may: reads("asset_management") },
  { kind: "tracker", may: reads("identifier_management") },
  { kind: "gateway", may: reads("hardware_management") },
  // Whoever reads the floors of a site finds their rooms.
  { kind: "room", may: (viewer) => can(viewer.access, siteReaders) },
  { kind: "geofence", may: reads("geofence_management") },
  // Entering a site takes no area (shapes S3): whoever may enter it finds it.
  { kind: "site", may: () => true },
  { kind: "customer", may: (viewer) => viewer.isSuperadmin },
  { kind: "user", may: reads("user_management") },
];
