import { Button } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useField, useFormContext } from "../form/FormContext.ts";
import { useFloors } from "../sites/sites.api.ts";
import classes from "./Geofences.module.css";

/** Which room a geofence follows, and the end of that; nothing for one with an area of its own. */
export function FollowedRoom({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const { form, isReadOnly } = useFormContext();
  const { data: floors = [] } = useFloors(siteId);
  const nameOf = (id: unknown): string =>
    floors.flatMap(({ rooms }) => rooms).find((room) => room.id === id)?.name ?? t("form.none");
  const field = useField("roomId", { label: t("geofences.followed"), show: nameOf });
  const wrong = field.error === null ? null : <span role="alert">{field.error}</span>;
  if (form.value("roomId") === null) return wrong === null ? null : <p data-field="roomId">{wrong}</p>;
  return (
    <p className={classes["follows"]} data-field="roomId">
      <IconLink size={16} stroke={1.75} aria-hidden="true" />
      <span>{t("geofences.follows", { room: nameOf(field.value) })}</span>
      {isReadOnly ? null : (
        <Button size="compact-xs" variant="subtle" onClick={() => field.set(null)}>
          {t("geofences.stopFollowing")}
        </Button>
      )}
      {wrong}
    </p>
  );
}
