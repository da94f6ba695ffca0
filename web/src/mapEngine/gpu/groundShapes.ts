import { type Camera, camera, compile } from "./compile.ts";
import { instanceBuffer } from "./instanceBuffer.ts";
import type { MotionSegment } from "./spriteQuads.ts";

/** Red, green, blue and alpha, 0…255, not premultiplied. */
export type Rgba = readonly [number, number, number, number];

const circle = 0;
const dottedLine = 1;

const vertex = `#version 300 es
layout(location = 0) in vec4 way;
layout(location = 1) in vec2 time;
layout(location = 2) in vec4 shape;   // circle: radius in units, dashed, –; line: the other end
layout(location = 3) in vec4 ink;
layout(location = 4) in vec4 filling;
layout(location = 5) in vec4 kind;
${camera}
uniform float ratio;
flat out vec4 line;
flat out vec4 fill;
flat out vec3 form;   // kind, radius or length in px, dashed
out vec2 px;          // from the circle's centre, or along and across the line
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 here = onScreen(along(way, time));
  line = ink;
  fill = filling;
  if (kind.x < 0.5) {
    float radius = shape.x * length(turn.xy);
    form = vec3(0.0, radius, shape.y);
    px = (corner * 2.0 - 1.0) * (radius + 2.0);
    gl_Position = clip(here + px);
  } else {
    vec2 there = onScreen(shape.xy);
    float span = max(length(there - here), 0.001);
    vec2 dir = (there - here) / span;
    form = vec3(1.0, span, 0.0);
    px = vec2(corner.x * span, (corner.y * 2.0 - 1.0) * 2.0);
    gl_Position = clip(here + dir * px.x + vec2(-dir.y, dir.x) * px.y);
  }
}`;
const fragment = `#version 300 es
precision highp float;
flat in vec4 line;
flat in vec4 fill;
flat in vec3 form;
in vec2 px;
uniform float ratio;
out vec4 colour;
vec4 over(vec4 top, vec4 below) { return top + below * (1.0 - top.a); }
void main() {
  float soft = 0.5 / ratio;
  if (form.x < 0.5) {
    float off = length(px) - form.y;
    float inside = 1.0 - smoothstep(-soft, soft, off);
    float stroke = 1.0 - smoothstep(0.7 - soft, 0.7 + soft, abs(off));
    if (form.z > 0.5) {
      // Whole dashes of about 4.2 px, as many gaps.
      float count = max(3.0, floor(6.2831853 * form.y / 8.4));
      stroke *= step(fract(atan(px.y, px.x) / 6.2831853 * count), 0.5);
    }
    colour = over(vec4(line.rgb * line.a, line.a) * stroke, vec4(fill.rgb * fill.a, fill.a) * inside);
  } else {
    vec2 dot = vec2(mod(px.x, 4.96) - 2.48, px.y);
    float a = line.a * (1.0 - smoothstep(0.8 - soft, 0.8 + soft, length(dot)));
    colour = vec4(line.rgb * a, a);
  }
}`;

const fields = [
  { size: 4, type: "f32" },
  { size: 2, type: "f32" },
  { size: 4, type: "f32" },
  { size: 4, type: "u8", isShare: true },
  { size: 4, type: "u8", isShare: true },
  { size: 4, type: "u8" },
] as const;

export type GroundShapes = ReturnType<typeof groundShapes>;

/** Shapes on the floor below the markers, moving with them: circles in metres, and dotted lines. */
export function groundShapes() {
  const buffer = instanceBuffer(fields);
  const add = (motion: MotionSegment, shape: readonly [number, number], line: Rgba, fill: Rgba, kind: number): void => {
    buffer.push((view, at) => {
      const numbers = [
        motion.fromX,
        motion.fromY,
        motion.toX,
        motion.toY,
        motion.startMs,
        motion.durationMs,
        ...shape,
        0,
        0,
      ];
      for (const [nth, value] of numbers.entries()) view.setFloat32(at + 4 * nth, value, true);
      for (const [nth, value] of [...line, ...fill, kind].entries()) view.setUint8(at + 40 + nth, value);
    });
  };
  return {
    clear: buffer.clear,
    release: buffer.release,
    draw: buffer.draw,
    addCircle(motion: MotionSegment, radiusUnits: number, isDashed: boolean, line: Rgba, fill: Rgba): void {
      add(motion, [radiusUnits, isDashed ? 1 : 0], line, fill, circle);
    },
    addLine(motion: MotionSegment, toX: number, toY: number, line: Rgba): void {
      add(motion, [toX, toY], line, [0, 0, 0, 0], dottedLine);
    },
  };
}

/** The program that draws them. */
export function groundProgram(gl: WebGL2RenderingContext) {
  const program = compile(gl, vertex, fragment);
  const at = {
    turn: gl.getUniformLocation(program, "turn"),
    viewport: gl.getUniformLocation(program, "viewport"),
    now: gl.getUniformLocation(program, "now"),
    ratio: gl.getUniformLocation(program, "ratio"),
  };
  return {
    use({ turn, viewport, nowMs, ratio }: Camera): void {
      gl.useProgram(program);
      gl.uniform4f(at.turn, ...turn);
      gl.uniform2f(at.viewport, ...viewport);
      gl.uniform1f(at.now, nowMs);
      gl.uniform1f(at.ratio, ratio);
    },
    release: (): void => gl.deleteProgram(program),
  };
}
