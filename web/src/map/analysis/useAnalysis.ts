import { getDwell, getFlows, getHeatmap, getOccupancy } from "@pulse/contract/analytics";
import { type Query, useQuery } from "@tanstack/react-query";
import { useServices } from "../../services/services.tsx";
import { type RequestedSpan, stepOf } from "./question.ts";

export interface AnalysisRequest {
  siteId: string;
  floorId: string | null;
  span: RequestedSpan;
  /** The span as the person wrote it; after a refresh the words are the same and the times differ. */
  words: string;
  by: "room" | "geofence";
  assetIds: string[] | null;
  type: string | null;
  /** The time zone of days and files. */
  zone: string;
}

/** The queries to the server, also used for files. */
export function queriesOf({ siteId, floorId, span, by, assetIds, type, zone }: AnalysisRequest) {
  const about = {
    siteId,
    ...span,
    ...(assetIds === null ? {} : { assetIds }),
    ...(type === null ? {} : { type }),
  };
  const ofFloor = floorId === null ? about : { ...about, floorId };
  const places = { ...ofFloor, by };
  return {
    heatmap: floorId === null ? null : { ...about, floorId },
    dwell: places,
    occupancy: { ...places, step: stepOf(span), convertToTimezone: zone },
    flows: places,
  };
}

/** Where time went on a floor: heat, dwell, occupancy and flows; without a floor all but heat are of the whole site. */
export function useAnalysis(request: AnalysisRequest) {
  const { api } = useServices();
  const queries = queriesOf(request);
  const lists = { dwell: getDwell, occupancy: getOccupancy, flows: getFlows };
  const key = (what: string, query: object | null) => ["analytics", what, request.words, query];
  const heat = useQuery({
    placeholderData: keepRenewed(request.words, queries.heatmap),
    queryKey: key("heatmap", queries.heatmap),
    enabled: queries.heatmap !== null,
    queryFn: ({ signal }) => api.call(getHeatmap, { query: queries.heatmap!, signal }),
  });
  // One request after the other: browsers limit simultaneous requests to a server, and the plan needs one too.
  const enabled = queries.heatmap === null || isIn(heat);
  const dwell = useQuery({
    enabled,
    placeholderData: keepRenewed(request.words, queries.dwell),
    queryKey: key("dwell", queries.dwell),
    queryFn: ({ signal }) => api.call(lists.dwell, { query: queries.dwell, signal }),
  });
  const occupancy = useQuery({
    enabled: enabled && isIn(dwell),
    placeholderData: keepRenewed(request.words, queries.occupancy),
    queryKey: key("occupancy", queries.occupancy),
    queryFn: ({ signal }) => api.call(lists.occupancy, { query: queries.occupancy, signal }),
  });
  const flows = useQuery({
    enabled: enabled && isIn(occupancy),
    placeholderData: keepRenewed(request.words, queries.flows),
    queryKey: key("flows", queries.flows),
    queryFn: ({ signal }) => api.call(lists.flows, { query: queries.flows, signal }),
  });
  return { heat, dwell, occupancy, flows, queries };
}

/** Whether the request has finished, with an answer or without. */
const isIn = ({ isPending, isPlaceholderData }: { isPending: boolean; isPlaceholderData: boolean }): boolean =>
  !isPending && !isPlaceholderData;

/** Keeps the old answer while the same question is refreshed; a different question shows nothing until its answer. */
function keepRenewed(words: string, query: object | null) {
  return <Answer>(before: Answer | undefined, from: Query<Answer> | undefined): Answer | undefined => {
    const [, , wordsBefore, queryBefore] = (from?.queryKey ?? []) as unknown[];
    const isSame = wordsBefore === words && untimed(queryBefore) === untimed(query);
    return isSame ? before : undefined;
  };
}

const untimed = (query: unknown): string =>
  JSON.stringify({ ...(query as object | null), startTimeUtc: null, endTimeUtc: null });
