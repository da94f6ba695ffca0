import type { LiveAsset } from "../live/liveStore.ts";
import { frameLoop } from "./frameLoop.ts";
import type { MarkerTable } from "./markerTable.ts";
import { pace } from "./frameBudget.ts";
import { reachOf, type View } from "./plane.ts";
import type { Scene } from "./scene.ts";
import type { SceneView } from "./sceneView.ts";

/** While things move the whole picture is made three times a second, or less often if that takes long. */
const everyMs = 330;
const whileMovingMs = 150;
const costFactor = 8;

export interface PictureParts {
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

/** Decides when the picture is remade, when single markers get a new path, and when the map draws. */
export function picture({ scene, table, clockMs, ...parts }: PictureParts) {
  const tempo = pace();
  let isOn = false;
  let isStale = true;
  let dueMs = 0;
  let madeMs = 0;
  let costMs = 0;
  let madeFor: View | null = null;
  let madeOf = -1;
  let alarm: ReturnType<typeof setTimeout> | null = null;

  const loop = frameLoop(
    { request: (draw) => requestAnimationFrame(draw), cancel: (frame) => cancelAnimationFrame(frame) },
    () => {
      if (!isOn) return;
      try {
        parts.follow();
        if (isStale && clockMs() >= dueMs) make();
        parts.repaint();
      } finally {
        // Even after an error the next picture is scheduled as usual.
        measure();
        const restMs = clockMs() < scene.movingUntilMs() ? tempo.restMs() : Infinity;
        wakeIn(Math.min(restMs, isStale ? Math.max(0, dueMs - clockMs()) : Infinity));
      }
    },
    parts.failed,
  );

  const make = (): void => {
    isStale = false;
    const started = performance.now();
    scene.make(parts.sceneView());
    madeFor = parts.view();
    madeOf = parts.generation();
    costMs = performance.now() - started;
    madeMs = clockMs();
  };

  const wakeIn = (ms: number): void => {
    if (alarm !== null) clearTimeout(alarm);
    alarm = null;
    if (ms === 0) loop.schedule();
    else if (ms < Infinity) alarm = setTimeout(loop.schedule, ms);
  };

  const measure = (): void => {
    const sinceMs = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => tempo.tookTwoFrames(performance.now() - sinceMs)));
  };

  const makeSoon = (gapMs: number): void => {
    const next = madeMs + Math.max(gapMs, costMs * costFactor);
    dueMs = isStale ? Math.min(dueMs, next) : next;
    isStale = true;
    loop.schedule();
  };

  const makeNow = (): void => {
    isStale = true;
    dueMs = 0;
    loop.schedule();
  };

  return {
    makeNow,
    schedule: loop.schedule,
    /** Takes changes: assets already drawn start moving at once, new ones wait for the next picture. */
    take(changed: readonly LiveAsset[], removed: readonly string[]): void {
      for (const guid of removed) table.forget(guid);
      const rows = table.take(changed);
      if (!isOn) return;
      const now = parts.sceneView();
      if (madeFor !== null) scene.moved(rows, now);
      if (changed.some(({ guid }) => guid === now.state.selected || guid === now.hovered)) scene.drawTop(now);
      if (removed.length > 0 || now.state.layers.confidence || parts.generation() !== madeOf) makeNow();
      else makeSoon(everyMs);
    },
    /** The camera has moved. */
    moved(isOver: boolean): void {
      if (madeFor === null || !differs(madeFor, parts.view(), isOver)) return;
      if (isOver) makeNow();
      else makeSoon(whileMovingMs);
    },
    hoveredAnew(): void {
      if (madeFor !== null) scene.drawTop(parts.sceneView());
      loop.schedule();
    },
    turnOn(): void {
      isOn = true;
      makeNow();
    },
    turnOff(): void {
      isOn = false;
      loop.stop();
      if (alarm !== null) clearTimeout(alarm);
      alarm = null;
    },
  };
}

/** Whether a picture made for one view is unusable for another: groups or names differ, or parts are not drawn yet. */
function differs(made: View, now: View, isOver: boolean): boolean {
  const steps = Math.abs(Math.log2(now.pxPerUnit / made.pxPerUnit));
  const turned = Math.abs(((now.bearingDeg - made.bearingDeg + 540) % 360) - 180);
  const away = Math.hypot(now.middle.x - made.middle.x, now.middle.y - made.middle.y) / reachOf(made);
  if (isOver) return steps > 0.001 || turned > 0.5 || away > 0.001 || now.widthPx !== made.widthPx;
  return steps > 0.05 || turned > 5 || away > 0.15 || now.widthPx !== made.widthPx;
}
