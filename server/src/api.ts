import type { PublicConfig } from "@pulse/contract/system";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Registry } from "prom-client";
import type { Bus } from "./adapters/bus/bus.ts";
import type { Database } from "./adapters/database/schema.ts";
import type { FileStore } from "./adapters/files/diskFileStore.ts";
import type { OutboxEntry } from "./system/outboxEntry.ts";
import type { Readiness } from "./system/readiness.ts";
import { routeContext } from "./app.ts";
import { accountsRoutes } from "./accounts/accounts.routes.ts";
import { accountsRepository } from "./accounts/accounts.repository.ts";
import { accountsService } from "./accounts/accounts.service.ts";
import type { FirstStart } from "./accounts/firstStart.ts";
import { addressLimit } from "./accounts/addressLimit.ts";
import { unconfirmedAccounts } from "./accounts/unconfirmedAccounts.ts";
import type { UserPools } from "./identityLink/userPools.ts";
import { auditList } from "./audit/auditList.ts";
import { auditRepository } from "./audit/audit.repository.ts";
import { auditRoutes } from "./audit/audit.routes.ts";
import type { AuditLog } from "./audit/audit.service.ts";
import { refusedWrites } from "./audit/refusedWrites.ts";
import { assetHistory } from "./assets/assetHistory.ts";
import { assetsRepository } from "./assets/assets.repository.ts";
import { assetsService } from "./assets/assets.service.ts";
import { assetsRoutes } from "./assets/assets.routes.ts";
import { calibrationRoutes } from "./calibration/calibration.routes.ts";
import type { Config } from "./config.ts";
import type { CustomersRepository } from "./customers/customers.repository.ts";
import { customerUsers } from "./customers/customerUsers.ts";
import { customersService } from "./customers/customers.service.ts";
import { customersRoutes } from "./customers/customers.routes.ts";
import { filesRepository } from "./files/files.repository.ts";
import { filesService } from "./files/files.service.ts";
import { filesRoutes } from "./files/files.routes.ts";
import { photos } from "./files/photos.ts";
import { gatewaysRepository } from "./gateways/gateways.repository.ts";
import { gatewaysRoutes } from "./gateways/gateways.routes.ts";
import { gatewaysService } from "./gateways/gateways.service.ts";
import { admission, type Authenticator } from "./http/admission.ts";
import { groupsRepository } from "./groups/groups.repository.ts";
import { groupsRoutes } from "./groups/groups.routes.ts";
import { groupsService } from "./groups/groups.service.ts";
import { idempotency, knownKeys } from "./writes/idempotency.ts";
import { idempotencyRepository } from "./writes/idempotency.repository.ts";
import { scansRoutes } from "./ingest/scans.routes.ts";
import type { ScansService } from "./ingest/scans.service.ts";
import { explainRoutes } from "./locate/explain.routes.ts";
import type { Locating } from "./locate/locating.ts";
import { rolesRepository } from "./roles/roles.repository.ts";
import { rolesRoutes } from "./roles/roles.routes.ts";
import { rolesService } from "./roles/roles.service.ts";
import { searchRepository } from "./search/search.repository.ts";
import { searchRoutes } from "./search/search.routes.ts";
import { searchService } from "./search/search.service.ts";
import type { SitesService } from "./sites/sites.service.ts";
import { sitesRoutes } from "./sites/sites.routes.ts";
import { docsRoutes } from "./system/docs.routes.ts";
import { healthRoutes } from "./system/health.routes.ts";
import { outboxRoutes } from "./system/outbox.routes.ts";
import { systemRoutes } from "./system/system.routes.ts";
import { linkWorkOver } from "./identityLink/linkWork.ts";
import { linkedAccounts } from "./identityLink/linkedAccounts.ts";
import { userRights } from "./users/userRights.ts";
import { usersRepository } from "./users/users.repository.ts";
import { usersService } from "./users/users.service.ts";
import { usersRoutes } from "./users/users.routes.ts";
import type { UnitOfWork } from "./writes/unitOfWork.ts";

export interface ApiParts {
  db: Kysely<Database>;
  /** For files, which may take their time. */
  background: Kysely<Database>;
  /** How callers show who they are, by kind. */
  authenticators: readonly Authenticator[];
  pools: UserPools;
  firstStart: FirstStart;
  audit: AuditLog;
  unit: UnitOfWork;
  customers: CustomersRepository;
  sites: SitesService;
  files: FileStore;
  bus: Bus;
  scans: ScansService;
  located: Pick<Locating, "calibration" | "explain">;
  now: () => number;
  metrics: Registry;
  config: Config;
  publicConfig(origin: string): PublicConfig;
  outbox(): Promise<OutboxEntry[]>;
  mqttPort(): number;
  problem(error: unknown): void;
  readiness: Readiness;
}

/**
 * Registers every route: the contract's, and what stands beside it (health, metrics, documentation, outbox).
 * @returns what finishes changes of people that an earlier process was cut short in, and ends what was never confirmed
 */
export async function api(app: FastifyInstance, parts: ApiParts): Promise<{ settleAccounts(): Promise<void> }> {
  const { db, config, customers, sites, now } = parts;
  const mqtt = { host: config.publicMqttHost, port: parts.mqttPort };
  const { audit } = parts;
  const roles = rolesService({ roles: rolesRepository(db), audit });
  const groups = groupsService({ groups: groupsRepository(db), audit });
  const stored = usersRepository(db);
  const accounts = linkedAccounts(parts.pools);
  const work = linkWorkOver(db, parts.pools, parts.problem);
  const { current, legacy } = parts.pools;
  const accountRows = accountsRepository(db);
  const unconfirmed = unconfirmedAccounts({
    accounts: accountRows,
    pool: current.pool,
    poolId: current.userPoolId,
    work,
    unit: parts.unit,
    now,
    problem: parts.problem,
  });
  const users = usersService({
    users: stored,
    accounts,
    work,
    vacate: unconfirmed.vacate,
    rights: userRights({ role: roles.find, group: groups.find }),
    now,
    audit,
  });
  const customersOf = customersService({ customers, people: customerUsers({ users, stored, work }), mqtt });
  const keys = idempotencyRepository(db);
  const context = routeContext(app, admission(parts.authenticators), {
    enterSite: sites.enter,
    enterCustomer: customersOf.enter,
    unit: parts.unit,
    once: idempotency(keys),
    knowsKey: knownKeys(keys),
    refused: refusedWrites(audit),
  });
  const gateways = gatewaysService({
    db,
    gateways: gatewaysRepository(db),
    bus: parts.bus,
    now,
    mqtt,
  });

  systemRoutes(context, parts.publicConfig);
  usersRoutes(context, users);
  const ownAccounts = accountsService({
    accounts: accountRows,
    current: current.pool,
    currentPoolId: current.userPoolId,
    legacy,
    work,
    unconfirmed,
    users,
    audit,
    now,
  });
  accountsRoutes(context, { accounts: ownAccounts, firstStart: parts.firstStart, limit: addressLimit() });
  rolesRoutes(context, roles);
  groupsRoutes(context, groups);
  customersRoutes(context, customersOf);
  sitesRoutes(context, sites, customersOf);
  auditRoutes(context, auditList(auditRepository(db)));
  searchRoutes(context, searchService(searchRepository(db)));
  const files = filesRepository(db);
  filesRoutes(context, filesService(files, parts.files));
  const assets = assetsService(assetsRepository(db), photos(files, parts.files));
  await assetsRoutes(context, { assets, history: assetHistory(db, parts.background), uploads: parts.files, now });
  gatewaysRoutes(context, gateways);
  calibrationRoutes(context, parts.located.calibration);
  explainRoutes(context, parts.located.explain);
  await scansRoutes(context, parts.scans);
  healthRoutes(app, { metrics: parts.metrics, metricsToken: config.metricsToken, readiness: parts.readiness });
  outboxRoutes(app, config.outbox, parts.outbox);
  await docsRoutes(app);
  return {
    settleAccounts: async () => {
      await work.settleAll();
      await unconfirmed.expire();
    },
  };
}
