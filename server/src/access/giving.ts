import { grants, type Operation } from "@pulse/contract/access";
import { AppError, errorMessage } from "@pulse/contract/errors";
import type { Viewer } from "../http/viewer.ts";

// Nobody may give others more than they have, or change somebody who has more. Otherwise anybody who manages people or
// roles could make themselves an administrator, or remove one. A superadmin has everything.

/** The operations among these that the viewer does not have. */
export function beyond(viewer: Viewer, operations: readonly Operation[]): Operation[] {
  return viewer.isSuperadmin ? [] : operations.filter((operation) => !grants(viewer.access, operation));
}

/** Whether a group opens a site that the viewer may not enter. */
export function opensMore(viewer: Viewer, group: { allSites: boolean; siteIds: readonly string[] }): boolean {
  const { siteIds } = viewer;
  return siteIds !== null && (group.allSites || group.siteIds.some((id) => !siteIds.has(id)));
}

/** Refuses to give or change more than the viewer has, and says what is too much. */
export function tooMuch(details: readonly { path: string; what: string }[]): AppError {
  return new AppError("operation_not_allowed", {
    details: details.map(({ path, what }) => ({
      path,
      code: "operation_not_allowed",
      message: `${errorMessage("operation_not_allowed")}: ${what}`,
    })),
  });
}
