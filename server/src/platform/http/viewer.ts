import type { AccessMap } from "@pulse/contract/access";

/** The person behind a request or a socket, as every decision about access needs it. */
export interface Viewer {
  userId: string;
  email: string;
  customerId: string | null;
  roleId: string | null;
  groupId: string | null;
  isSuperadmin: boolean;
  devToolEnabled: boolean;
  access: AccessMap;
  /**
   * The sites that the person's group opens; null: all sites (of the own customer; for a superadmin, of every
   * customer).
   */
  siteIds: ReadonlySet<string> | null;
  /** When the token ends, ms. */
  tokenExpiresMs: number;
  /** When the person signed in, ms; refreshes do not change it. */
  signedInMs: number;
  /** They came from their company's sign-in. Left out: no. */
  isSso?: boolean;
  /** The session that the token belongs to. Left out: it names none, or there is no token. */
  sessionId?: string;
}

/** Whether a thing of this customer and site is within the viewer's reach. */
export function canEnter(viewer: Viewer, place: { customerId: string; siteId: string }): boolean {
  if (viewer.isSuperadmin) return true;
  return viewer.customerId === place.customerId && (viewer.siteIds === null || viewer.siteIds.has(place.siteId));
}

/** Whether elevations may leave the server for this viewer (decisions C18). */
export function seesElevation(viewer: Viewer): boolean {
  return viewer.access.location_elevation.includes("r");
}

/** Stands for callers who are not signed in. */
export const nobody: Viewer = {
  userId: "",
  email: "",
  customerId: null,
  roleId: null,
  groupId: null,
  isSuperadmin: false,
  devToolEnabled: false,
  access: {} as AccessMap,
  siteIds: new Set(),
  tokenExpiresMs: 0,
  signedInMs: 0,
};
