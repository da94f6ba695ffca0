import { limits } from "@pulse/contract/limits";
import { clusterRadiusPx } from "../sprites/cluster.ts";
import { isOnMap, strengthOf } from "../assetStatus.ts";
import { type Cluster, clustersOf } from "./clusters.ts";
import { fanOut } from "./fan.ts";
import { drawGateways, drawSelectedGateway, gatewayTargets } from "./gatewayQuads.ts";
import { groundShapes } from "../gpu/groundShapes.ts";
import type { SpriteAtlas } from "../gpu/spriteAtlas.ts";
import { spriteQuads, type MotionSegment } from "../gpu/spriteQuads.ts";
import { drawMarked } from "./markedQuads.ts";
import { spriteKeys, markerRadiusPx, puckState } from "./spriteKeys.ts";
import { placeLabels } from "./nameLabels.ts";
import { drawPlaceNames, scaleOf } from "./placeNames.ts";
import { type Place, reachOf } from "../camera/plane.ts";
import { type Batches, type Frame, hiddenFloors, type SceneView, stationary, motionOf } from "./sceneView.ts";
import type { Spot } from "./roomSpots.ts";
import { rowTarget } from "./rowTarget.ts";
import { addAccuracy, drawSelected } from "./selectionQuads.ts";
import { boxesAhead, boxesOf, type Target } from "../camera/targets.ts";

const otherFloorStrength = 0.32;
/** Things are drawn this many times as far as the view reaches, so that a pan shows them before the next picture. */
const margin = 1.25;
const clusterGlideMs = 300;

interface ClassifiedRows {
  others: number[];
  shown: number[];
  fan: number[];
}

export type Scene = ReturnType<typeof createScene>;

/**
 * The scene: which sprites are where. `render` makes all of it, a few times a second at most; in between, `moved` gives
 * single markers a new path, and the graphics card moves them.
 */
export function createScene(atlas: SpriteAtlas, clockMs: () => number) {
  const batches: Batches = {
    circles: groundShapes(),
    selectedGround: groundShapes(),
    gateways: spriteQuads(),
    names: spriteQuads(),
    markers: spriteQuads(),
    top: spriteQuads(),
  };
  const keys = spriteKeys();
  let frame: Frame = { origin: { x: 0, y: 0 }, epochMs: 0 };
  let targets: Target[] = [];
  let clusters: readonly Cluster[] = [];
  let clusterPlaces: ReadonlyMap<number, Place> = new Map();
  let clustersAt = 0;
  let movingUntilMs = 0;
  let named: ReadonlySet<string> = new Set();
  const nameSpots = new Map<string, Spot>();
  // By row: the instances of its marker and its name, or -1, and the key of the marker's sprite.
  let markerOf = new Int32Array(0);
  let nameOf = new Int32Array(0);
  let spriteKeyOf = new Int32Array(0);
  let xs = new Float64Array(0);
  let ys = new Float64Array(0);

  const extendAnimation = ({ startMs, durationMs }: MotionSegment): void => {
    movingUntilMs = Math.max(movingUntilMs, startMs + durationMs + frame.epochMs);
  };

  const addMarker = (
    row: number,
    scene: SceneView,
    isOther: boolean,
    dx = 0,
    dy = 0,
    at: Place | null = null,
  ): void => {
    const asset = scene.table.assetAt(row)!;
    const scale = isOther ? "dot" : scene.scale;
    const { bearingDeg } = scene.view;
    const key = keys.spriteKeyOf(asset, scale, bearingDeg, scene.nowMs);
    const strength = isOther
      ? otherFloorStrength
      : strengthOf(scene.nowMs - asset.lastUpdatedMs, scene.state.timeoutDay);
    const motion = at === null ? motionOf(row, scene.table, frame) : stationary(at, frame);
    const cell = keys.cellOf(key, asset, scale, bearingDeg, scene.sprites);
    const nth = batches.markers.add(motion, cell, strength, dx, dy);
    extendAnimation(motion);
    if (at === null) {
      markerOf[row] = nth;
      spriteKeyOf[row] = key;
    }
  };

  // Which rows are drawn, in what form, and where, px from the origin.
  const classify = (scene: SceneView): ClassifiedRows => {
    const { table, state, view, fanned, nowMs } = scene;
    const length = table.length();
    if (xs.length < length) {
      [xs, ys] = [new Float64Array(length * 2), new Float64Array(length * 2)];
      markerOf = new Int32Array(length * 2);
      nameOf = new Int32Array(length * 2);
      spriteKeyOf = new Int32Array(length * 2);
    }
    markerOf.fill(-1);
    nameOf.fill(-1);
    const isHidden = hiddenFloors(state);
    const reach = reachOf(view) * margin;
    const classified: ClassifiedRows = { others: [], shown: [], fan: [] };
    for (let row = 0; row < length; row++) {
      const asset = table.assetAt(row);
      if (asset === null || asset.guid === state.selected) continue;
      const isShown = !isHidden(asset.floorId);
      if (!isShown && !state.layers.otherFloors) continue;
      const [x, y] = [table.xAt(row, scene.clockMs) - view.middle.x, table.yAt(row, scene.clockMs) - view.middle.y];
      if (Math.abs(x) > reach || Math.abs(y) > reach) continue;
      if (state.passing !== null && !state.passing.has(asset.guid)) continue;
      if (!isOnMap(asset, nowMs, state.timeoutDay)) continue;
      xs[row] = x * view.pxPerUnit;
      ys[row] = y * view.pxPerUnit;
      if (!isShown) classified.others.push(row);
      else (fanned.has(asset.guid) ? classified.fan : classified.shown).push(row);
    }
    return classified;
  };

  const drawCluster = (cluster: Cluster, scene: SceneView, places: Map<number, Place>): void => {
    const { table, view, nowMs, sprites } = scene;
    const counts = { moving: 0, still: 0, stale: 0 };
    for (const row of cluster.rows) counts[puckState(table.assetAt(row)!, nowMs)]++;
    const to = { x: view.middle.x + cluster.x / view.pxPerUnit, y: view.middle.y + cluster.y / view.pxPerUnit };
    const first = cluster.rows[0]!;
    const from = clusterPlaces.get(first) ?? to;
    places.set(first, to);
    const motion = {
      fromX: from.x - frame.origin.x,
      fromY: from.y - frame.origin.y,
      toX: to.x - frame.origin.x,
      toY: to.y - frame.origin.y,
      startMs: scene.clockMs - frame.epochMs,
      durationMs: from === to ? 0 : clusterGlideMs,
    };
    extendAnimation(motion);
    batches.markers.add(motion, sprites.cluster(counts), 1);
    batches.markers.add(motion, sprites.count(cluster.rows.length), 1);
    targets.push({
      guids: cluster.rows.map((row) => table.assetAt(row)!.guid),
      radiusPx: clusterRadiusPx(cluster.rows.length),
      place: () => to,
      dx: 0,
      dy: 0,
    });
  };

  const drawFan = (rows: readonly number[], scene: SceneView): void => {
    const { table, view } = scene;
    const mean = (of: Float64Array): number => rows.reduce((sum, row) => sum + of[row]!, 0) / rows.length;
    const centre = {
      x: view.middle.x + mean(xs) / view.pxPerUnit,
      y: view.middle.y + mean(ys) / view.pxPerUnit,
    };
    for (const [nth, { dx, dy }] of fanOut(rows.length).entries()) {
      const row = rows[nth]!;
      addMarker(row, scene, false, dx, dy, centre);
      const guids = [table.assetAt(row)!.guid];
      targets.push({ guids, radiusPx: markerRadiusPx(scene.scale), place: () => centre, dx, dy });
    }
  };

  const drawTop = (scene: SceneView) => {
    batches.top.clear();
    const selected = scene.state.selected === null ? undefined : scene.table.rowOf(scene.state.selected);
    if (selected !== undefined) extendAnimation(motionOf(selected, scene.table, frame));
    const row = scene.hovered === null ? undefined : scene.table.rowOf(scene.hovered);
    // A hovered marker is above its neighbours.
    if (row !== undefined && (markerOf[row] ?? -1) >= 0) {
      const cell = keys.cellOf(
        spriteKeyOf[row]!,
        scene.table.assetAt(row)!,
        scene.scale,
        scene.view.bearingDeg,
        scene.sprites,
      );
      batches.top.add(motionOf(row, scene.table, frame), cell, 1);
    }
    drawMarked(batches, frame, scene, keys);
    return [...drawSelected(batches, frame, scene), ...drawSelectedGateway(batches, frame, scene)];
  };

  // Names give way to markers and to earlier names.
  const drawLabels = (scene: SceneView, ranked: readonly number[]): void => {
    const { view, table } = scene;
    const pxPerM = scaleOf(scene, table.assetAt(ranked[0] ?? 0)?.lat ?? 0);
    const taken = [...drawGateways(batches, frame, scene), ...drawTop(scene)];
    batches.names.clear();
    const markers = boxesOf(targets, view);
    // Places are not named where a marker is about to pass; an asset's own name goes with it.
    const passed = [...markers, ...boxesAhead(targets, view)];
    const names = drawPlaceNames(batches, frame, scene, { spots: nameSpots, taken, markers: passed, pxPerM });
    if (scene.scale !== "named") return;
    named = placeLabels({
      scene,
      // Moving things are named first, since they are on top.
      rows: ranked.toReversed(),
      named,
      occupied: [...taken, ...markers, ...names],
      add(row, text, strength, dy) {
        nameOf[row] = batches.names.add(motionOf(row, table, frame), scene.sprites.name(text), strength, 0, dy);
      },
    });
  };

  const render = (scene: SceneView): void => {
    const { view, state, table, nowMs } = scene;
    frame = { origin: view.middle, epochMs: scene.clockMs };
    movingUntilMs = 0;
    atlas.begin();
    keys.forget();
    targets = gatewayTargets(state);
    batches.markers.clear();
    batches.circles.clear();
    const { others, shown, fan } = classify(scene);
    const isSameScale = Math.abs(Math.log2(view.pxPerUnit / clustersAt)) < 0.02;
    const gridPx = Math.max(limits.clusterGridPx, 2 * markerRadiusPx(scene.scale));
    const input = { rows: shown, xs, ys, gridPx, markerPx: markerRadiusPx(scene.scale) };
    const groups = clustersOf(input, isSameScale ? clusters : []);
    clustersAt = view.pxPerUnit;
    clusters = groups.filter(({ rows }) => rows.length > 1);
    if (!isSameScale) {
      clusterPlaces = new Map();
      nameSpots.clear();
    }

    for (const row of others) addMarker(row, scene, true);
    const singles = { stale: [] as number[], still: [] as number[], moving: [] as number[] };
    for (const { rows } of groups)
      if (rows.length === 1) singles[puckState(table.assetAt(rows[0]!)!, nowMs)].push(rows[0]!);
    const ranked = [...singles.stale, ...singles.still, ...singles.moving];
    for (const row of ranked) {
      addMarker(row, scene, false);
      targets.push(rowTarget(row, scene, clockMs));
    }
    const places = new Map<number, Place>();
    for (const cluster of clusters) drawCluster(cluster, scene, places);
    clusterPlaces = places;
    drawFan(fan, scene);

    if (state.layers.confidence && state.showsConfidence)
      for (const row of [...shown, ...fan]) {
        const { accuracy, lat } = table.assetAt(row)!;
        if (accuracy !== null && accuracy > 0)
          addAccuracy(batches.circles, motionOf(row, table, frame), accuracy, lat, state.scheme, "any");
      }

    drawLabels(scene, ranked);
  };

  return {
    batches,
    frame: (): Frame => frame,
    targets: (): readonly Target[] => targets,
    /** Until when anything drawn is moving, by the clock. */
    movingUntilMs: (): number => movingUntilMs,
    /** Renders the whole scene. */
    render(scene: SceneView): void {
      // The atlas may have grown meanwhile, so earlier cells are no longer valid.
      for (let nth = 0; nth < 3; nth++) {
        const before = atlas.generation();
        render(scene);
        if (atlas.generation() === before) return;
      }
    },
    /** Gives the markers of these rows their new paths. */
    moved(rows: readonly number[], scene: SceneView): void {
      const isHidden = hiddenFloors(scene.state);
      for (const row of rows) {
        const nth = markerOf[row] ?? -1;
        const asset = scene.table.assetAt(row);
        if (nth < 0 || asset === null) continue;
        const scale = isHidden(asset.floorId) ? "dot" : scene.scale;
        const key = keys.spriteKeyOf(asset, scale, scene.view.bearingDeg, scene.nowMs);
        const isAsBefore = key === spriteKeyOf[row];
        spriteKeyOf[row] = key;
        const motion = motionOf(row, scene.table, frame);
        extendAnimation(motion);
        const cell = isAsBefore ? null : keys.cellOf(key, asset, scale, scene.view.bearingDeg, scene.sprites);
        batches.markers.send(nth, motion, cell);
        const name = nameOf[row] ?? -1;
        if (name >= 0) batches.names.send(name, motion, null);
      }
    },
    /** Redraws the hovered and the selected asset. */
    drawTop: (scene: SceneView): void => void drawTop(scene),
  };
}
