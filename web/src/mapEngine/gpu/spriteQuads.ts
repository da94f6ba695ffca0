import { type Camera, camera, compile } from "./compile.ts";
import { instanceBuffer } from "./instanceBuffer.ts";
import type { Cell } from "./spriteAtlas.ts";

/** A path from one place to another, relative to the buffers' origin and epoch. */
export interface MotionSegment {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  startMs: number;
  durationMs: number;
}

const offsetSteps = 8;

const vertex = `#version 300 es
layout(location = 0) in vec4 way;
layout(location = 1) in vec2 time;
layout(location = 2) in vec4 cell;     // in the atlas, device px
layout(location = 3) in vec2 offset;   // ${offsetSteps}ths of a px
layout(location = 4) in vec4 strength;
uniform float ratio, isStill, atlasPx;
out vec2 at;
out float opacity;
${camera}
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 topLeft = onScreen(along(way, time)) + offset / ${offsetSteps}.0 - cell.zw / ratio / 2.0;
  bool stands = time.y <= 0.0 || now >= time.x + time.y;
  if (isStill > 0.5 && stands) topLeft = floor(topLeft * ratio + 0.5) / ratio;
  gl_Position = clip(topLeft + corner * cell.zw / ratio);
  at = (cell.xy + corner * cell.zw) / atlasPx;
  opacity = strength.x;
}`;
const fragment = `#version 300 es
precision highp float;
uniform sampler2D atlas;
in vec2 at;
in float opacity;
out vec4 colour;
void main() {
  colour = texture(atlas, at) * opacity;
}`;

const fields = [
  { size: 4, type: "f32" },
  { size: 2, type: "f32" },
  { size: 4, type: "u16" },
  { size: 2, type: "i16" },
  { size: 4, type: "u8", isShare: true },
] as const;

export type SpriteQuads = ReturnType<typeof spriteQuads>;

/** Sprites at places that the graphics card itself moves along. */
export function spriteQuads() {
  const buffer = instanceBuffer(fields);

  const writeMotion = (view: DataView, at: number, motion: MotionSegment): void => {
    view.setFloat32(at, motion.fromX, true);
    view.setFloat32(at + 4, motion.fromY, true);
    view.setFloat32(at + 8, motion.toX, true);
    view.setFloat32(at + 12, motion.toY, true);
    view.setFloat32(at + 16, motion.startMs, true);
    view.setFloat32(at + 20, motion.durationMs, true);
  };
  const writeCell = (view: DataView, at: number, cell: Cell): void => {
    view.setUint16(at + 24, cell.x, true);
    view.setUint16(at + 26, cell.y, true);
    view.setUint16(at + 28, cell.width, true);
    view.setUint16(at + 30, cell.height, true);
  };

  return {
    clear: buffer.clear,
    release: buffer.release,
    draw: buffer.draw,
    add(motion: MotionSegment, cell: Cell, opacity: number, dx = 0, dy = 0): number {
      return buffer.push((view, at) => {
        writeMotion(view, at, motion);
        writeCell(view, at, cell);
        view.setInt16(at + 32, Math.round(dx * offsetSteps), true);
        view.setInt16(at + 34, Math.round(dy * offsetSteps), true);
        view.setUint8(at + 36, Math.round(opacity * 255));
      });
    },
    /** Gives an instance a new path and, if `cell` is not null, a new sprite. */
    send(nth: number, motion: MotionSegment, cell: Cell | null): void {
      buffer.change(nth, (view, at) => {
        writeMotion(view, at, motion);
        if (cell !== null) writeCell(view, at, cell);
      });
    },
  };
}

/** The program that draws them from the bound atlas. */
export function spriteProgram(gl: WebGL2RenderingContext) {
  const program = compile(gl, vertex, fragment);
  const uniform = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name);
  const at = {
    turn: uniform("turn"),
    viewport: uniform("viewport"),
    now: uniform("now"),
    ratio: uniform("ratio"),
    isStill: uniform("isStill"),
    atlasPx: uniform("atlasPx"),
    atlas: uniform("atlas"),
  };
  return {
    use({ turn, viewport, nowMs, ratio, isStill }: Camera, atlasPx: number): void {
      gl.useProgram(program);
      gl.uniform4f(at.turn, ...turn);
      gl.uniform2f(at.viewport, ...viewport);
      gl.uniform1f(at.now, nowMs);
      gl.uniform1f(at.ratio, ratio);
      gl.uniform1f(at.isStill, isStill ? 1 : 0);
      gl.uniform1f(at.atlasPx, atlasPx);
      gl.uniform1i(at.atlas, 0);
    },
    release: (): void => gl.deleteProgram(program),
  };
}
