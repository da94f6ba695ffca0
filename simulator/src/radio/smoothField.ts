/**
 * A random field over the plane, smooth over about `cellM`, of zero mean and unit variance everywhere: normal draws on a
 * grid, blended bilinearly and divided by the blend's own deviation. The same seed gives the same field.
 */
export function smoothField(seed: number, cellM: number, x: number, y: number): number {
  const [gx, gy] = [x / cellM, y / cellM];
  const [ix, iy] = [Math.floor(gx), Math.floor(gy)];
  const [fx, fy] = [gx - ix, gy - iy];
  const [a, b, c, d] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
  const sum =
    a * normalAt(seed, ix, iy) +
    b * normalAt(seed, ix + 1, iy) +
    c * normalAt(seed, ix, iy + 1) +
    d * normalAt(seed, ix + 1, iy + 1);
  return sum / Math.sqrt(a * a + b * b + c * c + d * d);
}

/** The sum of four uniforms, scaled to unit variance: close enough to normal, and cheap. */
function normalAt(seed: number, ix: number, iy: number): number {
  let hash = Math.imul(seed ^ Math.imul(ix, 0x27d4eb2d) ^ Math.imul(iy, 0x165667b1), 0x9e3779b1);
  let sum = 0;
  for (let draw = 0; draw < 4; draw++) {
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
    sum += (hash >>> 0) / 4_294_967_296 - 0.5;
  }
  return sum * Math.sqrt(3);
}
