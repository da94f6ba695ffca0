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

export const ssoValues = (settings: SsoSettings | null): SsoValues => ({
  issuer: settings?.issuer ?? "",
  clientId: settings?.clientId ?? "",
  clientSecret: "",
  domains: settings?.domains.join("\n") ?? "",
  roleClaim: settings?.roleClaim ?? "",
  roleMap: settings?.roleMap ?? [],
  groupClaim: settings?.groupClaim ?? "",
  groupMap: settings?.groupMap ?? [],
  defaultRoleId: settings?.defaultRoleId ?? null,
  defaultGroupId: settings?.defaultGroupId ?? null,
  requiresSso: settings?.requiresSso ?? false,
});

/** The body of the values. */
export const ssoBody = ({ domains, clientSecret, ...rest }: SsoValues): unknown => ({
  ...rest,
  domains: domains.split(/[\s,;]+/).filter((domain) => domain !== ""),
  ...(clientSecret === "" ? {} : { clientSecret }),
});
