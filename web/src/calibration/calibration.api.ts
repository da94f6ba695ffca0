import {
  addCalibrationPoint,
  type CalibrationPoint,
  deleteCalibrationPoint,
  fitCalibration,
  type NewCalibrationPoint,
  setActiveCalibration,
  type SiteCalibration,
} from "@pulse/contract/calibration";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/apiError.ts";
import { useServices } from "../services/services.tsx";
import { calibrationKey } from "../siteManagement/useSiteCalibration.ts";

/** Puts an answer about a site's calibration into the query cache. */
function useShown(siteId: string) {
  const queries = useQueryClient();
  return (change: (before: SiteCalibration) => SiteCalibration): void => {
    // Earlier requests are older than this answer.
    void queries.cancelQueries({ queryKey: calibrationKey(siteId) });
    queries.setQueryData<SiteCalibration>(calibrationKey(siteId), (before) => before && change(before));
  };
}

/** Adds a point. A refusal comes back as the error, to be shown where the point was made. */
export function useAddPoint(siteId: string) {
  const { api } = useServices();
  const show = useShown(siteId);
  return useMutation({
    mutationFn: (body: NewCalibrationPoint): Promise<CalibrationPoint | ApiError> =>
      api.call(addCalibrationPoint, { params: { id: siteId }, body }).catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 400 || error.status === 409)) return error;
        throw error;
      }),
    onSuccess: (answer) => {
      if (!(answer instanceof ApiError)) show((before) => ({ ...before, points: [...before.points, answer] }));
    },
  });
}

export function useDeletePoint(siteId: string, onDeleted: () => void) {
  const { api } = useServices();
  const show = useShown(siteId);
  return useMutation({
    mutationFn: ({ id }: CalibrationPoint) => api.call(deleteCalibrationPoint, { params: { id: siteId, pointId: id } }),
    onSuccess: (answer) => {
      show(() => answer);
      onDeleted();
    },
  });
}

export function useFit(siteId: string) {
  const { api } = useServices();
  const show = useShown(siteId);
  return useMutation({
    mutationFn: () => api.call(fitCalibration, { params: { id: siteId } }),
    onSuccess: ({ calibration }) => show(() => calibration),
  });
}

/** Switches to a version; null: to none. */
export function useVersion(siteId: string) {
  const { api } = useServices();
  const show = useShown(siteId);
  return useMutation({
    mutationFn: (body: { version: number | null; selfCalibrating: boolean }) =>
      api.call(setActiveCalibration, { params: { id: siteId }, body }),
    onSuccess: (answer) => show(() => answer),
  });
}
