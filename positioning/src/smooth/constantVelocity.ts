/** Where a thing is and how fast it goes (m, m/s), and the covariance of place and speed along either axis. */
export interface MovingState {
  x: number;
  vx: number;
  y: number;
  vy: number;
  pp: number;
  pv: number;
  vv: number;
}

/** One measured place, with its variance along an axis, m². */
export interface MeasuredPlace {
  x: number;
  y: number;
  varianceM2: number;
}

/** Moves a state on by `dt` seconds, with a spectral density `q` of the acceleration, m²/s³ per axis. */
export function predict(state: MovingState, dt: number, q: number): void {
  const { pv, vv } = state;
  state.x += state.vx * dt;
  state.y += state.vy * dt;
  state.pp += 2 * dt * pv + dt * dt * vv + (q * dt ** 3) / 3;
  state.pv += dt * vv + (q * dt * dt) / 2;
  state.vv += q * dt;
}

/** Takes a measured place into a state. */
export function update(state: MovingState, measured: MeasuredPlace): void {
  const { pp, pv } = state;
  const kp = pp / (pp + measured.varianceM2);
  const kv = pv / (pp + measured.varianceM2);
  const ex = measured.x - state.x;
  const ey = measured.y - state.y;
  state.x += kp * ex;
  state.vx += kv * ex;
  state.y += kp * ey;
  state.vy += kv * ey;
  state.pp -= kp * pp;
  state.pv -= kp * pv;
  state.vv -= kv * pv;
}
