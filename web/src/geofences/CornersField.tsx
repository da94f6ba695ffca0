import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DrawingAction, DrawingState } from "../drawing/drawingState.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { readCoordinate } from "../placing/coordinateText.ts";
import { drawn, type Sheet } from "./fenceSketch.ts";
import classes from "./Geofences.module.css";

interface Props {
  state: DrawingState;
  sheet: Sheet;
  isReadOnly: boolean;
  onAction(action: DrawingAction): void;
}

/** The corners of the selected ring as numbers, one per line; applied when the field is left. */
export function CornersField({ state, sheet, isReadOnly, onAction }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const ring = state.shapes.find(({ key }) => key === state.selected) ?? state.shapes[0];
  const text = (ring?.points ?? [])
    .map((point) => {
      const { lat, lon } = sheet.toLatLon(point);
      return `${lat.toFixed(7)}, ${lon.toFixed(7)}`;
    })
    .join("\n");
  const take = (): void => {
    if (draft === null) return;
    const lines = draft.split("\n").filter((line) => line.trim() !== "");
    const places = lines.map((line) => readCoordinate(line));
    const nth = places.indexOf(null);
    if (draft.trim() !== text.trim()) {
      if (nth !== -1) return setError(t("geofences.corners.wrongLine", { nth: nth + 1 }));
      if (places.length > 0 && places.length < 3) return setError(t("geofences.fault.few"));
      const points = places.map((place) => sheet.toImage(place!));
      const key = ring?.key ?? "typed";
      const others = state.shapes.filter((shape) => shape !== ring);
      const typed = points.length === 0 ? [] : [drawn(key, ring?.kind === "hole" ? "hole" : "fence", points)];
      onAction({ kind: "put", shapes: [...typed, ...others], selected: points.length === 0 ? null : key });
    }
    setError(null);
    setDraft(null);
  };
  return (
    <details className={classes["corners"]}>
      <summary>{t("geofences.corners.title")}</summary>
      <Textarea
        aria-label={t("geofences.corners.title")}
        description={t("geofences.corners.hint")}
        classNames={inputClasses}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        placeholder={"51.90000, 4.40000\n51.90000, 4.40010\n51.90010, 4.40010"}
        readOnly={isReadOnly}
        value={draft ?? text}
        error={error}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={take}
      />
    </details>
  );
}
