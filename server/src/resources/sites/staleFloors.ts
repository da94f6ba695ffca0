import { AppError, type ErrorDetail, errorMessage } from "@pulse/contract/errors";
import type { BuildingBody, FloorBody, FloorPlan } from "@pulse/contract/sites";
import { changedFields, isStale } from "../../platform/http/staleVersion.ts";

/**
 * Refuses a list of buildings with a floor that somebody has changed since it was read, with the fields that differ. A
 * drawing changes its floor's version but not its site's. A floor without a version is not compared.
 * @throws {AppError} `conflict`
 */
export function refuseStaleFloors(buildings: readonly BuildingBody[] = [], stored: readonly FloorPlan[]): void {
  const byId = new Map(stored.map((floor) => [floor.id, floor]));
  const details = buildings.flatMap(({ floors }, nth) =>
    floors.flatMap((floor, index) => {
      const there = byId.get(floor.id ?? "");
      return there === undefined ? [] : staleFields(`buildings[${nth}].floors[${index}]`, floor, there);
    }),
  );
  if (details.length > 0) throw new AppError("conflict", { details });
}

function staleFields(path: string, { id: _id, copyOf: _copy, ...sent }: FloorBody, stored: FloorPlan): ErrorDetail[] {
  const { version } = sent;
  if (!isStale(version, stored)) return [];
  const fields = changedFields({ ...stored }, sent);
  const whole = { code: "changed", message: errorMessage("conflict"), theirs: stored.version, yours: version };
  // A floor whose fields are the same by now was still changed by somebody.
  return (fields.length > 0 ? fields : [{ path: "version", ...whole }]).map((field) => ({
    ...field,
    path: `${path}.${field.path}`,
  }));
}
