import { grants } from "@pulse/contract/access";
import { getCoverage, getDwell, getFlows, getHeatmap, getOccupancy } from "@pulse/contract/analytics";
import { AppError } from "@pulse/contract/errors";
import { localFrame } from "@pulse/geo/localFrame";
import type { FastifyReply } from "fastify";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../../platform/http/csv.ts";
import { route, type RouteContext } from "../../platform/http/route.ts";
import { spanOf } from "../../platform/http/span.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { AnalyticsQuery } from "./analyticsQuery.ts";
import type { By, AnalyticsService } from "./analytics.service.ts";

interface Query {
  floorId?: string | undefined;
  startTimeUtc?: string | undefined;
  endTimeUtc?: string | undefined;
  assetIds?: string[] | undefined;
  type?: string | undefined;
  returnFile?: boolean | undefined;
  convertToTimezone?: string | undefined;
}

/** Where things spend their time: heat of a floor, dwell, occupancy and flows. */
export function analyticsRoutes(
  context: RouteContext,
  parts: {
    service: AnalyticsService;
    /** Throws `not_found` if one of these is no asset of the site. */
    allOf(siteId: string, ids: readonly string[]): Promise<void>;
    siteName(siteId: string): Promise<string>;
    now: () => number;
  },
): void {
  const { service, now } = parts;

  const queryOf = async (siteId: string, query: Query): Promise<AnalyticsQuery> => {
    const { start, end } = spanOf(query, now());
    if (query.assetIds !== undefined) await parts.allOf(siteId, query.assetIds);
    return {
      siteId,
      from: start,
      to: end,
      assetIds: query.assetIds ?? null,
      type: query.type ?? null,
      floorId: query.floorId ?? null,
    };
  };
  const byOf = (viewer: Viewer, by: By = "room"): By => {
    if (by === "geofence" && !grants(viewer.access, { area: "geofence_management", letter: "r" }))
      throw new AppError("operation_not_allowed");
    return by;
  };
  const file = async (
    reply: FastifyReply,
    kind: string,
    span: AnalyticsQuery,
    query: Query,
    columns: readonly string[],
    rows: Iterable<CsvValue[]>,
  ): Promise<{ sent: FastifyReply }> => ({
    sent: sendCsv(
      reply,
      {
        name: csvName(kind, await parts.siteName(span.siteId), span.from, span.to),
        columns,
        time: zonedTime(query.convertToTimezone ?? "UTC"),
      },
      rows,
    ),
  });

  route(context, getHeatmap, async ({ site, query, reply }) => {
    const span = await queryOf(site.siteId, query);
    const content = await service.heatmap({ ...span, floorId: query.floorId });
    if (!query.returnFile) return { content };
    const frame = localFrame(content.origin);
    const centre = (nth: number): number => (nth + 0.5) * content.cellM;
    const rows = content.seconds.flatMap((seconds, nth): CsvValue[][] => {
      if (seconds === 0) return [];
      const [row, column] = [Math.floor(nth / content.columns), nth % content.columns];
      const { lat, lon } = frame.toLatLon({ x: centre(column), y: centre(row) });
      return [[lat, lon, content.cellM, seconds]];
    });
    return file(reply, "heatmap", span, query, ["lat", "lon", "cell_m", "seconds"], rows);
  });

  route(context, getCoverage, async ({ site, query }) => ({
    content: await service.coverage(await queryOf(site.siteId, query)),
  }));

  route(context, getDwell, async ({ viewer, site, query, reply }) => {
    const by = byOf(viewer, query.by);
    const span = await queryOf(site.siteId, query);
    const content = await service.dwell(span, by);
    if (!query.returnFile) return { content };
    const columns = ["id", "name", "visits", "seconds_total", "seconds_median", "seconds_p90"];
    const rows = content.map((row) => [
      row.id,
      row.name,
      row.visits,
      row.secondsTotal,
      row.secondsMedian,
      row.secondsP90,
    ]);
    return file(reply, "dwell", span, query, columns, rows);
  });

  route(context, getOccupancy, async ({ viewer, site, query, reply }) => {
    const by = byOf(viewer, query.by);
    const span = await queryOf(site.siteId, query);
    const content = await service.occupancy(span, by, query.step === "day" ? dayOf(query.convertToTimezone) : null);
    if (!query.returnFile) return { content };
    const rows = content.map(({ at, id, name, min, mean, max }) => [new Date(at), id, name, min, mean, max]);
    return file(reply, "occupancy", span, query, ["at", "id", "name", "min", "mean", "max"], rows);
  });

  route(context, getFlows, async ({ viewer, site, query, reply }) => {
    const by = byOf(viewer, query.by);
    const span = await queryOf(site.siteId, query);
    const content = await service.flows(span, by);
    if (!query.returnFile) return { content };
    const columns = ["from_id", "from_name", "to_id", "to_name", "count", "seconds_median"];
    const rows = content.map(({ from, to, count, secondsMedian }) => [
      from.id,
      from.name,
      to.id,
      to.name,
      count,
      secondsMedian,
    ]);
    return file(reply, "flows", span, query, columns, rows);
  });
}

/** Names the day of a moment in a zone. */
function dayOf(zone = "UTC"): (ms: number) => string {
  const time = zonedTime(zone);
  return (ms) => time(new Date(ms)).slice(0, 10);
}
