import { endpoints } from "@pulse/contract/endpoints";
import { countRecoveryCodes } from "@pulse/contract/secondFactors";
import { fileKey } from "../answers/recordedApi.ts";
import type { Answers, Json, PathAnswers, Query, Row } from "../format.ts";
import type { DemoApi } from "./demoApi.ts";
import { type Call, type Plan, plans } from "./recordedCalls.ts";
import type { World } from "./world.ts";

/** How many calls are under way at once: a demo on two cores has a live picture to draw as well. */
const atOnce = 4;
/** Stays and events of this time before the recording are told as well, ms. */
const beforeMs = 600_000;
/** A history has a position for each of these at most, ms. */
const positionMs = 4_000;
/** Gateways of a sighting that are kept. */
const gatewaysKept = 4;
/** Messages of a gateway that are kept: the newest. */
const newestMessages = 20;
/** What a gateway heard is told of this long before the end, ms: all of it would be a third of the recording. */
const sightingsMs = 120_000;

/** Everything that is only read; recovery codes are an endpoint of the embedded identity provider alone. */
export const readEndpoints = [...endpoints, countRecoveryCodes].filter(({ method }) => method === "GET");

interface Recorded {
  answers: Answers;
  files: Map<string, { bytes: Uint8Array; type: string }>;
  /** The calls that were refused, by their endpoint. */
  refused: Map<string, number>;
}

export const nothing = (): Recorded => ({ answers: {}, files: new Map(), refused: new Map() });

/** Records the answers of one moment into `into`. @param span the recorded time, ms; the end is now */
export async function recordAnswers(
  api: DemoApi,
  world: World,
  when: Plan["when"],
  span: { fromMs: number; toMs: number },
  into: Recorded,
): Promise<void> {
  const jobs = Object.entries(plans)
    .filter(([, plan]) => plan.when === when)
    .flatMap(([id, plan]) => plan.calls(world).map((call) => ({ id, plan, call, path: pathOf(id, call) })));
  const work = jobs.values();
  const worker = async (): Promise<void> => {
    for (const { id, plan, call, path } of work)
      if (!(await record(api, { plan, call, path, span, id }, into)))
        into.refused.set(id, (into.refused.get(id) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function pathOf(id: string, { params = {} }: Call): string {
  const endpoint = readEndpoints.find((each) => each.id === id);
  if (endpoint === undefined) throw new Error(`the contract has no endpoint ${id}`);
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

interface Job {
  id: string;
  plan: Plan;
  call: Call;
  path: string;
  span: { fromMs: number; toMs: number };
}

/** Does one call; false: it was refused. */
async function record(api: DemoApi, job: Job, { answers, files }: Recorded): Promise<boolean> {
  const { plan, call, path } = job;
  const query = call.query ?? {};
  if (call.sameAs !== undefined) {
    answers[path] = { kind: "same", as: call.sameAs };
    return true;
  }
  if (plan.kind === "file") {
    const file = await api.file(path, query);
    if (file !== null) files.set(fileKey(path, query), file);
    return file !== null;
  }
  if (plan.kind === "whole") {
    const answer = await api.content(path, { ...query, ...spanQuery(job) });
    if (answer === null) return false;
    const { atMs, content } = answer;
    const stored = job.id === "listGatewayMessages" ? (content as Json[]).slice(0, newestMessages) : content;
    variantsOf(answers, path, { kind: "whole", variants: [] }).push({ query, atMs, content: stored });
    return true;
  }
  const list = await api.rows(path, { ...query, ...spanQuery(job) });
  if (list === null) return false;
  const { rows, atMs, limit } = list;
  const empty: PathAnswers =
    plan.kind === "series"
      ? { kind: "series", series: plan.series, variants: [] }
      : { kind: "list", limit, variants: [] };
  const stored = job.id === "listTrackerSightings" ? strongest(rows) : rows;
  variantsOf(answers, path, empty).push({ query, atMs, rows: stored });
  return true;
}

/** Of the sightings of a tracker those of every third moment, by the gateways that heard it best: all were half of a recording. */
function strongest(rows: readonly Row[]): Row[] {
  const moments = [...Map.groupBy(rows, (row) => row["timestamp"]).values()];
  return moments
    .filter((_, nth) => nth % 3 === 0)
    .flatMap((heard) =>
      heard.toSorted((first, second) => Number(second["rssi"]) - Number(first["rssi"])).slice(0, gatewaysKept),
    );
}

/** The parameters of a call about a span. */
function spanQuery({ id, plan, span: { fromMs, toMs } }: Job): Query {
  const text = (ms: number): string => new Date(ms).toISOString();
  if (id === "searchEvents") return { start_time: text(fromMs - beforeMs) };
  if (plan.kind === "whole")
    return plan.when === "end" && plan.isOfSpan ? { start_time_utc: text(fromMs), end_time_utc: text(toMs) } : {};
  if (plan.kind !== "series") return {};
  if (id === "listHardwareAssetHistory")
    return { start_time_utc: text(Math.max(fromMs, toMs - sightingsMs)), end_time_utc: text(toMs) };
  if (!plan.series.isTrack) return { start_time_utc: text(fromMs - beforeMs), end_time_utc: text(toMs) };
  const most = Math.max(2, Math.ceil((toMs - fromMs) / positionMs));
  return { start_time_utc: text(fromMs), end_time_utc: text(toMs), max_points: String(most) };
}

type Variant = { query: Query; atMs: number; content?: Json; rows?: Row[] };
function variantsOf(answers: Answers, path: string, empty: PathAnswers): Variant[] {
  const entry = (answers[path] ??= empty);
  return (entry as unknown as { variants: Variant[] }).variants;
}
