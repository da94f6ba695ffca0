import type { CustomersService } from "../customers/customers.service.ts";
import type { Plans } from "../../platform/files/plans.ts";
import type { Dependencies } from "../dependencies.ts";
import { drawingWriting } from "./drawingWriting.ts";
import { planDrawingRoutes } from "./planDrawing.routes.ts";
import { sitesRepository } from "./sites.repository.ts";
import { sitesRoutes } from "./sites.routes.ts";
import { sitesService } from "./sites.service.ts";
import { type SiteReaders, siteWriting } from "./siteWriting.ts";
import { underlayWriting } from "./underlayWriting.ts";

type SitesParts = Pick<Dependencies, "context" | "db" | "files" | "freshness" | "mqtt" | "provisionAccount"> & {
  customers: Pick<CustomersService, "everything" | "hardwareTypes">;
  plans: Plans;
};

/** Sites with their buildings, floors and plans. */
export async function sitesSlice(parts: SitesParts): Promise<void> {
  const { context, customers, db, plans, mqtt } = parts;
  const { processedMs } = parts.freshness;
  const sites = sitesService({
    sites: sitesRepository(db, customers.everything, processedMs),
    enter: context.enterSite,
  });
  const readers: SiteReaders = async () => {
    const all = await customers.everything();
    return (handle = db) => sitesRepository(handle, async () => all, processedMs);
  };
  const writing = siteWriting({ readers, plans, mqtt, provisionAccount: parts.provisionAccount });
  const drawing = drawingWriting({ readers });
  const underlay = underlayWriting({ readers, plans });
  await sitesRoutes(context, { sites, writing, drawing, underlay, customers, uploads: parts.files });
  await planDrawingRoutes(context, parts.files);
}
