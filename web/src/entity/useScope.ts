import type { Noun, Stored } from "./Noun.ts";
import { everywhere, type Scope } from "./Scope.ts";
import { useCustomerScope } from "./useCustomerScope.ts";
import { useSiteScope } from "./useSiteScope.ts";

/** The scope of a noun's things: the page's site or customer or, given a thing, the one that it belongs to. */
export function useScope({ scope }: Pick<Noun<Stored>, "scope">, of?: Stored): Scope {
  const ofSite = useSiteScope();
  const ofCustomer = useCustomerScope({ ofThing: of?.customerId ?? null, isMeant: scope === "customer" });
  if (scope === "site") return ofSite;
  return scope === "customer" ? ofCustomer : everywhere;
}
