import { AppError } from "@pulse/contract/errors";
import type { SsoBody, SsoChange, SsoSettings } from "@pulse/contract/sso";
import { grantRefusal } from "../../platform/access/grantableOperations.ts";
import { invalidValues } from "../../platform/access/refusals.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import { changedFields, refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { UserRights } from "../users/userRights.ts";
import type { ClientSecrets } from "./clientSecrets.ts";
import type { SsoRepository, SsoValues, StoredSso } from "./sso.repository.ts";
import { wholeSettings } from "./wholeSettings.ts";

export type SsoSettingsService = ReturnType<typeof ssoSettingsService>;

/** How the people of customers sign in with their company's account. Nobody else sees that there are such settings. */
export function ssoSettingsService(parts: {
  stored: SsoRepository;
  rights: UserRights;
  secrets: ClientSecrets;
  /** Throws `not_found` for a customer out of the viewer's reach. */
  enter(viewer: Viewer, customerId: string): Promise<void>;
  audit: Pick<AuditLog, "record">;
  /** False: people's accounts are at Amazon, whose own federation is to be used. */
  isEmbedded: boolean;
  redirectUri: string;
  scimUrl: string;
}) {
  const { stored, rights } = parts;

  const findSettings = async (customerId: string): Promise<StoredSso> => {
    const settings = await stored.find(customerId);
    if (settings === null) throw new AppError("not_found");
    return settings;
  };
  const view = (settings: StoredSso): SsoSettings => ({
    ...fieldsOf(settings),
    version: settings.version,
    hasClientSecret: settings.client_secret_sealed !== null,
    testedAt: settings.tested_at?.toISOString() ?? null,
    redirectUri: parts.redirectUri,
    scimUrl: parts.scimUrl,
  });
  const refuseAmazon = (): void => {
    if (!parts.isEmbedded) throw atAmazon();
  };

  /**
   * Whoever says which provider confirms people can come in as any of them, and gives the mapped roles to whoever the
   * provider names: so nobody may set this up who has less than these people and roles.
   */
  const refuseMore = async (viewer: Viewer, customerId: string, body: SsoBody): Promise<void> => {
    for (const { path, ...gift } of gifts(body))
      await at(path, () => rights.assertGrantable(viewer, customerId, { ...gift, devToolEnabledBefore: false }));
    for (const rightsOfPerson of await stored.rightsIn(customerId, body.domains))
      await at("domains", () => rights.refuseMore(viewer, rightsOfPerson));
  };

  const refuseDomains = async (viewer: Viewer, customerId: string, domains: readonly string[]): Promise<void> => {
    const { claimed, used } = await stored.domainsElsewhere(customerId, domains);
    // People of another customer would be sent to a provider that is not theirs. A superadmin knows whose they are.
    const paths = domains.flatMap((domain, index) =>
      claimed.has(domain) || (used.has(domain) && !viewer.isSuperadmin) ? [`domains[${index}]`] : [],
    );
    if (paths.length > 0) throw domainTaken(paths);
  };

  const noteRefusal = async <T>(write: Write<unknown>, customerId: string, act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppError && ["operation_not_allowed", "already_exists"].includes(error.code)) {
        const changes = error.details.map(({ path, message }) => ({
          field: `sso.${path}`,
          before: null,
          after: message,
        }));
        const entity = { kind: "customer", id: customerId, name: (await stored.customerName(customerId)) ?? "" };
        const { viewer: person, origin } = write;
        parts.audit.record({ action: "update", origin, person, customerId, entity, changes, outcome: "refused" });
      }
      throw error;
    }
  };

  return {
    enter: parts.enter,
    find: findSettings,
    refuseAmazon,
    get: async (customerId: string): Promise<SsoSettings> => view(await findSettings(customerId)),

    put: async (write: Write<SsoSettings>, customerId: string, change: SsoChange): Promise<SsoSettings> => {
      refuseAmazon();
      const found = await stored.find(customerId);
      const checked = settingsAfter(change, found);
      await noteRefusal(write, customerId, async () => {
        await refuseMore(write.viewer, customerId, checked);
        await refuseDomains(write.viewer, customerId, checked.domains);
      });
      return withDomainRefusal(() =>
        write.commit(async (trx) => {
          const before = await stored.lock(trx, customerId);
          const body = settingsAfter(change, before);
          const domains = [...new Set(body.domains)].toSorted();
          const { version, ...sent } = body;
          if (before !== null)
            refuseStale(version, { ...auditFields(before), version: before.version }, auditable(sent, domains));
          // What was checked is not what would be written.
          if (!isSameRow(before, found))
            throw new AppError("conflict", {
              details: changedFields(before === null ? {} : auditFields(before), auditable(sent, domains)),
            });
          const { isOtherClient, testedAt, requires } = decide(before, body);
          const values = valuesOf(body, before, (secret) => parts.secrets.seal(secret, customerId), testedAt);
          if (isOtherClient) await stored.forgetSubjects(trx, customerId);
          await stored.put(trx, customerId, values, domains);
          if (requires !== (before?.requiresSso ?? false)) await stored.setRequired(trx, customerId, requires);
          const after = (await stored.lock(trx, customerId))!;
          const changes = changesBetween(before === null ? {} : auditFields(before), auditFields(after));
          const isNewSecret = Boolean(body.clientSecret);
          return {
            content: view(after),
            records: [
              recordOf(customerId, after.customerName, [
                ...changes,
                ...(isNewSecret ? [{ field: "sso.client_secret", before: null, after: "set" }] : []),
              ]),
            ],
          };
        }),
      );
    },

    remove: async (write: Write<{ id: string }>, customerId: string): Promise<{ id: string }> =>
      write.commit(async (trx) => {
        const before = await stored.lock(trx, customerId);
        if (before === null) throw new AppError("not_found");
        await stored.remove(trx, customerId);
        await stored.forgetSubjects(trx, customerId);
        if (before.requiresSso) await stored.setRequired(trx, customerId, false);
        const changes = changesBetween(auditFields(before), {});
        return { content: { id: customerId }, records: [recordOf(customerId, before.customerName, changes)] };
      }),
  };
}

/** Also settings that were removed and set up again begin with the first version. */
const isSameRow = (a: StoredSso | null, b: StoredSso | null): boolean =>
  a?.version === b?.version && a?.created_at.getTime() === b?.created_at.getTime();

const settingsAfter = (change: SsoChange, before: StoredSso | null): SsoBody =>
  wholeSettings(change, before === null ? null : fieldsOf(before));

/**
 * What a change leads to. Settings that nobody has come through yet must not be the only way in: with another client, the
 * requirement ends, and somebody has to come through again.
 */
function decide(before: StoredSso | null, body: SsoBody) {
  const isOtherClient = before?.issuer !== body.issuer || before.client_id !== body.clientId;
  const testedAt = isOtherClient ? null : before.tested_at;
  const wasRequired = before?.requiresSso === true;
  if (body.requiresSso === true && testedAt === null && !wasRequired) throw untested();
  return { isOtherClient, testedAt, requires: testedAt !== null && (body.requiresSso ?? wasRequired) };
}

function valuesOf(
  body: SsoBody,
  before: StoredSso | null,
  seal: (secret: string) => string,
  testedAt: Date | null,
): SsoValues {
  return {
    issuer: body.issuer,
    client_id: body.clientId,
    client_secret_sealed: body.clientSecret ? seal(body.clientSecret) : (before?.client_secret_sealed ?? null),
    role_claim: body.roleClaim,
    role_map: body.roleMap,
    group_claim: body.groupClaim,
    group_map: body.groupMap,
    default_role_id: body.defaultRoleId,
    default_group_id: body.defaultGroupId,
    tested_at: testedAt,
  };
}

/** Every role and group that these settings give, with its place. */
function gifts(body: SsoBody): { path: string; roleId?: string; userGroupId?: string }[] {
  return [
    ...body.roleMap.map(({ roleId }, index) => ({ path: `role_map[${index}].role_id`, roleId })),
    ...body.groupMap.map(({ groupId }, index) => ({ path: `group_map[${index}].group_id`, userGroupId: groupId })),
    ...(body.defaultRoleId === null ? [] : [{ path: "default_role_id", roleId: body.defaultRoleId }]),
    ...(body.defaultGroupId === null ? [] : [{ path: "default_group_id", userGroupId: body.defaultGroupId }]),
  ];
}

/** Runs a check and puts its refusal at this place. */
async function at(path: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "operation_not_allowed")
      throw grantRefusal([{ path, what: error.details.map(({ message }) => message.split(": ").at(-1)).join(", ") }]);
    throw new AppError(error.code, { details: error.details.map((detail) => ({ ...detail, path })) });
  }
}

/** What people set, but the secret. */
const fieldsOf = (settings: StoredSso) => ({
  issuer: settings.issuer,
  clientId: settings.client_id,
  domains: settings.domains,
  roleClaim: settings.role_claim,
  roleMap: settings.role_map,
  groupClaim: settings.group_claim,
  groupMap: settings.group_map,
  defaultRoleId: settings.default_role_id,
  defaultGroupId: settings.default_group_id,
  requiresSso: settings.requiresSso,
});

const auditFields = (settings: StoredSso): Record<string, unknown> => prefixed(fieldsOf(settings));

const auditable = (
  { clientSecret: _secret, requiresSso: _required, ...sent }: Omit<SsoBody, "version">,
  domains: string[],
) => prefixed({ ...sent, domains });

const prefixed = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`sso.${key}`, value]));

function recordOf(customerId: string, name: string, changes: NonNullable<WriteRecord["changes"]>): WriteRecord {
  return { kind: "customer", action: "update", customerId, entity: { id: customerId, name }, changes };
}

export const untested = (): AppError =>
  invalidValues([
    { path: "requires_sso", message: "can be turned on once somebody has signed in this way, or tested it" },
  ]);

const atAmazon = (): AppError =>
  invalidValues([
    {
      path: "issuer",
      message: "is set up at Amazon Cognito while PULSE_IDENTITY is cognito, as a federated provider of the pool",
    },
  ]);

/** Two customers that claim a domain at once: the second gets the refusal of one that belongs to somebody. */
async function withDomainRefusal<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint !== "sso_domains_pkey") throw error;
    throw domainTaken(["domains"]);
  }
}

function domainTaken(paths: readonly string[]): AppError {
  const message = "This email domain already belongs to somebody else";
  return new AppError("already_exists", {
    message,
    details: paths.map((path) => ({ path, code: "domain_taken", message })),
  });
}
