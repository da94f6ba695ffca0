import { noAccess } from "@pulse/contract/access";
import type { KnownGateway } from "../ingest/knownDevices.ts";
import type { Viewer } from "./viewer.ts";

/** Who has shown who it is. A key is judged by its viewer, as a person is: by letters, customer and sites. */
export type Principal =
  | { kind: "person"; viewer: Viewer }
  | { kind: "apiKey"; viewer: Viewer; keyId: string }
  | { kind: "device"; device: KnownGateway };

/** As decisions about access need it: a device is at its own site and has no letters. */
export function viewerOf(principal: Principal): Viewer {
  if (principal.kind !== "device") return principal.viewer;
  const { id, customerId, siteId } = principal.device;
  return {
    userId: id,
    email: "",
    customerId,
    roleId: null,
    groupId: null,
    isSuperadmin: false,
    devToolEnabled: false,
    access: noAccess(),
    siteIds: new Set([siteId]),
    tokenExpiresMs: 0,
    signedInMs: 0,
  };
}
