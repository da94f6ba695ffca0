import { baysideClinic } from "./contoso/site.ts";
import { harbourWarehouse } from "./harbour/site.ts";
import { cityHospital } from "./hospital/site.ts";
import type { DemoCustomer, DemoSite } from "./model.ts";

/** The demo world: the same customers, sites, floors, gateways and assets at each call (contract.md section 1). */
export function demoWorld(): DemoCustomer[] {
  return [
    { name: "Northwind Logistics", code: "NORTHWIND", sites: [harbourWarehouse(), cityHospital()] },
    { name: "Contoso Clinics", code: "CONTOSO", sites: [baysideClinic()] },
  ];
}

/** Every site of the world. */
export function demoSites(world: readonly DemoCustomer[]): DemoSite[] {
  return world.flatMap((customer) => customer.sites);
}
