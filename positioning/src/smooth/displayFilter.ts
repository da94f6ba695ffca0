import { INDEPENDENT_PARAMETERS, STRENGTH_PARAMETERS, type FilterParameters } from "./filterParameters.ts";
import { SMOOTH } from "./smoothConstants.ts";

/**
 * Where one tag is shown: an interacting-multiple-model filter (Bar-Shalom et al., Estimation with Applications to
 * Tracking and Navigation, section 11.6) for a tag at rest, one that is carried and one that is driven. Metres,
 * seconds; both axes share each model's covariance.
 */
export interface DisplayFilter {
  started: boolean;
  /** The time of the last measured place, ms. */
  atMs: number;
  /** Whether its places tell how fast the tag goes. */
  tellsSpeed: boolean;
  /** Variance of the last of them along an axis, m². */
  varianceM2: number;
  /** For each model x, y, vx, vy, the covariance pp, pv, vv of place and speed along an axis, and its probability. */
  models: Float64Array;
}

/** What is known of the tag's motion besides its places; null: nothing. */
type Verdict = boolean | null;

const [X, Y, VX, VY, PP, PV, VV, SHARE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const [REST, WALKS, DRIVEN] = [0, 1, 2] as const;
const modelCount = 3;
const modelSize = 8;

export function newDisplayFilter(): DisplayFilter {
  return {
    started: false,
    atMs: -Infinity,
    tellsSpeed: false,
    varianceM2: 0,
    models: new Float64Array(modelCount * modelSize),
  };
}

/** Makes `to` the same as `from`. */
export function copyFilter(from: DisplayFilter, to: DisplayFilter): void {
  to.started = from.started;
  to.atMs = from.atMs;
  to.tellsSpeed = from.tellsSpeed;
  to.varianceM2 = from.varianceM2;
  to.models.set(from.models);
}

const mixed = new Float64Array(modelCount * modelSize);
const change = new Float64Array(modelCount * modelCount);

/**
 * Takes in one measured place with its variance along an axis, m².
 * @param moving what is known of the tag's motion
 * @param tellsSpeed whether its error has little to do with that of the place before: it is from ranges and angles, or from
 * other packets
 */
export function filterPlace(
  f: DisplayFilter,
  atMs: number,
  x: number,
  y: number,
  variance: number,
  moving: Verdict,
  tellsSpeed = false,
): void {
  if (!Number.isFinite(x + y + variance)) return;
  f.tellsSpeed = tellsSpeed || moving !== true;
  f.varianceM2 = variance;
  const traits = traitsOf(f);
  const dt = (atMs - f.atMs) / 1000;
  if (!f.started || !(dt >= 0) || dt > SMOOTH.forgetS) {
    start(f, atMs, x, y, variance, moving);
    return;
  }
  mix(f, dt, moving);
  const apartS = Math.max(SMOOTH.minStepS, dt);
  const news = Math.min(1, apartS / traits.alikeS);
  let best = -Infinity;
  for (let j = 0; j < modelCount; j++) {
    const log = news * step(mixed, j, dt, traits, x, y, variance);
    change[j] = log + Math.log(Math.max(1e-12, mixed[j * modelSize + SHARE]!));
    best = Math.max(best, change[j]!);
  }
  let total = 0;
  for (let j = 0; j < modelCount; j++) total += change[j] = Math.exp(change[j]! - best);
  for (let j = 0; j < modelCount; j++) mixed[j * modelSize + SHARE] = change[j]! / total;
  f.models.set(mixed);
  f.atMs = atMs;
}

/**
 * The place at a moment (m), and how far along an axis the tag may be from it (m²) since the packets behind it were sent.
 * @param sentMs when that was; the filter's own time if not given
 */
export function placeAt(f: DisplayFilter, atMs: number, sentMs = f.atMs): Shown {
  const dt = Math.min(SMOOTH.forgetS, Math.max(0, (atMs - f.atMs) / 1000));
  const sinceS = Math.min(SMOOTH.forgetS, Math.max(0, (atMs - sentMs) / 1000));
  const { models } = f;
  const { ahead, walkM2 } = traitsOf(f);
  shown.x = shown.y = shown.vx = shown.vy = shown.displacementM2 = 0;
  shown.walkingMps = walkM2 === null ? 0 : SMOOTH.unfollowedMps * models[WALKS * modelSize + SHARE]!;
  for (let j = 0; j < modelCount; j++) {
    const at = j * modelSize;
    const p = models[at + SHARE]!;
    const vx = models[at + VX]!;
    const vy = models[at + VY]!;
    const vv = models[at + VV]!;
    // A poorly known speed leads astray: it counts by how much larger it is than its own uncertainty.
    const sure = (ahead[j]! * (vx * vx + vy * vy)) / (vx * vx + vy * vy + 2 * vv + 1e-9);
    shown.x += p * (models[at + X]! + sure * dt * vx);
    shown.y += p * (models[at + Y]! + sure * dt * vy);
    shown.vx += p * vx;
    shown.vy += p * vy;
    const displacement2 =
      j !== REST && walkM2 !== null
        ? Math.min(SMOOTH.speedSpreadMps ** 2, SMOOTH.lag * sinceS * f.varianceM2 ** 2)
        : Math.min(SMOOTH.speedSpreadMps ** 2, vv + (1 - sure) ** 2 * (vx * vx + vy * vy));
    shown.displacementM2 += p * sinceS * sinceS * displacement2;
  }
  return shown;
}

export interface Shown {
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** How fast it goes if it walks and its direction is not known, m/s. */
  walkingMps: number;
  displacementM2: number;
}

/** Scratch space of the module: the result of `placeAt` is used at once. */
const shown: Shown = { x: 0, y: 0, vx: 0, vy: 0, walkingMps: 0, displacementM2: 0 };

function start(f: DisplayFilter, atMs: number, x: number, y: number, variance: number, moving: Verdict): void {
  f.started = true;
  f.atMs = Number.isFinite(atMs) ? atMs : 0;
  const rests = moving === null ? 0.5 : moving ? 0.1 : 0.9;
  for (let j = 0; j < modelCount; j++) {
    const share = j === REST ? rests : (1 - rests) / (modelCount - 1);
    f.models.set([x, y, 0, 0, variance, 0, traitsOf(f).startMps[j]! ** 2, share], j * modelSize);
  }
}

/** Mixes the models by how likely each turns into each within `dt`; writes `mixed`. */
function mix(f: DisplayFilter, dt: number, moving: Verdict): void {
  const { models } = f;
  const traits = traitsOf(f);
  const { settlesStill, settlesMoving, settlesUnknown, startsStill, startsMoving, startsUnknown } = SMOOTH;
  const settles = 1 - Math.exp(-(moving === null ? settlesUnknown : moving ? settlesMoving : settlesStill) * dt);
  const starts = 1 - Math.exp(-(moving === null ? startsUnknown : moving ? startsMoving : startsStill) * dt);
  const changes = 1 - Math.exp(-traits.changes * dt);
  for (let i = 0; i < modelCount; i++) {
    for (let j = 0; j < modelCount; j++) {
      const p =
        i === REST
          ? j === REST
            ? 1 - starts
            : starts / (modelCount - 1)
          : j === REST
            ? settles
            : (1 - settles) * (i === j ? 1 - changes : changes);
      change[i * modelCount + j] = p * models[i * modelSize + SHARE]!;
    }
  }
  for (let j = 0; j < modelCount; j++) mixInto(models, j, traits);
}

function mixInto(models: Float64Array, j: number, { startMps, walkM2 }: FilterParameters): void {
  const to = j * modelSize;
  mixed.fill(0, to, to + modelSize);
  let share = 0;
  for (let i = 0; i < modelCount; i++) share += change[i * modelCount + j]!;
  mixed[to + SHARE] = share;
  const scale = 1 / Math.max(1e-12, share);
  for (let i = 0; i < modelCount; i++) {
    const w = change[i * modelCount + j]! * scale;
    for (let k = X; k <= VY; k++) mixed[to + k]! += w * models[i * modelSize + k]!;
  }
  for (let i = 0; i < modelCount; i++) {
    const from = i * modelSize;
    const w = change[i * modelCount + j]! * scale;
    const dx = models[from + X]! - mixed[to + X]!;
    const dy = models[from + Y]! - mixed[to + Y]!;
    const dvx = models[from + VX]! - mixed[to + VX]!;
    const dvy = models[from + VY]! - mixed[to + VY]!;
    // A tag that starts to move may go anywhere, and so may a walker that is driven from now on.
    const starts = i === REST || (i === WALKS && walkM2 !== null);
    const vv = starts ? startMps[j]! ** 2 : models[from + VV]!;
    mixed[to + PP]! += w * (models[from + PP]! + (dx * dx + dy * dy) / 2);
    mixed[to + PV]! += w * (models[from + PV]! + (dx * dvx + dy * dvy) / 2);
    mixed[to + VV]! += w * (vv + (dvx * dvx + dvy * dvy) / 2);
  }
}

/** Predicts one model by `dt` and takes in the place; returns the log-likelihood of that place (nats). */
function step(
  m: Float64Array,
  model: number,
  dt: number,
  traits: FilterParameters,
  x: number,
  y: number,
  fixVariance: number,
): number {
  const at = model * modelSize;
  const certain = model === DRIVEN ? fixVariance / (1 + fixVariance / traits.largestM2) : fixVariance;
  const variance = certain * Math.max(1, traits.sharedS[model]! / Math.max(SMOOTH.minStepS, dt));
  let pp = m[at + PP]!;
  let pv = m[at + PV]!;
  let vv = m[at + VV]!;
  const q = traits.q[model]!;
  const displacementM2 = model === REST ? SMOOTH.restDrift * fixVariance : model === WALKS ? traits.walkM2 : null;
  if (displacementM2 !== null) {
    m[at + VX] = m[at + VY] = pv = vv = 0;
    pp += displacementM2 * dt;
  } else {
    m[at + X]! += dt * m[at + VX]!;
    m[at + Y]! += dt * m[at + VY]!;
    pp += 2 * dt * pv + dt * dt * vv + (q * dt ** 3) / 3;
    pv += dt * vv + (q * dt * dt) / 2;
    vv += q * dt;
  }
  const s = pp + variance;
  const kp = pp / s;
  const kv = pv / s;
  const ex = x - m[at + X]!;
  const ey = y - m[at + Y]!;
  m[at + X]! += kp * ex;
  m[at + Y]! += kp * ey;
  m[at + VX]! += kv * ex;
  m[at + VY]! += kv * ey;
  m[at + VV] = vv - kv * pv;
  m[at + PV] = pv - kp * pv;
  m[at + PP] = pp - kp * pp;
  const speed = Math.hypot(m[at + VX]!, m[at + VY]!);
  if (speed > SMOOTH.fastestMps) {
    m[at + VX]! *= SMOOTH.fastestMps / speed;
    m[at + VY]! *= SMOOTH.fastestMps / speed;
  }
  return -Math.log(s) - (ex * ex + ey * ey) / (2 * s);
}

function traitsOf({ tellsSpeed }: DisplayFilter): FilterParameters {
  return tellsSpeed ? INDEPENDENT_PARAMETERS : STRENGTH_PARAMETERS;
}
