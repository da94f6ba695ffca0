import { Button } from "@mantine/core";
import { placeInText, swappedPlace } from "@pulse/geo/coordinates/placeInText";
import type { LatLon } from "@pulse/geo/latLon";
import { IconArrowsExchange } from "@tabler/icons-react";
import type { ClipboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormContext } from "./FormContext.ts";
import { FormNumber } from "./FormNumber.tsx";
import classes from "./Field.module.css";

/** About a metre (product.md section 5); the value itself keeps all. */
const decimals = 5;

/**
 * Latitude and longitude in two fields. A place pasted into either, as map apps copy it, fills both, and both can be
 * exchanged.
 */
export function FormLatLon({ lat, lon }: { lat: string; lon: string }) {
  const { t } = useTranslation();
  const { form, isReadOnly } = useFormContext();
  const put = (place: LatLon): void => {
    form.set("lat", place.lat);
    form.set("lon", place.lon);
  };
  const paste = (event: ClipboardEvent): void => {
    const place = placeInText(event.clipboardData.getData("text"));
    if (place === null || isReadOnly) return;
    event.preventDefault();
    put(place);
  };
  const [latitude, longitude] = [form.value("lat"), form.value("lon")];
  const swapped =
    typeof latitude === "number" && typeof longitude === "number"
      ? swappedPlace({ lat: latitude, lon: longitude })
      : null;
  return (
    <div className={classes["pair"]} onPasteCapture={paste}>
      <FormNumber path="lat" label={lat} range={[-90, 90]} decimals={decimals} hint={t("form.pastePlace")} />
      <FormNumber path="lon" label={lon} range={[-180, 180]} decimals={decimals} />
      {isReadOnly || swapped === null || latitude === longitude ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconArrowsExchange size={14} stroke={1.75} aria-hidden="true" />}
          onClick={() => put(swapped)}
        >
          {t("form.swapPlace")}
        </Button>
      )}
    </div>
  );
}
