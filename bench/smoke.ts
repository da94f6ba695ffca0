// Runs benchmarks one after the other in this process, which loads the product and compiles its code once. It shows that
// each runs and reports its figures, not how quick anything is. scripts/bench.mjs starts it and sends the names.
export interface SmokeOrder {
  name: string;
  /** Null: over the embedded database. */
  databaseUrl: string | null;
}

process.on("message", (order: SmokeOrder) => {
  void runOne(order).then((problem) => process.send?.({ problem }));
});

/** Resolves to what went wrong, null if nothing did. */
async function runOne({ name, databaseUrl }: SmokeOrder): Promise<string | null> {
  const over = databaseUrl === null ? "embedded" : "postgres";
  if (databaseUrl === null) delete process.env["PULSE_BENCH_DATABASE_URL"];
  else process.env["PULSE_BENCH_DATABASE_URL"] = databaseUrl;
  const { reports } = await import("./harness.ts");
  const before = reports.length;
  const [started, cpuBefore] = [performance.now(), process.cpuUsage()];
  try {
    // With its database in the address, because a module runs only once.
    await import(`./${name}.bench.ts?over=${over}`);
    if (reports.length === before) return "it reported nothing";
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  process.stdout.write(
    `${name}, ${over}: ${seconds(performance.now() - started)} s, ${seconds((user + system) / 1000)} s of processor\n`,
  );
  return null;
}
