import type { SsoSettings } from "@pulse/contract/sso";

/** The values of the form; empty texts mean none. */
export interface SsoValues extends Record<string, unknown> {
  issuer: string;
  clientId: string;
  /** Never shown; an empty one stays as it is stored. */
  clientSecret: string;
  /** One a line, or with commas. */
  domains: string;
  roleClaim: string;
  roleMap: { value: string; roleId: string | null }[];
  groupClaim: string;
  groupMap: { value: string; groupId: string | null }[];
  defaultRoleId: string | null;
  defaultGroupId: string | null;
  requiresSso: boolean;
}

const empty: SsoValues = {
  issuer: "",
  clientId: "",
  clientSecret: "",
  domains: "",
  roleClaim: "",
  roleMap: [],
  groupClaim: "",
  groupMap: [],
  defaultRoleId: null,
  defaultGroupId: null,
  requiresSso: false,
};

export function ssoValues(settings: SsoSettings | null): SsoValues {
  if (settings === null) return empty;
  const { issuer, clientId, roleMap, groupMap, defaultRoleId, defaultGroupId, requiresSso } = settings;
  return {
    ...empty,
    issuer,
    clientId,
    roleMap,
    groupMap,
    defaultRoleId,
    defaultGroupId,
    requiresSso,
    domains: settings.domains.join("\n"),
    roleClaim: settings.roleClaim ?? "",
    groupClaim: settings.groupClaim ?? "",
  };
}

/** The body of the values. */
export const ssoBody = ({ domains, clientSecret, ...rest }: SsoValues): unknown => ({
  ...rest,
  domains: domains.split(/[\s,;]+/).filter((domain) => domain !== ""),
  ...(clientSecret === "" ? {} : { clientSecret }),
});
