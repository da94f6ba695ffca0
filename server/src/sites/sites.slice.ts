import type { CustomersService } from "../customers/customers.service.ts";
import type { Plans } from "../files/plans.ts";
import type { Parts } from "../parts.ts";
import { sitesRepository } from "./sites.repository.ts";
import { sitesRoutes } from "./sites.routes.ts";
import { sitesService } from "./sites.service.ts";
import { siteWriting } from "./siteWriting.ts";

type SitesParts = Pick<Parts, "context" | "db" | "files" | "mqtt" | "admit"> & {
  customers: Pick<CustomersService, "everything" | "hardwareTypes">;
  plans: Plans;
};

/** Sites with their buildings, floors and plans. */
export async function sitesSlice(parts: SitesParts): Promise<void> {
  const { context, customers, db, plans, mqtt } = parts;
  const sites = sitesService({ sites: sitesRepository(db, customers.everything), enter: context.enterSite });
  const writing = siteWriting({
    readers: async () => {
      const all = await customers.everything();
      return (handle = db) => sitesRepository(handle, async () => all);
    },
    plans,
    mqtt,
    admit: parts.admit,
  });
  await sitesRoutes(context, { sites, writing, customers, uploads: parts.files });
}
