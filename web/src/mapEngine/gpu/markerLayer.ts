import type { CustomLayerInterface, Map as MapLibreMap } from "maplibre-gl";
import type { Batches, Frame } from "../scene/sceneView.ts";
import { type View, toScreen } from "../camera/plane.ts";
import type { Camera } from "./compile.ts";
import { groundProgram } from "./groundShapes.ts";
import type { SpriteAtlas } from "./spriteAtlas.ts";
import { spriteProgram } from "./spriteQuads.ts";

export interface MarkerLayerParts {
  id: string;
  map: MapLibreMap;
  batches: Batches;
  atlas: SpriteAtlas;
  ratio: number;
  frame(): Frame;
  view(): View;
  clockMs(): number;
}

/** The layer that draws everything that moves, on the graphics card, into the map's own picture. */
export function markerLayer({ id, map, batches, atlas, ratio, ...parts }: MarkerLayerParts): CustomLayerInterface {
  let programs: { ground: ReturnType<typeof groundProgram>; sprites: ReturnType<typeof spriteProgram> } | null = null;

  const release = (gl: WebGL2RenderingContext | null): void => {
    const { circles, selectedGround, gateways, names, markers, top } = batches;
    for (const batch of [circles, selectedGround, gateways, names, markers, top]) batch.release(gl);
    atlas.release(gl);
    if (gl !== null) for (const program of Object.values(programs ?? {})) program.release();
    programs = null;
  };

  return {
    id,
    type: "custom",
    renderingMode: "2d",
    onAdd(_, gl) {
      // Whatever a lost context contained is gone with it.
      release(null);
      programs = { ground: groundProgram(gl), sprites: spriteProgram(gl) };
    },
    onRemove: (_, gl) => release(gl),
    render(gl) {
      if (programs === null) return;
      const camera = cameraOf(parts.view(), parts.frame(), parts.clockMs(), ratio, !map.isMoving());
      gl.disable(gl.DEPTH_TEST);
      gl.disable(gl.STENCIL_TEST);
      gl.disable(gl.CULL_FACE);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      programs.ground.use(camera);
      batches.circles.draw(gl);
      batches.selectedGround.draw(gl);
      atlas.bind(gl);
      programs.sprites.use(camera, atlas.sidePx());
      for (const batch of [batches.gateways, batches.names, batches.markers, batches.top]) batch.draw(gl);
    },
  };
}

function cameraOf(view: View, { origin, epochMs }: Frame, clockMs: number, ratio: number, isStill: boolean): Camera {
  const angle = (view.bearingDeg * Math.PI) / 180;
  const at = toScreen(view, origin.x, origin.y);
  return {
    turn: [Math.cos(angle) * view.pxPerUnit, Math.sin(angle) * view.pxPerUnit, at.x, at.y],
    viewport: [view.widthPx, view.heightPx],
    nowMs: clockMs - epochMs,
    ratio,
    isStill,
  };
}
