import type { Endpoint } from "@pulse/contract/endpoint";
import {
  getAssetsImportTemplate,
  getHardwaresImportTemplate,
  getImport,
  getTrackersImportTemplate,
  importAssets,
  importHardwares,
  importTrackers,
  undoImport,
} from "@pulse/contract/imports";
import { sendCsv } from "../../platform/http/csv.ts";
import { route, type RouteContext } from "../../platform/http/route.ts";
import { uploadRoute, type UploadStore } from "../../platform/http/uploadRoute.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { ImportKind } from "./ImportKind.ts";
import type { ImportsService } from "./imports.service.ts";

type Kinds = Record<ImportKind<object>["kind"], ImportKind<object>>;

/** Files of assets, trackers and gateways, and what became of them. */
export async function importsRoutes(
  context: RouteContext,
  parts: { imports: ImportsService; kinds: Kinds; uploads: UploadStore },
): Promise<void> {
  const { imports, kinds, uploads } = parts;
  for (const [endpoint, kind] of [
    [importAssets, kinds.asset],
    [importTrackers, kinds.tracker],
    [importHardwares, kinds.hardware],
  ] as const)
    await uploadRoute(
      context,
      { ...endpoint, upload: endpoint.upload! },
      uploads,
      async ({ site, query, write }, file) => ({
        content: await imports.load(write, kind, site, file, query),
      }),
      async () => undefined,
    );
  const template = (endpoint: Endpoint, kind: ImportKind<object>): void =>
    route(context, endpoint, async ({ reply, query }) => {
      const { sample } = query as { sample?: boolean };
      const { columns, rows } = sample === true ? await imports.sample(kind) : { columns: kind.columns, rows: [] };
      return { sent: sendCsv(reply, { name: `${kind.kind}s_template.csv`, columns, time: String }, rows) };
    });
  template(getAssetsImportTemplate, kinds.asset);
  template(getTrackersImportTemplate, kinds.tracker);
  template(getHardwaresImportTemplate, kinds.hardware);

  route(context, getImport, ({ viewer, params, query }) => imports.find(viewer, params.id, query));
  route(
    context,
    undoImport,
    async ({ params, write }) => ({ content: await imports.undo(write, params.id) }),
    (viewer: Viewer, { id }) => imports.reachable(viewer, id),
  );
}
