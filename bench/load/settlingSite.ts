import type { Calibration } from "@pulse/positioning/model/calibration";
import { inheritLearning } from "@pulse/positioning/engine/siteModel";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { likelyPlaces } from "@pulse/positioning/fix/likelyPlaces";
import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import { hear, modelOf, type UploadDelays } from "@pulse/accuracy/demo/measure";
import type { DemoSite } from "@pulse/simulator/demo/model";
import type { SimulatedMessage } from "@pulse/simulator/siteRun";

/** A site as on the server: it locates its tags and calibrates itself from their packets. */
export function settlingSite(site: DemoSite, startMs: number) {
  const states = new Map(site.assets.map(({ trackerMac }) => [trackerMac, newTrackerState()]));
  const sample = newTrafficSample();
  const delays: UploadDelays = new Map();
  let model = modelOf(site, "TRILATERATED");

  const adopt = (calibration: Calibration): void => {
    const before = model;
    model = modelOf(site, "TRILATERATED", calibration);
    inheritLearning(model, before);
  };
  return {
    hear: (messages: readonly SimulatedMessage[]): void => {
      for (const message of messages) hear(states, delays, message, startMs);
    },
    locate: (mac: string, nowMs: number): (Fix & { places: number[] | null }) | null => {
      const fix = locate(model, states.get(mac)!, nowMs);
      if (fix === null) return null;
      sampleTraffic(sample, model, mac, nowMs);
      const places = likelyPlaces(model);
      if (isFitDue(sample, nowMs)) {
        const fitted = fitTraffic(sample, model, nowMs);
        if (fitted !== null) adopt(fitted);
      }
      return { ...fix, places };
    },
  };
}
