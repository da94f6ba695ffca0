import { AppError, errorMessage } from "@pulse/contract/errors";
import type { SsoBody, SsoChange, SsoSettings } from "@pulse/contract/sso";

type Stored = Pick<
  SsoSettings,
  | "issuer"
  | "clientId"
  | "domains"
  | "roleClaim"
  | "roleMap"
  | "groupClaim"
  | "groupMap"
  | "defaultRoleId"
  | "defaultGroupId"
>;

/**
 * The settings after a change: what it leaves out stays.
 * @param before null: there are none yet
 * @throws {AppError} `field_required` for what the first settings need
 */
export function wholeSettings(change: SsoChange, before: Stored | null): SsoBody {
  const { issuer = before?.issuer, clientId = before?.clientId, domains = before?.domains } = change;
  if (issuer === undefined || clientId === undefined || domains === undefined)
    throw missing(Object.entries({ issuer, client_id: clientId, domains }));
  return {
    ...change,
    issuer,
    clientId,
    domains,
    roleClaim: sentOr(change.roleClaim, before?.roleClaim ?? null),
    roleMap: change.roleMap ?? before?.roleMap ?? [],
    groupClaim: sentOr(change.groupClaim, before?.groupClaim ?? null),
    groupMap: change.groupMap ?? before?.groupMap ?? [],
    defaultRoleId: sentOr(change.defaultRoleId, before?.defaultRoleId ?? null),
    defaultGroupId: sentOr(change.defaultGroupId, before?.defaultGroupId ?? null),
  };
}

/** Null clears. */
const sentOr = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent);

function missing(values: readonly [path: string, value: unknown][]): AppError {
  const code = "field_required";
  const message = errorMessage(code);
  return new AppError(code, {
    details: values.filter(([, value]) => value === undefined).map(([path]) => ({ path, code, message })),
  });
}
