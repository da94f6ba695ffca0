import { packTraffic, type PackedSnapshot } from "@pulse/positioning/learn/packedTraffic";
import {
  beginFit,
  suspectGateways,
  isFitDue,
  newTrafficSample,
  sampleTraffic,
  type TrafficSample,
} from "@pulse/positioning/learn/trafficSample";
import type { LiveSite } from "./liveSite.ts";

/** What a site has heard, and the gateways whose part in it is doubted. */
export interface HeardTraffic {
  snapshots: PackedSnapshot[];
  doubted: string[];
}

export interface TrafficSamples {
  /** Must be called right after a tracker of the site was located. */
  take(site: LiveSite, trackerId: string, nowMs: number): void;
  /** Sites that have heard enough for another fit, with what they heard. */
  due(sites: Iterable<LiveSite>, nowMs: number): { site: LiveSite; heard: HeardTraffic }[];
}

/**
 * Samples from which sites calibrate themselves. A sample ends when gateways or floors change, since others heard it.
 */
export function trafficSamples(): TrafficSamples {
  const samples = new Map<string, { layout: string; plan: LiveSite["plan"]; sample: TrafficSample }>();

  const sampleOf = ({ id, plan }: LiveSite): TrafficSample => {
    const known = samples.get(id);
    if (known?.plan === plan) return known.sample;
    const layout = JSON.stringify([plan.anchors, plan.floors]);
    if (known?.layout === layout) {
      known.plan = plan;
      return known.sample;
    }
    const sample = newTrafficSample();
    samples.set(id, { layout, plan, sample });
    return sample;
  };

  return {
    take: (site, trackerId, nowMs) => {
      if (site.selfCalibrating) sampleTraffic(sampleOf(site), site.model, trackerId, nowMs);
    },
    due: (sites, nowMs) => {
      const due = [];
      for (const site of sites) {
        if (!site.selfCalibrating) continue;
        const sample = sampleOf(site);
        if (!isFitDue(sample, nowMs)) continue;
        beginFit(sample, nowMs);
        due.push({ site, heard: { snapshots: packTraffic(sample.snapshots), doubted: suspectGateways(site.model) } });
      }
      return due;
    },
  };
}
