import { Alert, Button } from "@mantine/core";
import type { Requirement } from "@pulse/contract/access";
import { type FloorPlan, setFloorDrawing, type Site } from "@pulse/contract/sites";
import { placePlan } from "@pulse/geo/floorPlan";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useReducer, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { EntityGate } from "../entity/EntityGate.tsx";
import { useEntity, useNounCache } from "../entity/entity.api.ts";
import { RequireAccess } from "../entity/RequireAccess.tsx";
import { useScope } from "../entity/useScope.ts";
import { LeaveGuard, useLeaveGuard } from "../form/LeaveGuard.tsx";
import { useServices } from "../services.tsx";
import { StopPage } from "../shell/StopPage.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { sites } from "../siteManagement/sites.ts";
import classes from "./Drawing.module.css";
import { drawingAfter, startDrawing } from "./drawingState.ts";
import { DrawingTool } from "./DrawingTool.tsx";
import { drawingBody, shapesOf } from "./sketch.ts";

/** As the endpoint asks for it. */
const mayDraw: Requirement = { any: [{ area: "site_management", letter: "u" }] };

/** `/sites/:siteId/details/floors/:floorId/drawing`: what is drawn on a floor, for those who may change the site. */
export default function DrawingPage() {
  const { siteId = "", floorId = "" } = useParams();
  const scope = useScope(sites);
  return (
    <RequireAccess needs={mayDraw}>
      <EntityGate key={siteId} noun={sites} scope={scope} id={siteId}>
        {(site) => {
          const floor = site.floorPlans.find(({ id }) => id === floorId);
          return floor === undefined ? (
            <StopPage code="PageNotFound" />
          ) : (
            <LeaveGuard>
              <Draw key={floor.id} site={site} floor={floor} />
            </LeaveGuard>
          );
        }}
      </EntityGate>
    </RequireAccess>
  );
}

function Draw({ site, floor }: { site: Site; floor: FloorPlan }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const scope = useScope(sites);
  const cache = useNounCache(sites);
  const { refetch } = useEntity(sites, scope, site.id);
  useTitle(`${t("drawing.title")} · ${floor.name}`);
  const plan = useMemo(() => placePlan(floor), [floor]);
  const [state, act] = useReducer(drawingAfter, null, () => startDrawing(shapesOf(floor, plan)));
  /** The floor that the drawing began with, or that was saved last. */
  const base = useRef(floor.version);
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = state.past.length > 0;
  });
  useLeaveGuard(unsaved);
  const nameless = state.shapes.find(({ kind, name }) => (kind === "room" || kind === "lift") && name.trim() === "");

  const save = useMutation({
    mutationFn: (version: number) =>
      api.call(setFloorDrawing, {
        params: { id: site.id, floorId: floor.id },
        body: { ...drawingBody(state.shapes, plan), version },
      }),
    onSuccess: (saved) => {
      base.current = saved.version;
      act({ kind: "replace", shapes: shapesOf(saved, plan) });
      snackbars.success(t("drawing.saved"));
      void cache.changed();
    },
  });
  /** What somebody else has made of the floor meanwhile. */
  const theirs = async (): Promise<FloorPlan | undefined> =>
    (await refetch()).data?.floorPlans.find(({ id }) => id === floor.id);
  const takeTheirs = async (): Promise<void> => {
    const now = await theirs();
    if (now === undefined) return;
    base.current = now.version;
    act({ kind: "replace", shapes: shapesOf(now, plan) });
    save.reset();
  };
  const saveMine = async (): Promise<void> => {
    const now = await theirs();
    if (now !== undefined) save.mutate(now.version);
  };
  const isConflict = save.error instanceof ApiError && save.error.status === 409;
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
          loading={save.isPending}
          onClick={() => {
            if (nameless === undefined) save.mutate(base.current);
            else {
              act({ kind: "select", key: nameless.key });
              snackbars.error(t("drawing.nameless"));
            }
          }}
        >
          {t("form.save")}
        </Button>
      </header>
      {save.error === null ? null : (
        <Alert color="red" role="alert" m={12} title={isConflict ? t("drawing.conflict") : errorText(save.error)}>
          {isConflict ? (
            <>
              <p>{t("drawing.conflictWhy")}</p>
              <Button variant="default" mr={8} onClick={() => void takeTheirs()}>
                {t("drawing.takeTheirs")}
              </Button>
              <Button onClick={() => void saveMine()}>{t("drawing.saveMine")}</Button>
            </>
          ) : (
            (save.error instanceof ApiError ? save.error.details : []).map(({ path, message }) => (
              <p key={`${path ?? ""}${message}`}>{`${path ?? ""} ${message}`}</p>
            ))
          )}
        </Alert>
      )}
      <DrawingTool floor={floor} plan={plan} state={state} onAction={act} />
    </div>
  );
}
