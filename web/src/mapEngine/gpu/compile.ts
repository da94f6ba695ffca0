/** A WebGL program of two shaders. Throws with the driver's message if they do not compile. */
export function compile(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) === false && !gl.isContextLost())
    throw new Error(`the map's shaders do not link: ${gl.getProgramInfoLog(program) ?? ""}`);
  return program;
}

/** The part of both vertex shaders that moves a place along its path and converts it to the screen. */
export const camera = `
uniform vec4 turn;      // cos, sin of the bearing times px per unit; then where the origin lies on the screen, px
uniform vec2 viewport;  // px
uniform float now;      // ms since the buffers' epoch
vec2 along(vec4 way, vec2 time) {
  float share = time.y <= 0.0 ? 1.0 : clamp((now - time.x) / time.y, 0.0, 1.0);
  return mix(way.xy, way.zw, share);
}
vec2 onScreen(vec2 place) {
  return turn.zw + vec2(place.x * turn.x + place.y * turn.y, place.y * turn.x - place.x * turn.y);
}
vec4 clip(vec2 px) {
  return vec4(px.x / viewport.x * 2.0 - 1.0, 1.0 - px.y / viewport.y * 2.0, 0.0, 1.0);
}
`;

/** The camera values that every program gets before it draws. */
export interface Camera {
  turn: readonly [number, number, number, number];
  viewport: readonly [number, number];
  nowMs: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
  /** Whether standing sprites are aligned to whole pixels: while the map itself moves that would make them tremble. */
  isStill: boolean;
}
