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

const blank = {
  issuer: undefined,
  clientId: undefined,
  domains: undefined,
  roleClaim: null,
  roleMap: [],
  groupClaim: null,
  groupMap: [],
  defaultRoleId: null,
  defaultGroupId: null,
};

/**
 * The settings after a change: what it leaves out stays, and null clears.
 * @param before null: there are none yet
 * @throws {AppError} `field_required` for what the first settings need
 */
export function wholeSettings(change: SsoChange, before: Stored | null): SsoBody {
  const known = before ?? blank;
  const { issuer = known.issuer, clientId = known.clientId, domains = known.domains } = change;
  if (issuer === undefined || clientId === undefined || domains === undefined)
    throw missing(Object.entries({ issuer, client_id: clientId, domains }));
  const { roleClaim = known.roleClaim, roleMap = known.roleMap } = change;
  const { groupClaim = known.groupClaim, groupMap = known.groupMap } = change;
  const { defaultRoleId = known.defaultRoleId, defaultGroupId = known.defaultGroupId } = change;
  const claims = { roleClaim, roleMap, groupClaim, groupMap, defaultRoleId, defaultGroupId };
  return { ...change, issuer, clientId, domains, ...claims };
}

function missing(values: readonly [path: string, value: unknown][]): AppError {
  const code = "field_required";
  const message = errorMessage(code);
  return new AppError(code, {
    details: values.filter(([, value]) => value === undefined).map(([path]) => ({ path, code, message })),
  });
}
