/** Constant-velocity Kalman filter of one tag, both axes alike: x, y, vx, vy and one 2 × 2 covariance. Metres, seconds. */
export interface DisplayFilter {
  started: boolean;
  atMs: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** Covariance of place and speed along one axis: pp, pv, vv. */
  pp: number;
  pv: number;
  vv: number;
}

/** A gap this long says nothing of where the tag went in between, s. */
const FORGET_S = 60;
/** Nobody and no cart indoors is faster; also the spread of the speed before anything is known, m/s. */
const FASTEST_MPS = 3;
/** A tag judged still may creep: its place is forgotten by this share of a fix's variance each second. */
const STILL_DRIFT = 0.02;
const START_SPEED_VARIANCE = 0.5 ** 2;

export function newDisplayFilter(): DisplayFilter {
  return { started: false, atMs: -Infinity, x: 0, y: 0, vx: 0, vy: 0, pp: 0, pv: 0, vv: 0 };
}

/**
 * Takes one measured place with its variance along an axis (m²) and the spectral density of the acceleration
 * `q` (m²/s³; 0 for a still tag, which then follows the mean of its last fixes). Bar-Shalom et al., Estimation with
 * Applications to Tracking and Navigation, section 6.2.
 */
export function filterPlace(f: DisplayFilter, atMs: number, x: number, y: number, variance: number, q: number): void {
  const dt = (atMs - f.atMs) / 1000;
  if (!f.started || !(dt >= 0) || dt > FORGET_S) {
    f.started = true;
    f.x = x;
    f.y = y;
    f.vx = 0;
    f.vy = 0;
    f.pp = variance;
    f.pv = 0;
    f.vv = START_SPEED_VARIANCE;
    f.atMs = Number.isFinite(atMs) ? atMs : 0;
    return;
  }
  if (q === 0) {
    f.vx = 0;
    f.vy = 0;
    f.pv = 0;
    f.vv = 0;
    f.pp += STILL_DRIFT * variance * dt;
  } else if (f.vv === 0) f.vv = START_SPEED_VARIANCE;
  f.x += f.vx * dt;
  f.y += f.vy * dt;
  f.pp += 2 * dt * f.pv + dt * dt * f.vv + (q * dt ** 3) / 3;
  f.pv += dt * f.vv + (q * dt * dt) / 2;
  f.vv += q * dt;
  const s = f.pp + variance;
  const kp = f.pp / s;
  const kv = f.pv / s;
  const ex = x - f.x;
  const ey = y - f.y;
  f.x += kp * ex;
  f.y += kp * ey;
  f.vx += kv * ex;
  f.vy += kv * ey;
  f.vv -= kv * f.pv;
  f.pv -= kp * f.pv;
  f.pp -= kp * f.pp;
  f.atMs = atMs;
  const speed = Math.hypot(f.vx, f.vy);
  if (speed > FASTEST_MPS) {
    f.vx *= FASTEST_MPS / speed;
    f.vy *= FASTEST_MPS / speed;
  }
}
