import { inProcessBus } from "../platform/bus/inProcessBus.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { partitionBus } from "../platform/bus/partitionBus.ts";
import type { LogScope } from "../platform/log/logScope.ts";
import { wholeLog } from "../platform/log/partitions.ts";
import { type Lifecycle, lifecycle } from "../platform/runtime/lifecycle.ts";
import { fencing } from "../pipeline/fencing/fencing.ts";
import type { KnownFences } from "../pipeline/fencing/knownFences.ts";
import { type PastPositions, pastPositions } from "../pipeline/history/pastPositions.ts";
import { trackSmoother } from "../pipeline/history/trackSmoother.ts";
import type { WorkedPartition } from "../pipeline/ingest/deviceLog.ts";
import { lookOnceRead } from "../pipeline/ingest/linkedTrackers.ts";
import { shareMoves } from "../pipeline/ingest/shareMoves.ts";
import type { PartitionFreshness } from "../pipeline/ingest/freshness.ts";
import type { CheckLease } from "../pipeline/ingest/logShare.ts";
import { storedAssetFixes } from "../pipeline/publish/assetFixes.repository.ts";
import { assetFusion } from "../pipeline/publish/assetFusion.ts";
import { allLastSeen, lastSeen } from "../resources/assets/lastSeen.ts";
import { livePath } from "../pipeline/publish/livePath.ts";
import type { DevicePath } from "./devicePath.ts";
import type { BaseContext } from "./baseContext.ts";
import { livePicture, type Screen } from "./livePicture.ts";
import type { Metrics } from "./createMetrics.ts";
import type { WriteRecording } from "./openWriteRecording.ts";
import type { Storage } from "./storage.ts";

/** How often to check whether history has holes that late messages can fill, ms. */
const pastMs = 5_000;

/** How often to look whether a tracker is linked to an asset of another share, ms. */
const linkedMs = 5_000;

/** Walks that have not ended are smoothed for this long when a partition moves, which waits for it, ms. */
const movingMs = 500;

/** The work on a partition of the log. */
export interface PartitionWork {
  freshness: PartitionFreshness;
  /** Resolves when everything in the partition at this moment has been processed, and what follows from it. */
  settled(): Promise<void>;
  /** Processes the rest for a few seconds, writes everything, and ends. */
  stop(): Promise<void>;
}

type WorkParts = BaseContext &
  DevicePath &
  Pick<Storage, "db"> &
  Pick<WriteRecording, "unit"> &
  Pick<Metrics, "metrics"> & {
    bus: Bus;
    live: Screen;
    scope: LogScope;
    check: CheckLease;
    fences: KnownFences;
    flushStatus(): Promise<void>;
    /** Runs the making of past positions, unless another partition's is under way. */
    makePast(turn: () => Promise<void>): Promise<void>;
  };

/**
 * Begins to process a partition of the log of devices' messages, and to store and show the results. Everything that is kept in
 * memory about its sites, or its share of one, is here and ends with it. Only whoever holds its lease may call it.
 */
export async function startWork(parts: WorkParts): Promise<PartitionWork> {
  const life = lifecycle(parts.problem);
  try {
    return { ...(await openWork(parts, life)), stop: life.stop };
  } catch (error) {
    await life.stop();
    throw error;
  }
}

/** Joins the stages. What was opened last ends first. */
async function openWork(parts: WorkParts, { onStop, every }: Lifecycle): Promise<Omit<PartitionWork, "stop">> {
  const { ingest, deviceLog, located, db, scope, flushStatus } = parts;
  const { partition } = scope;
  const { devices, status } = ingest;
  const { models: sites } = located;
  const bus = partition === wholeLog ? parts.bus : partitionBus(inProcessBus(parts), parts.bus);
  // Which trackers are in which share may have changed since they were read.
  for (const siteId of scope.divided.keys()) await devices.readSite(siteId);
  const opened = await deviceLog.open(scope, parts.check);
  const { log: messages, positions, sightings, freshness, shares, start, close } = opened;
  const { processedMs } = freshness;
  // Closed last: it gets fixes until the work ends, and improves rows that are stored.
  onStop(trackSmoother({ db, bus, sites, now: processedMs, log: parts.log, ...smoothing(partition) }).close);
  onStop(close);
  const locating = located.open(scope, bus);
  onStop(locating.close);
  const fusion = assetFusion(await storedAssetFixes(db, scope));
  const lastSeenOf = (assetIds: readonly string[]) => lastSeen(db, assetIds);
  const fences = await fencing({ ...parts, bus, lastSeen: lastSeenOf, allLastSeen: () => allLastSeen(db, scope) });
  const openPreview = locating.preview;
  const caughtUp = (): boolean => work.caughtUp();
  const picture = livePicture({ ...parts, every, messages, freshness, openPreview, fences, caughtUp });
  const { show } = picture;
  const stopPath = livePath({ bus, scope, sites, devices, status, fusion, fences, positions, sightings, show });
  const work = start({
    records: ingest.recordsOf(scope, bus),
    moves:
      scope.divided.size === 0
        ? null
        : shareMoves({ ...parts, logId: deviceLog.logId, devices, positions, locate: locating.worker }),
    locate: locating.worker,
    sites,
    flushStatus,
    unsavedMs: fences.unsavedMs,
    ticked: (tickMs) => {
      fences.ticked(tickMs);
      picture.ticked(tickMs);
    },
    delay: picture.yieldToPreview,
    breakWork: parts.breakWork,
  });
  onStop(async () => {
    await picture.closePreview();
    await work.stop();
    picture.close();
    stopPath();
    await fences.close();
  });
  picture.start();
  every(linkedMs, lookOnceRead(opened.keepTogether, work));
  const past = pastOfSites(parts, { sites, positions, shares, processedMs, isBehind: () => !caughtUp() });
  every(pastMs, () => parts.makePast(past.turn));
  onStop(past.close);
  const settled = async (): Promise<void> => {
    await work.settled();
    // Those of sites that a message was the first to need.
    await sites.settled();
    await fences.settled();
  };
  return { freshness, settled };
}

/** The past of all trackers of a site is made at its home, as far as all of its shares are. */
function pastOfSites(
  parts: WorkParts,
  own: Pick<WorkedPartition, "positions" | "shares"> &
    Pick<Parameters<typeof pastPositions>[0], "sites" | "processedMs" | "isBehind">,
): PastPositions {
  const { positions, shares, processedMs } = own;
  if (parts.scope.part !== null) return { turn: async () => undefined, close: async () => undefined };
  const past = pastPositions({
    ...parts,
    ...own,
    partition: parts.scope.partition,
    positions: { unsavedMs: () => shares.earlier(positions.unsavedMs()) },
    processedMs: () => shares.earlier(processedMs())!,
  });
  return { ...past, turn: () => shares.refresh().then(past.turn) };
}

function smoothing(partition: number): { closingMs?: number } {
  return partition === wholeLog ? {} : { closingMs: movingMs };
}
