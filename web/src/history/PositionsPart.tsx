import type { Position } from "@pulse/contract/assets";
import type { Endpoint } from "@pulse/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type DateWords, timesOf } from "../dates/span.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { useServices } from "../services/services.tsx";
import { useOnlyBuilding, withoutBuilding } from "../sites/onlyBuilding.ts";
import { metresText } from "../text/translate.ts";
import { When } from "../time/When.tsx";
import { HistoryTable } from "./HistoryTable.tsx";
import { renewing } from "./renewing.ts";

interface Props {
  noun: "assets" | "trackers";
  id: string;
  endpoint: Endpoint;
  dates: DateWords;
}

/** How many positions are shown; the file has them all. */
const maxShown = 200;

/** Where a thing was, newest first. */
export function PositionsPart({ noun, id, endpoint, dates }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery({
    ...renewing(dates),
    queryKey: [noun, "history", id, dates],
    queryFn: ({ signal }) => {
      const query = { ...timesOf(dates, Date.now()), order: "desc", maxPoints: maxShown };
      return api.page(endpoint, { params: { id }, query, signal });
    },
  });
  const none = t("table.noValue");
  const onlyBuilding = useOnlyBuilding(useSiteScope().siteId);
  const positions = data?.content as Position[] | undefined;
  return (
    <HistoryTable
      label={t("history.parts.positions")}
      head={[t("history.time"), t("history.place"), t("card.within"), t("card.nearest")]}
      none={t("history.noPositions")}
      total={data?.metadata.totalCount}
      rows={positions?.map((position) => ({
        key: `${position.timestamp} ${position.trackerId}`,
        cells: [
          <When key="at" at={position.timestamp} format="history" />,
          withoutBuilding(position.location, onlyBuilding) || none,
          metresText(position.accuracy),
          position.nearestHardware ?? none,
        ],
      }))}
    />
  );
}
