import { Button, Modal, NativeSelect } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type Hardware, updateHardware } from "@pulse/contract/gateways";
import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { IconMapPinCheck } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import dialog from "../form/Dialog.module.css";
import { dialogClasses } from "../form/dialogClasses.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { Refusal } from "../form/Refusal.tsx";
import { useServices } from "../services/services.tsx";
import { floorOptions } from "../sites/floorOptions.ts";
import { useFloors } from "../sites/sites.api.ts";
import { gateways as noun } from "./gateways.ts";
import { useSiteGateways } from "./gateways.api.ts";
import { movePlaced, placeCurrent, startPlacements, withoutSaved } from "./placements.ts";
import { PlacingPlan } from "./PlacingPlan.tsx";
import classes from "./PlaceMany.module.css";

interface Props {
  siteId: string;
  gateways: readonly Hardware[];
  onClose(): void;
}

/** Several gateways placed on a floor's plan, one click each. */
export function PlaceMany({ siteId, gateways, onClose }: Props) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery("(max-width: 700px)");
  const { data: floors } = useFloors(siteId);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("gateways.placing.title", { count: gateways.length })}
      centered
      size={1040}
      fullScreen={isPhone}
      radius={isPhone ? 0 : "xl"}
      withCloseButton={false}
      closeOnClickOutside={false}
      classNames={dialogClasses}
    >
      {floors === undefined ? null : <Placing siteId={siteId} gateways={gateways} floors={floors} onClose={onClose} />}
    </Modal>
  );
}

function Placing({ siteId, gateways, floors, onClose }: Props & { floors: readonly FloorPlan[] }) {
  const { t } = useTranslation();
  const { data: all = [] } = useSiteGateways(siteId);
  const firstFloor = gateways.find(({ floorId }) => floorId !== null)?.floorId ?? floors[0]?.id ?? "";
  const [floorId, setFloorId] = useState(firstFloor);
  const [state, setState] = useState(() => startPlacements(gateways.map(({ id }) => id)));
  const saving = useSaving(gateways, floorId, (saved) => setState((before) => withoutSaved(before, saved)));
  const floor = floors.find(({ id }) => id === floorId);
  const remaining = gateways.filter(({ id }) => state.ids.includes(id));
  const save = async (): Promise<void> => {
    await saving.mutateAsync(state.places).catch(() => undefined);
  };
  if (floor === undefined) return <p>{t("gateways.placing.noFloor")}</p>;
  const ids = new Set(state.ids);
  return (
    <div className={dialog["question"]}>
      <div className={classes["top"]}>
        <NativeSelect
          label={t("gateways.floor")}
          classNames={inputClasses}
          value={floorId}
          // Places are saved for one floor at a time.
          disabled={state.places.size > 0}
          onChange={({ currentTarget }) => setFloorId(currentTarget.value)}
          data={floorOptions(floors)}
        />
        <p role="status">
          {state.current === null
            ? t("gateways.placing.all")
            : t("gateways.placing.next", { name: gateways.find(({ id }) => id === state.current)?.name ?? "" })}
        </p>
      </div>
      <div className={classes["both"]}>
        <ul>
          {remaining.map(({ id, name, mac }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={state.current === id}
                onClick={() => setState((before) => ({ ...before, current: id }))}
              >
                <span>{name}</span>
                <code>{mac}</code>
                {state.places.has(id) ? (
                  <IconMapPinCheck size={16} stroke={1.75} aria-label={t("gateways.placing.placed")} />
                ) : null}
              </button>
            </li>
          ))}
        </ul>
        <PlacingPlan
          floor={floor}
          placed={remaining.flatMap(({ id, name }) => placeOf(id, name, state.places))}
          current={state.current}
          neighbours={all.filter((each) => each.floorId === floor.id && !ids.has(each.id))}
          onPlace={(at) => setState((before) => placeCurrent(before, at))}
          onMove={(id, to) => setState((before) => movePlaced(before, id, to))}
        />
      </div>
      <Refusal error={saving.error} entity="" />
      <div className={dialog["actions"]}>
        <Button variant="default" onClick={onClose}>
          {t(state.ids.length === 0 ? "gateways.broker.done" : "form.cancel")}
        </Button>
        <Button disabled={state.places.size === 0} loading={saving.isPending} onClick={() => void save()}>
          {t("gateways.placing.save", { count: state.places.size })}
        </Button>
      </div>
    </div>
  );
}

const placeOf = (id: string, name: string, places: ReadonlyMap<string, LatLon>) => {
  const at = places.get(id);
  return at === undefined ? [] : [{ id, name, ...at }];
};

/** Saves places one after another; those that are saved stay saved if a later one is refused. */
function useSaving(gateways: readonly Hardware[], floorId: string, onSaved: (saved: ReadonlySet<string>) => void) {
  const { api } = useServices();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (places: ReadonlyMap<string, LatLon>): Promise<void> => {
      const saved = new Set<string>();
      try {
        for (const { id, version } of gateways) {
          const at = places.get(id);
          if (at === undefined) continue;
          const body = { floorId, lat: Number(at.lat.toFixed(8)), lon: Number(at.lon.toFixed(8)), version };
          await api.call(updateHardware, { params: { id }, body });
          saved.add(id);
        }
      } finally {
        onSaved(saved);
        await queries.invalidateQueries({ queryKey: [noun.name] });
      }
    },
  });
}
