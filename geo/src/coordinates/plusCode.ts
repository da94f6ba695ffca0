import type { LatLon } from "../latLon.ts";

/** The digits of an Open Location Code, each with its value by its position (Open Location Code 1.0, "Encoding"). */
const alphabet = "23456789CFGHJMPQRVWX";
/** Pairs of digits for latitude and longitude, 20 to a step; then single digits in grids of 5 rows and 4 columns. */
const [pairDigits, gridRows, gridColumns] = [10, 5, 4];
const firstStepDeg = 20;
const form = /^([23456789CFGHJMPQRVWX]{2,8})(0*)\+([23456789CFGHJMPQRVWX]{0,7})(?=$|[\s,])/i;

/**
 * The middle of the area of a plus code, such as `9F469C22+X4`; of a short one, such as `9C22+X4 Rotterdam`, the nearest
 * to a reference.
 * @param near the reference; without one a short code has no place
 * @returns null: the text does not begin with a plus code
 */
export function plusCodePlace(text: string, near: LatLon | null): LatLon | null {
  const [, head = "", zeros = "", tail = ""] = form.exec(text.trim().toUpperCase()) ?? [];
  const length = head.length + zeros.length;
  if (head === "" || head.length % 2 === 1 || (zeros !== "" && (tail !== "" || length !== 8))) return null;
  if (tail.length === 1 || (length < 8 && tail.length < 2)) return null;
  if (length === 8) return middleOf(head + tail);
  if (near === null) return null;
  const missing = 8 - length;
  const place = middleOf(digitsOf(near).slice(0, missing) + head + tail);
  if (place === null) return null;
  // The code may lie in the neighbouring area that begins with other digits.
  const stepDeg = firstStepDeg ** (2 - missing / 2);
  return { lat: nearest(place.lat, near.lat, stepDeg, 90), lon: nearest(place.lon, near.lon, stepDeg, 180) };
}

function nearest(value: number, reference: number, stepDeg: number, most: number): number {
  const moved = [value, value - stepDeg, value + stepDeg].filter((each) => Math.abs(each) <= most);
  return moved.reduce((best, each) => (Math.abs(each - reference) < Math.abs(best - reference) ? each : best), value);
}

function middleOf(digits: string): LatLon | null {
  let [lat, lon, latStep, lonStep] = [-90, -180, firstStepDeg * 20, firstStepDeg * 20];
  for (let at = 0; at < Math.min(digits.length, pairDigits); at += 2) {
    [latStep, lonStep] = [latStep / 20, lonStep / 20];
    lat += alphabet.indexOf(digits[at]!) * latStep;
    lon += alphabet.indexOf(digits[at + 1]!) * lonStep;
  }
  for (const digit of digits.slice(pairDigits)) {
    [latStep, lonStep] = [latStep / gridRows, lonStep / gridColumns];
    const value = alphabet.indexOf(digit);
    lat += Math.floor(value / gridColumns) * latStep;
    lon += (value % gridColumns) * lonStep;
  }
  const place = { lat: lat + latStep / 2, lon: lon + lonStep / 2 };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : null;
}

/** The first eight digits of a place's code. */
function digitsOf({ lat, lon }: LatLon): string {
  let [latLeft, lonLeft] = [Math.min(lat + 90, 179.999999), Math.min(lon + 180, 359.999999)];
  let [digits, step] = ["", firstStepDeg];
  for (let pair = 0; pair < 4; pair++) {
    const [row, column] = [Math.floor(latLeft / step), Math.floor(lonLeft / step)];
    digits += alphabet[row]! + alphabet[column]!;
    [latLeft, lonLeft, step] = [latLeft - row * step, lonLeft - column * step, step / 20];
  }
  return digits;
}
