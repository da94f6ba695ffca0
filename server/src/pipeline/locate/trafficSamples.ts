import { packTraffic, type PackedSnapshot } from "@pulse/positioning/learn/snapshot";
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
export interface SiteTraffic {
  snapshots: PackedSnapshot[];
  doubted: string[];
}

export interface TrafficSamples {
  /** Must be called right after a tracker of the site was located. */
  add(site: LiveSite, trackerId: string, nowMs: number): void;
  /** Sites that have heard enough for another fit, with what they heard. */
  due(sites: Iterable<LiveSite>, nowMs: number): { site: LiveSite; traffic: SiteTraffic }[];
}

/**
 * Samples from which sites calibrate themselves. A sample ends when gateways or floors change, since others heard it.
 */
export function trafficSamples(): TrafficSamples {
  const samples = new Map<string, { layout: string; plan: LiveSite["plan"]; sample: TrafficSample }>();

  const sampleOf = ({ id, plan }: LiveSite): TrafficSample => {
    const entry = samples.get(id);
    if (entry?.plan === plan) return entry.sample;
    const layout = JSON.stringify([plan.anchors, plan.floors]);
    if (entry?.layout === layout) {
      entry.plan = plan;
      return entry.sample;
    }
    const sample = newTrafficSample();
    samples.set(id, { layout, plan, sample });
    return sample;
  };

  return {
    add: (site, trackerId, nowMs) => {
      if (site.selfCalibrating) sampleTraffic(sampleOf(site), site.model, trackerId, nowMs);
    },
    due: (sites, nowMs) => {
      const due = [];
      for (const site of sites) {
        if (!site.selfCalibrating) continue;
        const sample = sampleOf(site);
        if (!isFitDue(sample, nowMs)) continue;
        beginFit(sample, nowMs);
        due.push({ site, traffic: { snapshots: packTraffic(sample.snapshots), doubted: suspectGateways(site.model) } });
      }
      return due;
    },
  };
}
