import { type MeasuredPlace, type MovingState, predict, update } from "./constantVelocity.ts";
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
  /** Where it is if it rests, walks or is driven. */
  models: readonly Model[];
}

/** Where a tag is if it goes in one of the ways, and how likely it is that it does. */
interface Model extends MovingState {
  share: number;
}

/** What is known of the tag's motion besides its places; null: nothing. */
type Verdict = boolean | null;

const [REST, WALKS, DRIVEN] = [0, 1, 2] as const;

export function newDisplayFilter(): DisplayFilter {
  return { started: false, atMs: -Infinity, tellsSpeed: false, varianceM2: 0, models: [] };
}

/** Makes `to` the same as `from`. */
export function copyFilter(from: DisplayFilter, to: DisplayFilter): void {
  Object.assign(to, from);
}

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
    f.started = true;
    f.atMs = Number.isFinite(atMs) ? atMs : 0;
    f.models = firstModels(x, y, variance, traits, moving);
    return;
  }
  const apartS = Math.max(SMOOTH.minStepS, dt);
  const news = Math.min(1, apartS / traits.alikeS);
  const place = { x, y, varianceM2: variance };
  const models = mix(f.models, dt, traits, moving);
  let best = -Infinity;
  for (let j = 0; j < models.length; j++) {
    const model = models[j]!;
    const log = Math.log(Math.max(1e-12, model.share));
    model.share = log + news * step(model, j, dt, traits, place);
    best = Math.max(best, model.share);
  }
  let total = 0;
  for (const model of models) total += model.share = Math.exp(model.share - best);
  for (const model of models) model.share /= total;
  f.models = models;
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
  shown.walkingMps = walkM2 === null ? 0 : SMOOTH.unfollowedMps * (models[WALKS]?.share ?? 0);
  for (let j = 0; j < models.length; j++) {
    const { x, y, vx, vy, vv, share: p } = models[j]!;
    // A poorly known speed leads astray: it counts by how much larger it is than its own uncertainty.
    const sure = (ahead[j]! * (vx * vx + vy * vy)) / (vx * vx + vy * vy + 2 * vv + 1e-9);
    shown.x += p * (x + sure * dt * vx);
    shown.y += p * (y + sure * dt * vy);
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

function firstModels(x: number, y: number, pp: number, { startMps }: FilterParameters, moving: Verdict): Model[] {
  const rests = moving === null ? 0.5 : moving ? 0.1 : 0.9;
  return startMps.map((mps, j) => {
    const share = j === REST ? rests : (1 - rests) / (startMps.length - 1);
    return { x, y, vx: 0, vy: 0, pp, pv: 0, vv: mps ** 2, share };
  });
}

/** Mixes the models by how likely each turns into each within `dt`. */
function mix(models: readonly Model[], dt: number, traits: FilterParameters, moving: Verdict): Model[] {
  const { settlesStill, settlesMoving, settlesUnknown, startsStill, startsMoving, startsUnknown } = SMOOTH;
  const settles = 1 - Math.exp(-(moving === null ? settlesUnknown : moving ? settlesMoving : settlesStill) * dt);
  const starts = 1 - Math.exp(-(moving === null ? startsUnknown : moving ? startsMoving : startsStill) * dt);
  const changes = 1 - Math.exp(-traits.changes * dt);
  const mixed: Model[] = [];
  for (let j = 0; j < models.length; j++) {
    for (let i = 0; i < models.length; i++) {
      const goesOn = (1 - settles) * (i === j ? 1 - changes : changes);
      const moves = i === REST ? starts / (models.length - 1) : goesOn;
      const rests = i === REST ? 1 - starts : settles;
      weights[i] = models[i]!.share * (j === REST ? rests : moves);
    }
    mixed.push(mixture(models, traits, traits.startMps[j]! ** 2));
  }
  return mixed;
}

/** Scratch space of the module: how likely each model turns into the one in question. */
const weights: number[] = [];

/** The Gaussian with the mean and the variance of weighted models; whatever starts to move has a speed of variance `startVv`. */
function mixture(models: readonly Model[], { walkM2 }: FilterParameters, startVv: number): Model {
  const to: Model = { x: 0, y: 0, vx: 0, vy: 0, pp: 0, pv: 0, vv: 0, share: 0 };
  for (let i = 0; i < models.length; i++) to.share += weights[i]!;
  const scale = 1 / Math.max(1e-12, to.share);
  for (let i = 0; i < models.length; i++) {
    const w = weights[i]! * scale;
    to.x += w * models[i]!.x;
    to.y += w * models[i]!.y;
    to.vx += w * models[i]!.vx;
    to.vy += w * models[i]!.vy;
  }
  for (let i = 0; i < models.length; i++) {
    const from = models[i]!;
    const w = weights[i]! * scale;
    const dx = from.x - to.x;
    const dy = from.y - to.y;
    const dvx = from.vx - to.vx;
    const dvy = from.vy - to.vy;
    // A tag that starts to move may go anywhere, and so may a walker that is driven from now on.
    const vv = i === REST || (i === WALKS && walkM2 !== null) ? startVv : from.vv;
    to.pp += w * (from.pp + (dx * dx + dy * dy) / 2);
    to.pv += w * (from.pv + (dx * dvx + dy * dvy) / 2);
    to.vv += w * (vv + (dvx * dvx + dvy * dvy) / 2);
  }
  return to;
}

/** Predicts one model by `dt` and takes in the place; returns the log-likelihood of that place (nats). */
function step(
  model: Model,
  j: number,
  dt: number,
  traits: FilterParameters,
  { x, y, varianceM2 }: MeasuredPlace,
): number {
  const certain = j === DRIVEN ? varianceM2 / (1 + varianceM2 / traits.largestM2) : varianceM2;
  const variance = certain * Math.max(1, traits.sharedS[j]! / Math.max(SMOOTH.minStepS, dt));
  const creepsM2 = j === REST ? SMOOTH.restDrift * varianceM2 : j === WALKS ? traits.walkM2 : null;
  if (creepsM2 === null) predict(model, dt, traits.q[j]!);
  else {
    model.vx = model.vy = model.pv = model.vv = 0;
    model.pp += creepsM2 * dt;
  }
  const s = model.pp + variance;
  const log = -Math.log(s) - ((x - model.x) ** 2 + (y - model.y) ** 2) / (2 * s);
  update(model, { x, y, varianceM2: variance });
  const tooFast = Math.hypot(model.vx, model.vy) / SMOOTH.fastestMps;
  if (tooFast > 1) {
    model.vx /= tooFast;
    model.vy /= tooFast;
  }
  return log;
}

function traitsOf({ tellsSpeed }: DisplayFilter): FilterParameters {
  return tellsSpeed ? INDEPENDENT_PARAMETERS : STRENGTH_PARAMETERS;
}
