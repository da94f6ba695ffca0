import type { AccessibleSite } from "@pulse/contract/customers";
import type { Hardware } from "@pulse/contract/gateways";
import { searchHardwares } from "@pulse/contract/gateways";
import { type Asset, searchAssets } from "@pulse/contract/assets";
import { searchTrackers, type Tracker } from "@pulse/contract/trackers";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { assets } from "../assets/assets.ts";
import type { Scope } from "../entity/Scope.ts";
import { useCustomerScope } from "../entity/useCustomerScope.ts";
import { gateways } from "../gateways/gateways.ts";
import { useServices } from "../services/services.tsx";
import { useMe } from "../shell/person.api.ts";
import { useAccessibleSites, useFloors } from "../sites/sites.api.ts";
import { trackers } from "../trackers/trackers.ts";

export const steps = ["customer", "site", "plan", "gateway", "beacon", "asset", "dot"] as const;
export type StepKey = (typeof steps)[number];

/** What has been set up in an installation so far. */
export interface Progress {
  scope: Scope;
  site: AccessibleSite | null;
  /** The newest first. */
  gateways: readonly Hardware[];
  trackers: readonly Tracker[];
  /** Assets with a tracker, the one located last first. */
  assets: readonly Asset[];
  done: ReadonlySet<StepKey>;
  /** The first step that is not done; null: all are done. */
  current: StepKey | null;
  /** Switches to another site; null: to a new one. */
  chooseSite(id: string | null): void;
}

/** How often the progress is fetched, ms. */
const everyMs = 2_000;
/** More than anybody sets up in an evening; the guide only needs to know whether there are any. */
const maxItems = 100;

/** How far an installation has been set up, derived from what exists: the guide stores nothing. Undefined: not known yet. */
export function useProgress(): Progress | undefined {
  const { activeSite } = useServices();
  const { data: me } = useMe();
  const scope = useCustomerScope();
  const { data: sites } = useAccessibleSites();
  const [search, setSearch] = useSearchParams();
  const site = chosenSite(sites ?? [], search.get("site"), activeSite.current()?.siteId);
  const things = useThings(site?.id ?? null);
  const isScopeKnown = scope.isKnown || scope.choice?.isNone === true;
  if (me === undefined || sites === undefined || !isScopeKnown) return undefined;
  if (site !== null && things === undefined) return undefined;
  const items = things ?? nothing;
  const done = new Set(doneSteps(scope, site, items));
  return {
    ...items,
    scope,
    site,
    done,
    current: steps.find((step) => !done.has(step)) ?? null,
    chooseSite: (id) => setSearch({ site: id ?? "new" }),
  };
}

type Things = Pick<Progress, "gateways" | "trackers" | "assets"> & { hasPlan: boolean };

const nothing: Things = { hasPlan: false, gateways: [], trackers: [], assets: [] };

/** The site in the address, else the active one, else the last; null: a new one. */
function chosenSite(
  sites: readonly AccessibleSite[],
  requested: string | null,
  active: string | undefined,
): AccessibleSite | null {
  if (requested === "new") return null;
  const idToOpen = requested ?? active;
  return sites.find(({ id }) => id === idToOpen) ?? sites.at(-1) ?? null;
}

function doneSteps(scope: Scope, site: AccessibleSite | null, { hasPlan, ...of }: Things): StepKey[] {
  const is: Record<StepKey, boolean> = {
    customer: scope.isKnown,
    site: site !== null,
    plan: hasPlan,
    gateway: of.gateways.some(({ lastUpdated }) => lastUpdated !== null),
    beacon: of.trackers.length > 0,
    asset: of.assets.length > 0,
    dot: of.assets.some(({ lastLocation }) => lastLocation !== null),
  };
  return steps.filter((step) => is[step]);
}

/** The things of a site, fetched repeatedly, since gateways and beacons appear by themselves. */
function useThings(siteId: string | null): Things | undefined {
  const { api } = useServices();
  const enabled = siteId !== null;
  const { data: floors } = useFloors(siteId ?? "", enabled);
  const { data: siteGateways } = useQuery({
    queryKey: [gateways.name, siteId, "guide"],
    enabled,
    refetchInterval: everyMs,
    queryFn: ({ signal }) =>
      api.call(searchHardwares, { query: { siteId, limit: maxItems, ...newest("created_at") }, signal }),
  });
  const { data: siteTrackers } = useQuery({
    queryKey: [trackers.name, siteId, "guide"],
    enabled,
    queryFn: ({ signal }) =>
      api.call(searchTrackers, { query: { siteId, limit: maxItems, ...newest("created_at") }, signal }),
  });
  const { data: linked } = useQuery({
    queryKey: [assets.name, siteId, "guide"],
    enabled,
    refetchInterval: everyMs,
    queryFn: ({ signal }) =>
      api.call(searchAssets, {
        query: { siteId, linked: true, limit: maxItems, ...newest("location_updated") },
        signal,
      }),
  });
  if (
    !enabled ||
    floors === undefined ||
    siteGateways === undefined ||
    siteTrackers === undefined ||
    linked === undefined
  )
    return undefined;
  return { hasPlan: floors.length > 0, gateways: siteGateways, trackers: siteTrackers, assets: linked };
}

const newest = (field: string) => ({ sortFields: [field], sortOrder: ["desc"] });
