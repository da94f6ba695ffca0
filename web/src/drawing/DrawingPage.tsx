import { Alert, Button } from "@mantine/core";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import { placePlan } from "@pulse/geo/floorPlan";
import { useEffect, useMemo, useReducer, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLeaveGuard } from "../form/LeaveGuard.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { FloorGate } from "../siteManagement/FloorGate.tsx";
import classes from "./Drawing.module.css";
import { drawingAfter, startDrawing } from "./drawingState.ts";
import { DrawingTool } from "./DrawingTool.tsx";
import { shapesOf } from "./sketch.ts";
import { useDrawingSave } from "./useDrawingSave.ts";

/** `/sites/:siteId/details/floors/:floorId/drawing`: the drawing of a floor, for people who may change the site. */
export default function DrawingPage() {
  return <FloorGate>{(site, floor) => <Draw key={floor.id} site={site} floor={floor} />}</FloorGate>;
}

function Draw({ site, floor }: { site: Site; floor: FloorPlan }) {
  const { t } = useTranslation();
  useTitle(`${t("drawing.title")} · ${floor.name}`);
  const plan = useMemo(() => placePlan(floor), [floor]);
  const [state, act] = useReducer(drawingAfter, null, () => startDrawing(shapesOf(floor, plan)));
  const saving = useDrawingSave({ site, floor, plan, state }, act);
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = state.past.length > 0;
  });
  useLeaveGuard(unsaved);
  return (
    <div className={classes["page"]}>
      <header className={classes["header"]}>
        <nav aria-label={t("form.crumbs")}>
          <Link to="/sites">{t("sites.title")}</Link> › <Link to={`/sites/${site.id}/details`}>{site.name}</Link> ›{" "}
          <Link to={`/sites/${site.id}/details/floors/${floor.id}`}>{floor.name}</Link>
        </nav>
        <h1>{t("drawing.title")}</h1>
        <Button
          disabled={state.past.length === 0 || state.open !== null}
          loading={saving.isSaving}
          onClick={saving.save}
        >
          {t("form.save")}
        </Button>
      </header>
      {saving.trouble === null ? null : (
        <Alert color="red" role="alert" m={12}>
          {saving.trouble.text}
        </Alert>
      )}
      {saving.isConflict ? (
        <Alert color="red" role="alert" m={12} title={t("drawing.conflict")}>
          <p>{t("drawing.conflictWhy")}</p>
          <Button variant="default" mr={8} onClick={() => void saving.takeTheirs()}>
            {t("drawing.takeTheirs")}
          </Button>
          <Button onClick={() => void saving.saveMine()}>{t("drawing.saveMine")}</Button>
        </Alert>
      ) : null}
      <DrawingTool siteId={site.id} floor={floor} plan={plan} state={state} onAction={act} />
    </div>
  );
}
