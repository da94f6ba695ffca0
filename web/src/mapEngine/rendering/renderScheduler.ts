import type { LiveAsset } from "../../live/liveStore.ts";
import { frameLoop } from "./frameLoop.ts";
import type { MarkerTable } from "../scene/markerTable.ts";
import { frameBudget } from "./frameBudget.ts";
import { reachOf, type View } from "../camera/plane.ts";
import type { Scene } from "../scene/scene.ts";
import type { SceneView } from "../scene/sceneView.ts";

/** While things move the whole picture is made three times a second, or less often if that takes long. */
const everyMs = 330;
const whileMovingMs = 150;
const costFactor = 8;

export interface RenderSchedulerParts {
  scene: Scene;
  table: MarkerTable;
  view(): View;
  sceneView(): SceneView;
  /** Changes when sprites must be requested again. */
  generation(): number;
  clockMs(): number;
  /** Makes the map draw. */
  repaint(): void;
  /** Called before each picture: moves the camera with a followed asset. */
  follow(): void;
  failed(error: unknown): void;
}

/** Decides when the scene is rendered again, when single markers get a new path, and when the map draws. */
export function renderScheduler({ scene, table, clockMs, ...parts }: RenderSchedulerParts) {
  const budget = frameBudget();
  let isOn = false;
  let isStale = true;
  let dueMs = 0;
  let renderedAtMs = 0;
  let costMs = 0;
  let renderedView: View | null = null;
  let renderedGeneration = -1;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const loop = frameLoop(
    { request: (draw) => requestAnimationFrame(draw), cancel: (frame) => cancelAnimationFrame(frame) },
    () => {
      if (!isOn) return;
      try {
        parts.follow();
        if (isStale && clockMs() >= dueMs) render();
        parts.repaint();
      } finally {
        // Even after an error the next picture is scheduled as usual.
        measure();
        const pauseMs = clockMs() < scene.movingUntilMs() ? budget.pauseMs() : Infinity;
        scheduleIn(Math.min(pauseMs, isStale ? Math.max(0, dueMs - clockMs()) : Infinity));
      }
    },
    parts.failed,
  );

  const render = (): void => {
    isStale = false;
    const started = performance.now();
    scene.render(parts.sceneView());
    renderedView = parts.view();
    renderedGeneration = parts.generation();
    costMs = performance.now() - started;
    renderedAtMs = clockMs();
  };

  const scheduleIn = (ms: number): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (ms === 0) loop.schedule();
    else if (ms < Infinity) timer = setTimeout(loop.schedule, ms);
  };

  const measure = (): void => {
    const sinceMs = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => budget.recordTwoFrames(performance.now() - sinceMs)));
  };

  const renderSoon = (gapMs: number): void => {
    const next = renderedAtMs + Math.max(gapMs, costMs * costFactor);
    dueMs = isStale ? Math.min(dueMs, next) : next;
    isStale = true;
    loop.schedule();
  };

  const renderNow = (): void => {
    isStale = true;
    dueMs = 0;
    loop.schedule();
  };

  return {
    renderNow,
    schedule: loop.schedule,
    /** Takes changes: assets already drawn start moving at once, new ones wait for the next picture. */
    update(changed: readonly LiveAsset[], removed: readonly string[]): void {
      for (const guid of removed) table.forget(guid);
      const rows = table.update(changed);
      if (!isOn) return;
      const now = parts.sceneView();
      if (renderedView !== null) scene.moved(rows, now);
      if (changed.some(({ guid }) => guid === now.state.selected || guid === now.hovered)) scene.drawTop(now);
      if (removed.length > 0 || now.state.layers.confidence || parts.generation() !== renderedGeneration) renderNow();
      else renderSoon(everyMs);
    },
    /** The camera has moved. */
    moved(isMoveEnd: boolean): void {
      if (renderedView === null || !isOutdated(renderedView, parts.view(), isMoveEnd)) return;
      if (isMoveEnd) renderNow();
      else renderSoon(whileMovingMs);
    },
    hoverChanged(): void {
      if (renderedView !== null) scene.drawTop(parts.sceneView());
      loop.schedule();
    },
    turnOn(): void {
      isOn = true;
      renderNow();
    },
    turnOff(): void {
      isOn = false;
      loop.stop();
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Whether a picture made for one view is unusable for another: groups or names differ, or parts are not drawn yet. */
function isOutdated(rendered: View, now: View, isMoveEnd: boolean): boolean {
  const steps = Math.abs(Math.log2(now.pxPerUnit / rendered.pxPerUnit));
  const turned = Math.abs(((now.bearingDeg - rendered.bearingDeg + 540) % 360) - 180);
  const away = Math.hypot(now.middle.x - rendered.middle.x, now.middle.y - rendered.middle.y) / reachOf(rendered);
  if (isMoveEnd) return steps > 0.001 || turned > 0.5 || away > 0.001 || now.widthPx !== rendered.widthPx;
  return steps > 0.05 || turned > 5 || away > 0.15 || now.widthPx !== rendered.widthPx;
}
