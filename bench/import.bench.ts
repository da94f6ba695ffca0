// The cost of importing 100,000 assets compared with COPY of the same rows into a table with the same indexes: from the
// upload until the API says that it is done. Also how long another request has to wait meanwhile.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { openDatabase } from "@pulse/server/platform/database/database";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { alternate, measured, medianOf, quantile, report, sized } from "./harness.ts";
import { seedBenchSite } from "./load/benchSite.ts";
import { benchDatabase } from "./load/benchDatabase.ts";
import { runPulse } from "./load/runningPulse.ts";

const rows = sized(100_000, 1_200);
const pauseMs = 50;
const lines = Array.from(
  { length: rows },
  (_, nth) => `Cart ${nth},Roll cage,X/${nth},"Made by a file, row ${nth}"\r\n`,
);
// In one piece, because the client would send many pieces separately.
const file = new Blob([`name,type,external_id,description\r\n${lines.join("")}`]);

const database = await benchDatabase();
const { url, kind } = database;
const { pulse, site, idToken, stop } = await runPulse({ gateways: 1, trackers: 1 }, database);
const ask = async (method: string, path: string, body?: FormData) => {
  const answer = await fetch(`${pulse.url}/api/v3/${path}`, {
    method,
    headers: { authorization: `Bearer ${idToken}` },
    ...(body === undefined ? {} : { body }),
  });
  const { result } = (await answer.json()) as { result: { content: { id: string; state: string; created: number } } };
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(result)}`);
  return result.content;
};

/** How long pages of a list took, one after the other, during an import, ms. */
const waits: number[] = [];
const look = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const started = performance.now();
    await ask("GET", `trackers?site_id=${site.siteId}&limit=25`);
    waits.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};

async function empty(): Promise<void> {
  await sql`delete from assets where name like 'Cart %'`.execute(database.background);
  await sql`vacuum (analyze) assets`.execute(database.background);
}

const imported = async (): Promise<number> => {
  const form = new FormData();
  form.append("file", file, "assets.csv");
  const looking = new AbortController();
  const onlooker = look(looking.signal);
  const started = performance.now();
  let state = await ask("POST", `assets/import?site_id=${site.siteId}`, form);
  while (state.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    state = await ask("GET", `imports/${state.id}`);
  }
  const tookMs = performance.now() - started;
  looking.abort();
  await onlooker;
  if (state.created !== rows) throw new Error(`imported ${state.created} of ${rows}: ${state.state}`);
  await ask("DELETE", `imports/${state.id}`);
  await empty();
  return (rows * 1000) / tookMs;
};

const copied = await copier();
const results = await alternate(
  [
    { name: "import", run: imported },
    { name: "COPY", run: copied.run },
  ],
  // Each round takes most of a minute on the embedded database.
  { rounds: 3, warmUps: 0 },
);
waits.sort((a, b) => a - b);
await copied.close();
await stop();
await database.close();
report({
  bench: `import-${kind}`,
  unit: "rows/s",
  measured: results,
  aims: [
    { what: "import ÷ COPY", value: medianOf(results, "import") / medianOf(results, "COPY"), atLeast: 0.3 },
    { what: "a page of a list meanwhile, p50, ms", value: quantile(waits, 0.5) },
    { what: "a page of a list meanwhile, longest, ms", value: measured("waits", waits).highest },
  ],
  notes: [
    `${rows.toLocaleString("en-US")} assets in ${(file.size / 1e6).toFixed(1)} MB of CSV; ${kind}`,
    "import: the whole way over HTTP, with each row's rules, all or nothing, its audit entry and the report's ids",
    "COPY: the same rows, with ids, into the same table with its generated text, indexes and foreign keys",
  ],
});

/** COPY into the same table: by the server from a file, or by a separate embedded database from memory. */
async function copier() {
  const folder = mkdtempSync(join(tmpdir(), "pulse-bench-copy-"));
  const path = join(folder, "assets.csv");
  const [customerId, siteId] = [site.customerId, site.siteId];
  const csv = Array.from({ length: rows }, (_, nth) =>
    [
      uuidv7(),
      uuidv7(),
      customerId,
      siteId,
      `Cart ${nth}`,
      "Roll cage",
      `X/${nth}`,
      `"Made by a file, row ${nth}"`,
    ].join(),
  ).join("\n");
  const columns = "id, guid, customer_id, site_id, name, type, external_id, description";
  const timed = async (copy: () => Promise<unknown>, clear: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await copy();
    const tookMs = performance.now() - started;
    await clear();
    return (rows * 1000) / tookMs;
  };
  if (url !== null) {
    writeFileSync(path, csv);
    chmodSync(folder, 0o755);
    return {
      run: () =>
        timed(
          () =>
            sql`copy assets (${sql.raw(columns)}) from ${sql.lit(path)} with (format csv)`.execute(database.background),
          empty,
        ),
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const made = await openDatabase({ dataDir: folder, databaseUrl: null });
  await seedBenchSite(made.db, { gateways: 1, trackers: 1 });
  await made.close();
  const pglite = new PGlite({ dataDir: join(folder, "database"), extensions: { pg_trgm } });
  const blob = new Blob([csv]);
  return {
    run: () =>
      timed(
        () => pglite.query(`copy assets (${columns}) from '/dev/blob' with (format csv)`, [], { blob }),
        async () => {
          await pglite.exec("delete from assets where name like 'Cart %'");
          await pglite.exec("vacuum (analyze) assets");
        },
      ),
    close: async () => {
      await pglite.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
