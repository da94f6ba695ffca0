import type { Calibration } from "@pulse/positioning/model/calibration";
import type { PackedSnapshot } from "@pulse/positioning/learn/packedTraffic";
import type { LiveSite } from "../locate/liveSite.ts";
import type { Records } from "../writes/record.ts";
import type { UnitOfWork } from "../writes/unitOfWork.ts";
import type { CalibrationsRepository } from "./calibrations.repository.ts";
import type { Fitter } from "./fitter.ts";
import { toStore } from "./storedCalibration.ts";

/** A new law that differs by less than this says nothing new: in dB, and in the exponent. */
const sameDb = 1;
const sameGatewayDb = 2;
const sameExponent = 0.1;

/** Fits a site's law (L1) to its own traffic, and uses the new law if it is better and differs from the one in use. */
export function selfCalibration(parts: { calibrations: CalibrationsRepository; fitter: Fitter; unit: UnitOfWork }) {
  const { calibrations, fitter, unit } = parts;
  const fitting = new Set<string>();

  return async (site: LiveSite, snapshots: PackedSnapshot[]): Promise<void> => {
    if (fitting.has(site.id)) return;
    fitting.add(site.id);
    try {
      const calibration = await fitter.fit({
        kind: "traffic",
        plan: site.plan,
        snapshots,
        present: site.model.calibration,
      });
      if (!calibration || isSame(calibration, site.model.calibration)) return;
      await unit.byItself(async (trx) => {
        const version = await calibrations.take(trx, {
          site_id: site.id,
          level: 1,
          source: "traffic",
          data: toStore(calibration, site.plan),
          held_back: { evidence: calibration.evidence ?? null },
          created_by: "Pulse",
        });
        return version === null ? null : { records: takenByItself(site, version), inAudit: false };
      });
    } finally {
      fitting.delete(site.id);
    }
  };
}

export function takenByItself(site: LiveSite, version: number): Records {
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
