import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { identityMigrations } from "@pulse/identity/migrations";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder, testDatabase, testDatabaseUrl } from "../../../test/support/database.ts";
import { openDatabase } from "./database.ts";
import { lockFolder } from "./folderLock.ts";
import { migrate } from "./migrate.ts";
import { shortenLog, upkeep } from "./pgliteUpkeep.ts";
import { transaction } from "./transaction.ts";

const run = promisify(execFile);
const database = await testDatabase();
const { db } = database;
const id = (number: number): string => `01990000-0000-7000-9000-${String(number).padStart(12, "0")}`;

function aCustomer(number: number, name: string) {
  return {
    id: id(number),
    guid: id(number + 1000),
    name,
    customer_code: `C${number}`,
    mqtt_username: `customer-${number}`,
    mqtt_secret_hash: "x",
  };
}

const customerNames = async (): Promise<string[]> =>
  (await db.selectFrom("customers").select("name").orderBy("name").execute()).map((row) => row.name);

beforeEach(() => database.reset());

describe(`the database (${database.kind})`, () => {
  it("the database gives every value the same JavaScript type on both kinds", async () => {
    const { rows } = await sql`
      select count(*) as count, sum(x) as sum, avg(x) as avg, max(x::int8) as big, array_agg(x::int8) as list,
        '2026-11-20T13:05:00.123Z'::timestamptz as instant, '2026-11-20'::date as day, 1.5::real as single,
        0.1::float8 as double, true as flag, '{"a": [1, null]}'::jsonb as json, '\\x00ff'::bytea as bytes,
        array['a', null, 'b,c'] as texts, null::int as nothing
      from generate_series(1, 4) as x`.execute(db);
    expect(rows[0]).toEqual({
      count: 4,
      sum: 10,
      avg: 2.5,
      big: 4,
      list: [1, 2, 3, 4],
      instant: new Date("2026-11-20T13:05:00.123Z"),
      day: "2026-11-20",
      single: 1.5,
      double: 0.1,
      flag: true,
      json: { a: [1, null] },
      bytes: Buffer.from([0, 255]),
      texts: ["a", null, "b,c"],
      nothing: null,
    });
  });

  it("the database keeps text of any script, dates, bytes and nulls unchanged as parameters", async () => {
    const text = "Zoë 'quoted' \\ \u{1f4e6} 日本; --";
    const at = new Date("2026-03-29T01:30:00.007Z");
    const bytes = Buffer.from([0, 1, 250]);
    const { rows } = await sql`
      select ${text}::text as text, ${at}::timestamptz as at, ${bytes}::bytea as bytes, ${null}::int as nothing,
        ${3.25}::float8 as number, ${JSON.stringify([1, { a: text }])}::jsonb as json`.execute(db);
    expect(rows[0]).toEqual({ text, at, bytes, nothing: null, number: 3.25, json: [1, { a: text }] });
  });

  it("the database reports the SQLSTATE and the constraint of a refusal, and keeps working", async () => {
    await db.insertInto("customers").values(aCustomer(1, "Northwind")).execute();
    const again = db.insertInto("customers").values(aCustomer(2, "NORTHWIND")).execute();
    await expect(again).rejects.toMatchObject({ code: "23505", constraint: "customers_name_key" });
    await expect(sql`select * from nowhere`.execute(db)).rejects.toMatchObject({ code: "42P01" });
    expect(await customerNames()).toEqual(["Northwind"]);
  });

  it("the database keeps all of a transaction or none of it", async () => {
    await transaction(db, async (trx) => {
      await trx
        .insertInto("customers")
        .values([aCustomer(1, "A"), aCustomer(2, "B")])
        .execute();
    });
    const failing = transaction(db, async (trx) => {
      await trx.insertInto("customers").values(aCustomer(3, "C")).execute();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await customerNames()).toEqual(["A", "B"]);
  });

  it("the database undoes only a failed inner transaction, however deep and however many at once", async () => {
    await transaction(db, async (outer) => {
      await outer.insertInto("customers").values(aCustomer(1, "outer")).execute();
      const inner = (number: number): Promise<void> =>
        transaction(outer, async (trx) => {
          await trx
            .insertInto("customers")
            .values(aCustomer(number, `inner ${number}`))
            .execute();
          await transaction(trx, async (deep) => {
            await deep
              .insertInto("customers")
              .values(aCustomer(number + 100, `deep ${number}`))
              .execute();
          });
          if (number % 2) throw new Error("odd");
        });
      const results = await Promise.allSettled([inner(2), inner(3), inner(4), inner(5)]);
      expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
    });
    expect(await customerNames()).toEqual(["deep 2", "deep 4", "inner 2", "inner 4", "outer"]);
  });

  it("the database runs a query from outside a transaction outside it, even if that transaction is undone", async () => {
    let outside: Promise<unknown> = Promise.resolve();
    const failing = transaction(db, async (trx) => {
      await trx.insertInto("customers").values(aCustomer(1, "inside")).execute();
      outside = db.insertInto("customers").values(aCustomer(2, "outside")).execute();
      await trx.insertInto("customers").values(aCustomer(3, "inside too")).execute();
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    await outside;
    expect(await customerNames()).toEqual(["outside"]);
  });

  it("the database has nothing left to migrate after opening", async () => {
    expect(await migrate(db, identityMigrations)).toEqual([]);
    const { count } = await db
      .selectFrom("operations")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(42);
  });

  it("the database allows a name again once the row that used it is deleted", async () => {
    await db.insertInto("customers").values(aCustomer(1, "Northwind")).execute();
    const site = { ...aCustomer(2, "Harbour"), customer_id: id(1), lat: 0, lon: 0 };
    const { customer_code: _, ...values } = site;
    await db.insertInto("sites").values(values).execute();
    const asset = { customer_id: id(1), site_id: id(2), name: "Cart", type: "cart" };
    await db
      .insertInto("assets")
      .values({ ...asset, id: id(3), guid: id(4) })
      .execute();
    const twin = { ...asset, id: id(5), guid: id(6), name: "CART" };
    await expect(db.insertInto("assets").values(twin).execute()).rejects.toMatchObject({ code: "23505" });
    await db.updateTable("assets").set({ deleted_at: new Date() }).execute();
    await db.insertInto("assets").values(twin).execute();
  });
});

describe("the embedded database's upkeep", () => {
  it("the embedded database's upkeep removes old write-ahead log and updates the planner's statistics", async () => {
    const opened = await openDatabase({ dataDir: temporaryFolder(), databaseUrl: null });
    const values = Array.from({ length: 300 }, (_, index) => aCustomer(index, `Customer ${index}`));
    await opened.db.insertInto("customers").values(values).execute();
    // The job queue's tables are in a schema of their own.
    await sql`create schema another`.execute(opened.db);
    await sql`create table another.jobs as select n from generate_series(1, 200) n`.execute(opened.db);
    const { rows: before } = await sql<{ at: string }>`select pg_current_wal_lsn() as at`.execute(opened.db);
    await shortenLog(opened.db, Infinity);
    const { rows: unmoved } = await sql`
      select redo_lsn >= ${before[0]!.at}::pg_lsn as behind from pg_control_checkpoint()`.execute(opened.db);
    await shortenLog(opened.db, 100);
    const { rows: moved } = await sql`
      select redo_lsn >= ${before[0]!.at}::pg_lsn as behind from pg_control_checkpoint()`.execute(opened.db);
    await upkeep(opened.db);
    const { rows: after } = await sql`
      select (select reltuples from pg_class where relname = 'customers') as known,
        (select relallvisible > 0 from pg_class where relname = 'customers') as vacuumed,
        (select reltuples from pg_class where relname = 'jobs') as jobs`.execute(opened.db);
    await opened.close();
    expect([unmoved, moved]).toEqual([[{ behind: false }], [{ behind: true }]]);
    expect(after).toEqual([{ known: 300, vacuumed: true, jobs: 200 }]);
  });
});

describe("migrations of two workspaces", () => {
  it("migrations of two workspaces run as one set, whichever came first", async () => {
    const add = (table: string) => ({
      up: async (trx: typeof db) => {
        await sql`create table ${sql.table(table)} (id int)`.execute(trx);
      },
    });
    const opened = await openDatabase({ dataDir: temporaryFolder(), databaseUrl: null });
    const first = { identity_0001_users: add("identity_users") };
    expect(await migrate(opened.db, first)).toEqual(["identity_0001_users"]);
    expect(await migrate(opened.db, { ...first, "0000_earlier": add("earlier") })).toEqual(["0000_earlier"]);
    await opened.close();
  });
});

describe("the data folder", () => {
  const script = (body: string): string => `
    import { openDatabase } from ${JSON.stringify(new URL("./database.ts", import.meta.url).href)};
    import { lockFolder } from ${JSON.stringify(new URL("./folderLock.ts", import.meta.url).href)};
    ${body}`;
  const node = (body: string, ...args: string[]) =>
    run(process.execPath, ["--input-type=module-typescript", "-e", script(body), ...args]);

  it("the data folder refuses a second process, and names the process that uses it", async () => {
    const dataDir = temporaryFolder();
    const lock = lockFolder(dataDir);
    const { stdout } = await node(
      "try { lockFolder(process.argv[1]); console.log('taken') } catch (error) { console.log(error.name, error.message) }",
      dataDir,
    );
    expect(stdout.trim()).toBe(
      `ConfigError PULSE_DATA_DIR="${dataDir}": another Pulse process (pid ${process.pid}) is using this folder`,
    );
    lock.release();
    lockFolder(dataDir).release();
  });

  it("the data folder keeps acknowledged writes and is free again after its process was killed", async () => {
    const dataDir = temporaryFolder();
    const holder = spawn(
      process.execPath,
      [
        "--input-type=module-typescript",
        "-e",
        script(`
          const { db } = await openDatabase({ dataDir: process.argv[1], databaseUrl: null });
          await db.insertInto("customers").values(${JSON.stringify(aCustomer(1, "Kept"))}).execute();
          console.log("written");`),
        dataDir,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const said: unknown[] = await once(holder.stdout, "data");
    expect(String(said[0])).toContain("written");
    holder.kill("SIGKILL");
    await once(holder, "exit");
    const opened = await openDatabase({ dataDir, databaseUrl: null });
    const rows = await opened.db.selectFrom("customers").select("name").execute();
    await opened.close();
    expect(rows).toEqual([{ name: "Kept" }]);
    expect(existsSync(join(dataDir, "pulse.pid"))).toBe(false);
  });

  it("the data folder ignores a database whose creation was interrupted", async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, "database.new"), { recursive: true });
    writeFileSync(join(dataDir, "database.new", "PG_VERSION"), "18");
    const opened = await openDatabase({ dataDir, databaseUrl: null });
    await opened.close();
    expect(readFileSync(join(dataDir, "database", "PG_VERSION"), "utf8").trim()).toMatch(/^\d+$/);
    expect(existsSync(join(dataDir, "database.new"))).toBe(false);
  });

  it("a data folder that cannot be written to stops the start with one clear line", async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, "file", "below");
    writeFileSync(join(folder, "file"), "");
    await expect(openDatabase({ dataDir, databaseUrl: null })).rejects.toThrow(
      /^PULSE_DATA_DIR="[^\n]+" cannot be written: ENOTDIR[^\n]+$/,
    );
  });

  it("a data folder that contains something else stops the start with one clear line, and is unlocked", async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, "database"));
    writeFileSync(join(dataDir, "database", "PG_VERSION"), "3");
    await expect(openDatabase({ dataDir, databaseUrl: null })).rejects.toThrow(
      /^PULSE_DATA_DIR="[^\n]+": the database in it cannot be opened: [^\n]+$/,
    );
    rmSync(join(dataDir, "database"), { recursive: true });
    lockFolder(dataDir).release();
  });
});

describe("an unusable database server", () => {
  it("an unusable database server is named in one line without its password", async () => {
    const databaseUrl = "postgres://pulse:s3cret@127.0.0.1:1/pulse?password=s3cret";
    const failure = await openDatabase({ dataDir: "", databaseUrl }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "ConfigError" });
    const { message } = failure as Error;
    expect(message).toMatch(
      /^PULSE_DATABASE_URL="postgres:\/\/pulse:\*\*\*@127\.0\.0\.1:1\/pulse" does not answer: .+$/,
    );
    expect(message).not.toContain("s3cret");
  });

  it.skipIf(!testDatabaseUrl())(
    "a database server that ends a connection fails only the transaction on it",
    async () => {
      const failing = transaction(db, async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0]!.pid}, 10000)`.execute(db);
        await trx.insertInto("customers").values(aCustomer(1, "Lost")).execute();
      });
      await expect(failing).rejects.toThrow();
      await db.insertInto("customers").values(aCustomer(2, "Kept")).execute();
      expect(await customerNames()).toEqual(["Kept"]);
    },
  );

  it.skipIf(!testDatabaseUrl())(
    "a database server without the named database is reported with the reason",
    async () => {
      const url = new URL(testDatabaseUrl()!);
      url.pathname = "/no_such_database";
      await expect(openDatabase({ dataDir: "", databaseUrl: url.href })).rejects.toThrow(/does not exist$/);
    },
  );
});
