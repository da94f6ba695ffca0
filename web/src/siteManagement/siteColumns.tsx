import type { Site } from "@pulse/contract/sites";
import type { TFunction } from "i18next";
import type { Column } from "../table/Column.ts";
import { PresentOf } from "./PresentOf.tsx";
import { When } from "../time/When.tsx";

/** The columns of the list of sites. */
export function siteColumns(t: TFunction): readonly Column<Site>[] {
  const count = (key: string, of: (site: Site) => number): Column<Site> => ({
    key,
    header: t(`sites.counts.${key}`),
    cell: of,
    csv: of,
    align: "end",
    width: 96,
  });
  const present = (key: string, of: (site: Site) => readonly [now: number, all: number]): Column<Site> => ({
    ...count(key, (site) => of(site)[0]),
    cell: (site) => {
      const [now, all] = of(site);
      return all === 0 ? t("form.none") : <PresentOf now={now} all={all} />;
    },
    csv: (site) => of(site).join("/"),
    width: 140,
  });
  return [
    { key: "name", header: t("sites.name"), sortField: "name", cell: ({ name }) => name, csv: ({ name }) => name },
    {
      key: "location",
      header: t("sites.location"),
      share: 2,
      cell: ({ location }) => location ?? t("form.none"),
      csv: ({ location }) => location ?? "",
      onPhone: "line",
    },
    count("floors", ({ floorPlans }) => floorPlans.length),
    {
      ...present("gatewaysOnline", ({ numGatewayOnline, numGateway }) => [numGatewayOnline, numGateway]),
      onPhone: "end",
      phoneCell: (site) => t("sites.onlineOf", { online: site.numGatewayOnline, count: site.numGateway }),
    },
    {
      ...present("assetsSeen", ({ numAssetSeen, numAsset }) => [numAssetSeen, numAsset]),
      onPhone: "line",
      phoneCell: (site) => t("sites.seenOf", { seen: site.numAssetSeen, count: site.numAsset }),
    },
    count("trackers", ({ numBeacon }) => numBeacon),
    count("mobile", ({ numMobile }) => numMobile),
    {
      key: "created",
      header: t("sites.created"),
      sortField: "created_at",
      cell: ({ createdAt }) => <When at={createdAt} format="list" />,
      csv: ({ createdAt }) => createdAt,
      width: 160,
    },
  ];
}
