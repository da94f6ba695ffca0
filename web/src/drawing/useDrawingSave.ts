import { type FloorPlan, setFloorDrawing, type Site } from "@pulse/contract/sites";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { useEntity, useNounCache } from "../entity/entity.api.ts";
import { useScope } from "../entity/useScope.ts";
import { useServices } from "../services/services.tsx";
import { sites } from "../siteManagement/sites.ts";
import type { DrawingAction, DrawingState } from "./drawingState.ts";
import { drawingTrouble, refusedTrouble, type Trouble } from "./drawingTrouble.ts";
import { drawingBody, type Shape, shapesOf } from "./sketch.ts";

/** Why a drawing was not saved: an error in it, or a change of the floor by somebody else. */
type Refusal = { shapes: readonly Shape[] } & ({ trouble: Trouble } | { isConflict: true });

/** Saves a drawing. An error is shown at the shape concerned, and only there. */
export function useDrawingSave(
  { site, floor, plan, state }: { site: Site; floor: FloorPlan; plan: PlacedPlan; state: DrawingState },
  act: Dispatch<DrawingAction>,
) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(sites);
  const { refetch } = useEntity(sites, useScope(sites), site.id);
  /** The floor with which the drawing began, or that was saved last. */
  const base = useRef(floor);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { shapes } = state;

  const reject = (trouble: Trouble): void => {
    setRefusal({ shapes, trouble });
    act({ kind: "select", key: trouble.key });
  };
  const begin = (now: FloorPlan): void => {
    base.current = now;
    setRefusal(null);
    act({ kind: "replace", shapes: shapesOf(now, plan) });
  };
  const sending = useMutation({
    mutationFn: async (): Promise<void> => {
      const { version } = base.current;
      const body = { ...drawingBody(shapes, plan, base.current), version };
      const wrong = drawingTrouble(shapes, body, { ...base.current });
      if (wrong !== null) return reject(wrong);
      try {
        base.current = await api.call(setFloorDrawing, { params: { id: site.id, floorId: floor.id }, body });
        setRefusal(null);
        act({ kind: "saved", submitted: shapes, stored: shapesOf(base.current, plan) });
      } catch (error) {
        // Anything else, such as a lost network, is shown in the snackbar.
        if (!(error instanceof ApiError)) throw error;
        const trouble = refusedTrouble(shapes, error.details);
        if (error.status === 409) return setRefusal({ shapes, isConflict: true });
        if (error.status !== 400 || trouble === null) throw error;
        return reject(trouble);
      }
      snackbars.success(t("drawing.saved"));
      void cache.changed();
    },
  });
  /** The floor as somebody else has changed it meanwhile. */
  const fetchLatest = async (): Promise<FloorPlan | undefined> =>
    (await refetch()).data?.floorPlans.find(({ id }) => id === floor.id);
  return {
    isSaving: sending.isPending,
    /** The known error in the current shapes; null: none. */
    trouble: refusal !== null && "trouble" in refusal && refusal.shapes === shapes ? refusal.trouble : null,
    isConflict: refusal !== null && "isConflict" in refusal,
    save: (): void => {
      const nameless = shapes.find(({ kind, name }) => (kind === "room" || kind === "lift") && name.trim() === "");
      if (nameless === undefined) return sending.mutate();
      act({ kind: "select", key: nameless.key });
      snackbars.error(t("drawing.nameless"));
    },
    takeTheirs: async (): Promise<void> => {
      const now = await fetchLatest();
      if (now !== undefined) begin(now);
    },
    saveMine: async (): Promise<void> => {
      const now = await fetchLatest();
      if (now === undefined) return;
      base.current = now;
      sending.mutate();
    },
  };
}
