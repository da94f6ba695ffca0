import type { CustomersService } from "../customers/customers.service.ts";
import type { Parts } from "../parts.ts";
import { sitesRepository } from "./sites.repository.ts";
import { sitesRoutes } from "./sites.routes.ts";
import { sitesService } from "./sites.service.ts";

type SitesParts = Pick<Parts, "context" | "db"> & {
  customers: Pick<CustomersService, "everything" | "hardwareTypes">;
};

/** Sites with their buildings and floors. */
export function sitesSlice(parts: SitesParts): void {
  const { context, customers } = parts;
  const sites = sitesService({
    sites: sitesRepository(parts.db, customers.everything),
    enter: context.enterSite,
  });
  sitesRoutes(context, sites, customers);
}
