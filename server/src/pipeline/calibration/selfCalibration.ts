import type { Calibration } from "@pulse/positioning/model/calibration";
import { updateSwaps, updateWeakness } from "@pulse/positioning/learn/gatewayHealth";
import type { LiveSite } from "../locate/liveSite.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import type { SiteTraffic } from "../locate/trafficSamples.ts";
import type { Records } from "../../platform/writes/record.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { CalibrationsRepository } from "./calibrations.repository.ts";
import type { Fitter } from "./fitter.ts";
import { toStore } from "./storedCalibration.ts";

/** A new law that differs by less than this says nothing new: in dB, and in the exponent. */
const sameDb = 1;
const sameGatewayDb = 2;
const sameExponent = 0.1;

/**
 * Fits a site's law (L1) to its own traffic, and uses the new law if it is better and differs from the one in use. The
 * same traffic shows which gateways are weak, and which hang in each other's places.
 */
export function selfCalibration(parts: {
  calibrations: CalibrationsRepository;
  sites: Pick<SiteModels, "of">;
  fitter: Fitter;
  unit: Pick<UnitOfWork, "commitAsSystem">;
}) {
  const { calibrations, sites, fitter, unit } = parts;
  const fitting = new Set<string>();

  return async (site: LiveSite, traffic: SiteTraffic): Promise<void> => {
    if (fitting.has(site.id)) return;
    fitting.add(site.id);
    try {
      const present = site.model.calibration;
      const { calibration, weak, swapped } = await fitter.fitTraffic({ plan: site.plan, ...traffic, present });
      const now = await sites.of(site.id);
      if (now) {
        updateWeakness(now.model, weak);
        updateSwaps(now.model, swapped);
      }
      if (!calibration || isSame(calibration, site.model.calibration)) return;
      await unit.commitAsSystem(async (trx) => {
        const version = await calibrations.insertVersion(trx, {
          site_id: site.id,
          level: 1,
          source: "traffic",
          data: toStore(calibration, site.plan),
          held_back: { evidence: calibration.evidence ?? null },
          created_by: "Pulse",
        });
        return version === null ? null : { records: ownVersionRecords(site, version), inAudit: false };
      });
    } finally {
      fitting.delete(site.id);
    }
  };
}

export function ownVersionRecords(site: LiveSite, version: number): Records {
  const changes = [{ field: "calibration_version", before: site.model.calibration?.version ?? null, after: version }];
  const entity = { kind: "site", id: site.id, name: site.name };
  return [{ kind: "calibration", action: "update", customerId: site.customerId, siteId: site.id, entity, changes }];
}

function isSame(a: Calibration, b: Calibration | null): boolean {
  if (!b) return false;
  const gateways = new Set([...Object.keys(a.anchorOffsetsDb), ...Object.keys(b.anchorOffsetsDb)]);
  return (
    Math.abs(a.exponent - b.exponent) < sameExponent &&
    Math.abs(a.powerShiftDb - b.powerShiftDb) < sameDb &&
    Math.abs(a.shadowSdDb - b.shadowSdDb) < sameDb &&
    Math.abs(a.tagOffsetSdDb - b.tagOffsetSdDb) < sameDb &&
    [...gateways].every((id) => Math.abs((a.anchorOffsetsDb[id] ?? 0) - (b.anchorOffsetsDb[id] ?? 0)) < sameGatewayDb)
  );
}
