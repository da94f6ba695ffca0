/**
 * The method that the engine is compared with, used by most products. Each RSSI becomes a distance (AltBeacon's default
 * curve), and Gauss–Newton minimises Σ wᵢ (|p − aᵢ| − dᵢ)² in metres, wᵢ = 1 / dᵢ², from the weighted centroid.
 */
export interface HeardAnchor {
  x: number;
  y: number;
  rssi: number;
}

const ALPHA = 0.42093;
const BETA = 6.9476;
const GAMMA = 0.54992;
const POWER_DBM = -59;
const STEPS = 10;

export function plainLeastSquares(heard: readonly HeardAnchor[]): { x: number; y: number } {
  let x = 0;
  let y = 0;
  let total = 0;
  for (const one of heard) {
    const w = 10 ** (one.rssi / 20);
    x += w * one.x;
    y += w * one.y;
    total += w;
  }
  x /= total;
  y /= total;
  for (let step = 0; step < STEPS; step++) {
    let hxx = 1e-9;
    let hxy = 0;
    let hyy = 1e-9;
    let gx = 0;
    let gy = 0;
    for (const one of heard) {
      const range = ALPHA * (one.rssi / POWER_DBM) ** BETA + GAMMA;
      const dx = x - one.x;
      const dy = y - one.y;
      const d = Math.max(0.1, Math.sqrt(dx * dx + dy * dy));
      const w = 1 / (range * range);
      const ux = dx / d;
      const uy = dy / d;
      const e = d - range;
      gx += w * ux * e;
      gy += w * uy * e;
      hxx += w * ux * ux;
      hxy += w * ux * uy;
      hyy += w * uy * uy;
    }
    const det = hxx * hyy - hxy * hxy;
    if (Math.abs(det) < 1e-12) break;
    const sx = (hyy * gx - hxy * gy) / det;
    const sy = (hxx * gy - hxy * gx) / det;
    x -= sx;
    y -= sy;
    if (sx * sx + sy * sy < 1e-6) break;
  }
  return { x, y };
}
