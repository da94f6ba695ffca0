import type { Dependencies } from "../dependencies.ts";
import { assetImport } from "./assetImport.repository.ts";
import { gatewayImport } from "./gatewayImport.repository.ts";
import { withDistinctTopics } from "./distinctTopics.ts";
import { importsRepository } from "./imports.repository.ts";
import { importsRoutes } from "./imports.routes.ts";
import { importsService } from "./imports.service.ts";
import { trackerImport } from "./trackerImport.repository.ts";
import { waitingImports } from "./waitingImports.ts";
import type { ImportKind } from "./ImportKind.ts";

type ImportsParts = Pick<
  Dependencies,
  "context" | "db" | "background" | "files" | "now" | "problem" | "job" | "onStop" | "ingest"
>;

/** How long the files that wait may take, s. */
const withinS = 15 * 60;

/** Imports: small files at once, large ones by a job that the next process continues after a restart. */
export async function importsSlice(parts: ImportsParts): Promise<void> {
  const { context, db, files, now, problem } = parts;
  const ending = new AbortController();
  // Each of them takes and gives values of its own rows only.
  const gateways = withDistinctTopics(gatewayImport, parts.ingest.sharedTopics);
  const kinds = { asset: assetImport, tracker: trackerImport, hardware: gateways } as unknown as Record<
    ImportKind<object>["kind"],
    ImportKind<object>
  >;
  const repository = importsRepository(db);
  const waiting = waitingImports({
    background: parts.background,
    imports: repository,
    kinds,
    unit: context.unit,
    now,
  });
  const imports = importsService({
    db,
    imports: repository,
    kinds,
    waiting,
    now,
    wake: () => void waiting.workAll(ending.signal).catch(problem),
  });
  parts.onStop(() => {
    ending.abort();
    return waiting.settled();
  });
  parts.job({ name: "imports", cron: "* * * * *", withinS, run: waiting.workAll });
  await importsRoutes(context, { imports, kinds, uploads: files });
}
