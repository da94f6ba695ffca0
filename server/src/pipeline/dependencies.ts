import type { PlatformDependencies } from "../platform/dependencies.ts";
import type { Freshness } from "./ingest/freshness.ts";
import type { IngestModule } from "./ingest/ingestModule.ts";
import type { LogShare } from "./ingest/logShare.ts";
import type { ScansService } from "./ingest/scans.service.ts";
import type { LocateModule } from "./locate/locateModule.ts";

/** What the pipeline offers to slices, with what the platform offers. */
export interface PipelineDependencies extends PlatformDependencies {
  /** What gateways post. */
  scans: ScansService;
  /** The devices that the live path knows, and what they have reported. */
  ingest: Pick<IngestModule, "devices" | "status" | "sharedTopics">;
  located: Pick<LocateModule, "calibration" | "explain" | "refit">;
  /** The sites whose messages this process works on, as one process does. */
  share: Pick<LogShare, "hasSite" | "held" | "onRelease">;
  /** How far the processing of devices' messages has come. */
  freshness: Freshness;
}
