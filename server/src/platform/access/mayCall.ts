import { can } from "@pulse/contract/access";
import type { Endpoint } from "@pulse/contract/endpoint";
import type { Viewer } from "../http/viewer.ts";

/** Whether a caller may call an endpoint at all. Only their rights decide; whether they reach what it names comes later. */
export function mayCall(
  { access }: Pick<Endpoint, "access">,
  viewer: Pick<Viewer, "isSuperadmin" | "access">,
): boolean {
  if (access === "public" || access === "signedIn" || viewer.isSuperadmin) return true;
  return access !== "superadmin" && can(viewer.access, access);
}
