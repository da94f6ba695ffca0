import type { Position } from "@pulse/contract/assets";
import type { Endpoint } from "@pulse/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type DateWords, timesOf } from "../dates/span.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { useServices } from "../services/services.tsx";
import { useOnlyBuilding, withoutBuilding } from "../sites/onlyBuilding.ts";
import { metresText } from "../text/translate.ts";
import { durationText } from "../time/ageText.ts";
import { When } from "../time/When.tsx";
import { HistoryTable } from "./HistoryTable.tsx";
import { placeStays } from "./placeStays.ts";
import { renewing } from "./renewing.ts";

interface Props {
  noun: "assets" | "trackers";
  id: string;
  endpoint: Endpoint;
  dates: DateWords;
}

/** From how many positions the stays are made: an asset that walks all day has about as many; the file has them all. */
const maxPositions = 2000;
/** How many stays are shown. */
const maxShown = 200;

/** Where a thing was, one row for each stay, newest first. */
export function PositionsPart({ noun, id, endpoint, dates }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery({
    ...renewing(dates),
    queryKey: [noun, "history", id, dates],
    queryFn: ({ signal }) => {
      const query = { ...timesOf(dates, Date.now()), order: "desc", maxPoints: maxPositions };
      return api.page(endpoint, { params: { id }, query, signal });
    },
  });
  const none = t("table.noValue");
  const onlyBuilding = useOnlyBuilding(useSiteScope().siteId);
  const stays = useMemo(() => (data === undefined ? undefined : placeStays(data.content as Position[])), [data]);
  const total = data?.metadata.totalCount ?? 0;
  return (
    <HistoryTable
      label={t("history.parts.positions")}
      head={["place", "from", "to", "duration"].map((each) => t(`history.${each}`)).concat(t("card.within"))}
      none={t("history.noPositions")}
      total={stays?.length}
      {...(total > maxPositions ? { note: t("history.ofPositions", { shown: maxPositions, count: total }) } : {})}
      rows={stays?.slice(0, maxShown).map(({ fromMs, toMs, location, accuracyM, nearest }) => ({
        key: String(fromMs),
        cells: [
          withoutBuilding(location, onlyBuilding) || (nearest === null ? none : t("history.near", { name: nearest })),
          <When key="from" at={fromMs} format="history" />,
          <When key="to" at={toMs} format="history" />,
          durationText((toMs - fromMs) / 1000),
          metresText(accuracyM),
        ],
      }))}
    />
  );
}
