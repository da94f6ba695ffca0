import { AppError } from "@pulse/contract/errors";
import type { Viewer } from "../../platform/http/viewer.ts";

/** Whether gateways that people carry are shown to this viewer (contract section 3). */
export function seesMobile(viewer: Viewer): boolean {
  return viewer.access.mobile_gateway.includes("r");
}

/** Throws unless this viewer may set up gateways that people carry. */
export function refuseMobile(viewer: Viewer): void {
  if (!viewer.access.mobile_gateway.includes("u")) throw new AppError("operation_not_allowed");
}
