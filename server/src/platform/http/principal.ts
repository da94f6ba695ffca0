import { noAccess } from "@pulse/contract/access";
import type { RegisteredGateway } from "../devices/registeredDevice.ts";
import type { Viewer } from "./viewer.ts";

/** The authenticated caller. An API key has the rights of its viewer, like a person: operations, customer and sites. */
export type Principal =
  | { kind: "person"; viewer: Viewer }
  | { kind: "apiKey"; viewer: Viewer; keyId: string }
  | { kind: "device"; device: RegisteredGateway };

/** The viewer for decisions about access: a device may enter its own site and has no operations. */
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
