import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { openDatabase } from "@pulse/server/platform/database/database";
import pg from "pg";
import { startPrivatePostgres } from "../../scripts/privatePostgres.mjs";
import { findPostgresFolder } from "../../scripts/systemParts.mjs";
import { natsServer } from "../../server/test/support/natsServer.ts";
import { type CellSite, type SiteCounts, seedSites } from "./cellSites.ts";
import { familyProcessorMs, parentOf, processorMs } from "./processorTime.ts";

/** A database with a NATS server: what the processes of a cell share. */
export interface Store {
  /** What each process of the cell is started with. */
  settings: Record<string, string>;
  client: pg.Client;
  /** The processor time of both, ms. */
  used(): { postgres: number; nats: number };
  /** Ends both; the database can be copied from then on. */
  close(): Promise<void>;
}

export interface CellParts {
  sites: CellSite[];
  /** A new store with the sites and nothing else, or a copy of a closed one, by their names. */
  open(name: string, copied?: string): Promise<Store>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL, both parts with their data on this machine's disk, and makes the sites. Both sync as in production. */
export async function startCellParts(counts: SiteCounts): Promise<CellParts> {
  const folder = mkdtempSync(join(tmpdir(), "pulse-cell-"));
  const postgres = await startPrivatePostgres(findPostgresFolder()!, {
    home: mkdtempSync(join(tmpdir(), "pulse-cell-postgres-")),
  });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>("select pg_backend_pid() as pid");
  const postmaster = parentOf(rows[0]!.pid);
  const urlOf = (name: string): string => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  await admin.query("create database seeded");
  const seeded = await openDatabase({ dataDir: "", databaseUrl: urlOf("seeded"), extraMigrations: identityMigrations });
  const sites = await seedSites(seeded.db, counts);
  await seeded.close();

  return {
    sites,
    open: async (name, copied) => {
      await admin.query(`create database ${name} template ${copied ?? "seeded"}`);
      const dataFolder = join(folder, name);
      if (copied !== undefined) cpSync(join(folder, copied), dataFolder, { recursive: true });
      const nats = await natsServer("", "sync_interval: always", { dataFolder });
      const killAtExit = (): void => nats.signal("SIGKILL");
      process.once("exit", killAtExit);
      const client = new pg.Client({ connectionString: urlOf(name) });
      await client.connect();
      const settings = {
        PULSE_DATABASE_URL: urlOf(name),
        PULSE_NATS_URL: nats.url,
        PULSE_CLUSTER: "bench",
        // The monitoring page is not where Pulse looks for it.
        PULSE_UNSAFE: "1",
      };
      return {
        settings,
        client,
        used: () => ({ postgres: familyProcessorMs(postmaster), nats: processorMs(nats.pid()) }),
        close: async () => {
          await client.end();
          process.removeListener("exit", killAtExit);
          await nats.remove();
        },
      };
    },
    stop: async () => {
      await admin.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Lets nobody work on a log before `fire` is called: it looks as if an older process had all of it. So several processes can
 * be up and know of each other before they share it, and begin at the same moment.
 */
export async function startingGun({ client }: Pick<Store, "client">): Promise<{ fire(): Promise<void> }> {
  await client.query(
    `insert into log_leases (log_id, lease, leased_until, fencing_token)
     select distinct log_id, $1::uuid, now() + interval '1 hour', 1 from log_cursors`,
    [randomUUID()],
  );
  return { fire: async () => void (await client.query("update log_leases set leased_until = now()")) };
}
