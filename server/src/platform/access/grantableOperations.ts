import { grants, type Operation } from "@pulse/contract/access";
import { AppError, errorMessage } from "@pulse/contract/errors";
import type { Viewer } from "../http/viewer.ts";
import type { CustomerOperations } from "./operations.repository.ts";
import { invalidValues } from "./refusals.ts";

// Nobody may give others more than they have, or change somebody who has more. Otherwise anybody who manages people or
// roles could make themselves an administrator, or remove one. A superadmin has everything.

/** The operations among these that the viewer does not have. */
export function operationsBeyond(viewer: Viewer, operations: readonly Operation[]): Operation[] {
  return viewer.isSuperadmin ? [] : operations.filter((operation) => !grants(viewer.access, operation));
}

/** Whether a group opens a site that the viewer may not enter. */
export function opensMoreSites(viewer: Viewer, group: { allSites: boolean; siteIds: readonly string[] }): boolean {
  const { siteIds } = viewer;
  return siteIds !== null && (group.allSites || group.siteIds.some((id) => !siteIds.has(id)));
}

/** The refusal to give or change more than the viewer has, with what is too much. */
export function grantRefusal(details: readonly { path: string; what: string }[]): AppError {
  return new AppError("operation_not_allowed", {
    details: details.map(({ path, what }) => ({
      path,
      code: "operation_not_allowed",
      message: `${errorMessage("operation_not_allowed")}: ${what}`,
    })),
  });
}

/** The ids that were sent, without duplicates: operations that exist, and that both the customer and the giver have. */
export function grantableOperations(
  viewer: Viewer,
  { all, available }: CustomerOperations,
  ids: readonly string[],
): string[] {
  const faults: { path: string; message: string }[] = [];
  const requested: Operation[] = [];
  for (const [index, id] of ids.entries()) {
    const operation = all.find((candidate) => candidate.id === id);
    const path = `operation_ids[${index}]`;
    if (operation === undefined) faults.push({ path, message: "is not a known operation" });
    else if (!available.has(id)) faults.push({ path, message: `the customer does not have ${operation.name}` });
    else requested.push(operation);
  }
  if (faults.length > 0) throw invalidValues(faults);
  const more = operationsBeyond(viewer, requested);
  if (more.length > 0)
    throw grantRefusal(more.map(({ id, name }) => ({ path: `operation_ids[${ids.indexOf(id)}]`, what: name })));
  return [...new Set(ids)];
}

/**
 * The ids that were sent, without duplicates: sites of the customer that the giver may enter. Other sites do not exist for
 * them.
 * @param own the customer's sites, or those of them that were sent
 */
export function grantableSites(viewer: Viewer, own: ReadonlySet<string>, ids: readonly string[]): string[] {
  const wrong = ids.flatMap((id, index) =>
    own.has(id) && mayEnterSite(viewer, id)
      ? []
      : { path: `site_ids[${index}]`, code: "not_found" as const, message: "is not a known site" },
  );
  if (wrong.length > 0) throw invalidValues(wrong);
  return [...new Set(ids)];
}

/** Whether the viewer may enter a site of their customer. */
export const mayEnterSite = ({ siteIds }: Pick<Viewer, "siteIds">, siteId: string): boolean =>
  siteIds?.has(siteId) ?? true;
