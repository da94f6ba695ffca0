import { getDwell, getFlows, getHeatmap, getOccupancy } from "@pulse/contract/analytics";
import { toQueryString } from "@pulse/contract/wire";
import { SegmentedControl, Select } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../api/errorText.ts";
import { DateRange } from "../../dates/DateRange.tsx";
import { useDateWords } from "../../dates/useDateWords.ts";
import { ZonedCsv } from "../../dates/ZonedCsv.tsx";
import { useCan } from "../../entity/useCan.ts";
import { inputClasses } from "../../form/inputClasses.ts";
import { dateTime } from "../../time/ages.ts";
import { durationText } from "../../time/ageText.ts";
import { FailedMessage } from "../../ui/FailedMessage.tsx";
import type { PanelForm } from "../model/useSidePanel.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { ListedAssets } from "../model/useListedAssets.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import { PanelFrame } from "../page/PanelFrame.tsx";
import { useOverlay } from "../layers/useOverlay.ts";
import { useSearch } from "../../ui/useSearch.ts";
import classes from "./Analysis.module.css";
import { strongestCount } from "./flowArrows.ts";
import { heatOverlay } from "./heatOverlay.ts";
import { OccupancyChart } from "./OccupancyChart.tsx";
import { type RequestedSpan, readWho, stepOf, type Who, whoText } from "./question.ts";
import { SumTable } from "./SumTable.tsx";
import { useAnalysis } from "./useAnalysis.ts";
import { useFlowArrows } from "./useFlowArrows.ts";
import { useRequestedSpan } from "./useRequestedSpan.ts";

const endpoints = { heatmap: getHeatmap, dwell: getDwell, occupancy: getOccupancy, flows: getFlows };
const hourMs = 3_600_000;

/** The parts of the page that an analysis is about. */
type AnalyzedMap = MapData & MapSelection & DrawnMap & Pick<ListedAssets, "offered">;

/** Where time goes: heat on the map; dwell, occupancy and flows of rooms or geofences beside it. */
export default function Analysis({ page, form }: { page: AnalyzedMap; form: PanelForm }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearch();
  const [words, setWords] = useDateWords("day");
  const readsFences = useCan({ all: [{ area: "geofence_management", letter: "r" }] }) === true;
  const by = search.get("by") === "geofence" && readsFences ? "geofence" : "room";
  const who = readWho(search.get("who"));
  const put = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const { span, upToMs } = useRequestedSpan(words, page.nowMs);
  const [zone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const asset = who.kind === "asset" ? page.positions.get(who.guid) : undefined;
  const { heat, dwell, occupancy, flows, queries } = useAnalysis({
    siteId: page.site.id,
    floorId: page.floor?.id ?? null,
    span,
    words: JSON.stringify(words),
    by,
    assetIds: asset === undefined ? null : [asset.assetId],
    type: who.kind === "type" ? who.type : null,
    zone,
  });
  const [layer] = useState(heatOverlay);
  useOverlay(page, "heat", layer.overlay);
  useEffect(() => layer.show(heat.data ?? null), [layer, heat.data]);
  useFlowArrows(page, flows.data);
  const failed = [heat, dwell, occupancy, flows].find(({ error }) => error !== null);
  const csv = (what: keyof typeof endpoints) => {
    const query = queries[what];
    if (query === null) return null;
    const pathOf = (convertToTimezone: string): string =>
      endpoints[what].path + toQueryString({ ...query, convertToTimezone, returnFile: true });
    return <ZonedCsv pathOf={pathOf} />;
  };
  const head = (what: keyof typeof endpoints) => (
    <div className={classes["head"]}>
      <h2>{t(`analysis.parts.${what}`)}</h2>
      {csv(what)}
    </div>
  );
  return (
    <PanelFrame form={form} title={t("analysis.title")} onClose={() => page.panel.open(null)}>
      <div className={classes["choices"]}>
        <DateRange value={words} isNeeded onChange={setWords} />
        {readsFences ? (
          <SegmentedControl
            size="xs"
            aria-label={t("analysis.by")}
            value={by}
            data={(["room", "geofence"] as const).map((value) => ({ value, label: t(`analysis.bys.${value}`) }))}
            onChange={(next) => put("by", next === "room" ? "" : next)}
          />
        ) : null}
        <div className={classes["who"]}>
          <WhoSelect page={page} who={who} onWho={(next) => put("who", whoText(next))} />
        </div>
      </div>
      {upToMs === null ? null : (
        <p className={classes["scale"]}>{t("analysis.upTo", { time: dateTime(upToMs).slice(11, 16) })}</p>
      )}
      {failed === undefined ? null : (
        <FailedMessage title={t("past.failed")} text={errorText(failed.error)} retry={() => void failed.refetch()} />
      )}
      {head("heatmap")}
      <p className={classes["scale"]}>
        {t("analysis.little")}
        <i aria-hidden="true" />
        {t("analysis.much")}
      </p>
      {heat.data === undefined ? null : (
        <p className={classes["scale"]}>
          {t("analysis.coverage", {
            covered: heat.data.hoursCovered,
            all: heat.data.hoursCovered + heat.data.hoursMissing,
          })}
        </p>
      )}
      {head("dwell")}
      <SumTable
        label={t("analysis.parts.dwell")}
        head={[t("analysis.place"), t("analysis.visits"), t("analysis.total"), t("analysis.median"), t("analysis.p90")]}
        rows={dwell.data?.map((row) => ({
          key: row.id,
          cells: [
            row.name,
            row.visits,
            durationText(row.secondsTotal),
            durationText(row.secondsMedian),
            durationText(row.secondsP90),
          ],
        }))}
      />
      {head("occupancy")}
      <Occupied occupancy={occupancy.data} span={span} />
      {head("flows")}
      <p className={classes["scale"]}>{t("analysis.arrows", { count: strongestCount })}</p>
      <SumTable
        label={t("analysis.parts.flows")}
        head={[t("analysis.from"), t("analysis.to"), t("analysis.count"), t("analysis.way")]}
        words={2}
        folded={strongestCount}
        rows={flows.data?.map((row) => ({
          key: `${row.from.id} ${row.to.id}`,
          cells: [row.from.name, row.to.name, row.count, durationText(row.secondsMedian)],
        }))}
      />
    </PanelFrame>
  );
}

/** The whole site, a type, or one asset: the one selected on the map, or the one in the address. */
function WhoSelect({ page, who, onWho }: { page: AnalyzedMap; who: Who; onWho(who: Who): void }) {
  const { t } = useTranslation();
  const guids = [...new Set([page.selected, who.kind === "asset" ? who.guid : null])].filter((guid) => guid !== null);
  const types = [...new Set([...page.offered.types.keys(), ...(who.kind === "type" ? [who.type] : [])])];
  return (
    <Select
      classNames={inputClasses}
      label={t("analysis.who")}
      allowDeselect={false}
      value={whoText(who)}
      data={[
        { value: "", label: t("analysis.everything") },
        ...types.map((type) => ({ value: whoText({ kind: "type", type }), label: t("analysis.type", { type }) })),
        ...guids.map((guid) => ({
          value: whoText({ kind: "asset", guid }),
          label: page.positions.get(guid)?.name ?? guid,
        })),
      ]}
      onChange={(next) => onWho(readWho(next))}
    />
  );
}

type Rows = ReturnType<typeof useAnalysis>["occupancy"]["data"];

/** One place over time, as a chart and as a table. */
function Occupied({ occupancy, span }: { occupancy: Rows; span: RequestedSpan }) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<string | null>(null);
  const places = useMemo(() => [...new Map(occupancy?.map(({ id, name }) => [id, name]))], [occupancy]);
  const fullest = useMemo(
    () => occupancy?.reduce((best, row) => ((row.mean ?? 0) > (best.mean ?? 0) ? row : best), occupancy[0]!)?.id,
    [occupancy],
  );
  const id = places.find(([each]) => each === chosen)?.[0] ?? fullest;
  const steps = useMemo(() => occupancy?.filter((row) => row.id === id) ?? [], [occupancy, id]);
  if (occupancy !== undefined && places.length === 0)
    return <p className={classes["scale"]}>{t("analysis.noPlaces")}</p>;
  const name = places.find(([each]) => each === id)?.[1] ?? "";
  const number = (value: number | null) =>
    value === null ? t("analysis.unknown") : String(Math.round(value * 10) / 10);
  return (
    <>
      <Select
        classNames={inputClasses}
        aria-label={t("analysis.place")}
        allowDeselect={false}
        searchable
        value={id ?? null}
        data={places.map(([value, label]) => ({ value, label }))}
        onChange={choose}
      />
      <OccupancyChart
        steps={steps}
        stepMs={(stepOf(span) === "day" ? 24 : 1) * hourMs}
        label={t("analysis.occupancyOf", { name })}
      />
      <details>
        <summary>{t("analysis.asTable")}</summary>
        <SumTable
          label={t("analysis.occupancyOf", { name })}
          head={[t("analysis.when"), t("analysis.least"), t("analysis.mean"), t("analysis.most")]}
          rows={steps.map(({ at, min, mean, max }) => ({
            key: at,
            cells: [dateTime(Date.parse(at)).slice(5, 16), number(min), number(mean), number(max)],
          }))}
        />
      </details>
    </>
  );
}
