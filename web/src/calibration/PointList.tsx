import { ActionIcon } from "@mantine/core";
import type { CalibrationPoint } from "@pulse/contract/calibration";
import type { Site } from "@pulse/contract/sites";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";
import { When } from "../time/When.tsx";
import { useDeletePoint } from "./calibration.api.ts";
import classes from "./Calibration.module.css";
import { placeWords } from "./placeWords.ts";
import { PointPlace } from "./PointPlace.tsx";

/** The points of a site's walk tests, the newest first. */
export function PointList({ site, points }: { site: Site; points: readonly CalibrationPoint[] }) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const [toDelete, setToDelete] = useState<CalibrationPoint | null>(null);
  const deleting = useDeletePoint(site.id);
  const placeOf = (point: CalibrationPoint): string =>
    placeWords(
      site.floorPlans.find(({ id }) => id === point.floorId),
      point,
    );
  const makes = [...new Set(points.map(({ trackerType }) => trackerType))].toSorted();
  const named = { name: toDelete?.trackerName ?? "", place: toDelete === null ? "" : placeOf(toDelete) };
  return (
    <section className={classes["part"]} aria-label={t("calibration.points.title")}>
      <h2>{t("calibration.points.title")}</h2>
      <p>
        {points.length === 0
          ? t("calibration.points.none")
          : t("calibration.points.makes", { makes: makes.join(", ") })}
      </p>
      <ul className={classes["rows"]}>
        {points.toReversed().map((point) => (
          <li key={point.id}>
            <div>
              <b>{point.trackerName}</b>
              <PointPlace site={site} point={point} tab="walk" />
              <small>
                <When at={point.start} format="ago" /> · {t("calibration.points.heard", { count: point.gateways })} ·{" "}
                {t("calibration.points.packets", { count: point.packets })}
              </small>
            </div>
            <ActionIcon
              aria-label={t("calibration.points.deleteOf", { name: point.trackerName, place: placeOf(point) })}
              onClick={() => {
                deleting.reset();
                setToDelete(point);
              }}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={toDelete !== null}
        title={t("calibration.points.deleteTitle")}
        text={t("calibration.points.deleteText", named)}
        confirm={t("calibration.points.deleteConfirm")}
        isDestructive
        isBusy={deleting.isPending}
        failure={deleting.error}
        onConfirm={() =>
          toDelete &&
          deleting.mutate(toDelete, {
            onSuccess: () => {
              setToDelete(null);
              snackbars.success(t("calibration.points.deleted"));
            },
          })
        }
        onClose={() => setToDelete(null)}
      />
    </section>
  );
}
