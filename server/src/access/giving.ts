import { grants, type Operation } from "@pulse/contract/access";
import { AppError, errorMessage } from "@pulse/contract/errors";
import type { Viewer } from "../http/viewer.ts";

// Nobody gives what they do not have, and nobody touches what is more than their own: whoever manages people or roles
// could otherwise make themselves, or a friend, an administrator, or put one out. A superadmin has everything.

/** The operations among these that the viewer does not have. */
export function beyond(viewer: Viewer, operations: readonly Operation[]): Operation[] {
  return viewer.isSuperadmin ? [] : operations.filter((operation) => !grants(viewer.access, operation));
}

/** Whether a group opens a site that the viewer may not enter. */
export function opensMore(viewer: Viewer, group: { allSites: boolean; siteIds: readonly string[] }): boolean {
  const { siteIds } = viewer;
  return siteIds !== null && (group.allSites || group.siteIds.some((id) => !siteIds.has(id)));
}

/** Refuses a gift or a change of more than the viewer has, and says what that is. */
export function tooMuch(details: readonly { path: string; what: string }[]): AppError {
  return new AppError("operation_not_allowed", {
    details: details.map(({ path, what }) => ({
      path,
      code: "operation_not_allowed",
      message: `${errorMessage("operation_not_allowed")}: ${what}`,
    })),
  });
}
