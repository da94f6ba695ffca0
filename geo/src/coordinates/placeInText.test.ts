import fc from "fast-check";
import { expect, test } from "vitest";
import { degreesIn } from "./angle.ts";
import { placeInText, swappedPlace } from "./placeInText.ts";

const rounded = (text: string, near = { lat: 51.9, lon: 4.4 }) => {
  const place = placeInText(text, near);
  return place && { lat: Math.round(place.lat * 1e4) / 1e4, lon: Math.round(place.lon * 1e4) / 1e4 };
};
const here = { lat: 51.9, lon: 4.4 };
const south = { lat: -36.8428, lon: 174.7748 };

test.each([
  ["51.9, 4.4", here],
  ["51.9,4.4", here],
  ["51.9 4.4", here],
  ["51.9;4.4", here],
  ["51.9\t4.4", here],
  ["(51.9, 4.4)", here],
  ["51,9, 4,4", here],
  ["51,9 4,4", here],
  ["51,9; 4,4", here],
  ["51,9/4,4", here],
  ["51.9°, 4.4°", here],
  ["51.9° N, 4.4° E", here],
  ["51,9° N, 4,4° O", here],
  ["N 51.9° E 4.4°", here],
  ["N51.9 E4.4", here],
  ["4.4E 51.9N", here],
  ["51.9N 4.4E", here],
  ["lat: 51.9, lon: 4.4", here],
  ["Longitude 4.4 Latitude 51.9", here],
  ["Breite 51,9 Länge 4,4", here],
  ["51°54'00.0\"N 4°24'00.0\"E", here],
  ["51° 54′ 0″ N, 4° 24′ 0″ E", here],
  ["51°54,0'N 4°24,0'E", here],
  ["N 51° 54.000' E 004° 24.000'", here],
  ["51 54 0 N 4 24 0 E", here],
  ["−36.8428, 174.7748", south],
  ["36.8428 S, 174.7748 E", south],
  ["36°50'34.1\"S 174°46'29.3\"E", south],
  ["-36,8428; 174,7748", south],
  ["\u00A051.9,\u202F4.4 ", here],
  ["https://www.google.com/maps/@51.9,4.4,17z", here],
  ["https://www.google.com/maps/place/Hall/@51.8,4.3,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d51.9!4d4.4!16s", here],
  ["https://www.google.de/maps?q=51.9,4.4", here],
  ["https://www.google.com/maps/search/?api=1&query=51.9%2C4.4", here],
  ["https://www.google.com/maps/search/51.9,+4.4?entry=tts", here],
  ["https://maps.apple.com/?ll=51.9,4.4&q=Hall", here],
  ["https://maps.apple.com/place?coordinate=51.9,4.4&name=Hall", here],
  ["https://www.openstreetmap.org/#map=17/51.9/4.4", here],
  ["https://www.openstreetmap.org/?mlat=51.9&mlon=4.4#map=17/51.8/4.3", here],
  ["https://www.bing.com/maps?cp=51.9~4.4&lvl=17", here],
  ["geo:51.9,4.4?z=17", here],
  ["geo:0,0?q=51.9,4.4(Hall)", here],
  ["Lat. 51,9 Lon. 4,4", here],
  ["Lat.: 51.9°\nLon.: 4.4°", here],
  ["Hall 2\nhttps://maps.apple.com/?ll=51.9,4.4&q=Hall", here],
  ["https://www.openstreetmap.org/?lat=51.9&lon=4.4&zoom=17", here],
  ["https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2464!2d4.4!3d51.9!2m3!1f0", here],
  ["https://www.google.com/maps?layer=c&cbll=51.9,4.4&cbp=12", here],
  ["https://earth.google.com/web/@51.9,4.4,10a,500d,35y,0h,0t,0r", here],
  ["https://yandex.com/maps/10267/delft/?ll=4.4%2C51.9&z=17", here],
  ["https://yandex.com/maps/?ll=4.3%2C51.8&pt=4.4,51.9&z=17", here],
  ["https://waze.com/ul?ll=51.9%2C4.4&navigate=yes", here],
  // As ExifTool, phones' videos (ISO 6709), databases and GeoJSON write a place.
  ["51 deg 54' 0.00\" N, 4 deg 24' 0.00\" E", here],
  ["Latitude: 51° 54' 0\" North, Longitude: 4° 24' 0\" East", here],
  ["51° 54' 0\" Nord, 4° 24' 0\" Ost", here],
  ["36° 50' 34.1\" Süd, 174° 46' 29.3\" Ost", south],
  ["51:54:00N, 4:24:00E", here],
  ["N51:54:00 E004:24:00", here],
  ["515400N0042400E", here],
  ["515400N 0042400E", here],
  ["515400.00N, 0042400.00E", here],
  ["+51.9000+004.4000/", here],
  ["+51.9000+004.4000+012.5/", here],
  ["-36.8428+174.7748CRSWGS_84/", south],
  ["+5154.00+00424.00/", here],
  ["+515400.0+0042400.0/", here],
  ["POINT(4.4 51.9)", here],
  ["SRID=4326;POINT Z (4.4 51.9 2)", here],
  ['{"type":"Point","coordinates":[4.4,51.9]}', here],
  ['{ "type": "Feature", "geometry": { "type": "Point", "coordinates": [ 4.4, 51.9, 2 ] }, "properties": {} }', here],
  // The pin, which may be far from the middle of the map.
  ["https://www.google.com/maps/place/51%C2%B054'00.0%22N+4%C2%B024'00.0%22E/@51.8,4.3,17z", here],
  ["https://wego.here.com/?map=51.9,4.4,15,normal", here],
  ["https://share.here.com/l/51.9,4.4,Hall%202?z=16", here],
  // The wiki's example.
  ["https://osm.org/go/0EEQjE--", { lat: 51.5108, lon: 0.0549 }],
  ["https://www.openstreetmap.org/go/0EEQjE--?m=", { lat: 51.5108, lon: 0.0549 }],
])("the text %j is read as its place", (text, place) => {
  expect(rounded(text)).toEqual(place);
});

test.each([
  "here",
  "",
  "51.9",
  "91, 4",
  "51, 181",
  "NaN, 4",
  "51.9N 4.4N",
  "-51.9 S, 4.4 E",
  "51°61'N 4°24'E",
  "51.5°30' N 4°24'E",
  "1, 2, 3, 4, 5",
  "12:30, 14:45",
  "516000N0042400E",
  "+51.9+4.4/",
  "POINT(51.9)",
  "POINT(181 51.9)",
  '{"type":"LineString","coordinates":[[4.4,51.9],[4.5,52]]}',
  "https://maps.app.goo.gl/abcdef",
  "https://example.org/",
  "x".repeat(5_000),
])("the text %j is not read as a place", (text) => {
  expect(placeInText(text)).toBeNull();
});

// The vectors are those of the specification's own test data (decoding.csv, shortCodeTests.csv).
test.each([
  ["7FG49QCJ+2VX", null, 20.37005, 2.7821875 + 0.00001],
  ["8FVC2222+22GCCCC", null, 47.0000625, 8.0000625],
  ["8FVC2222+22 Zürich", null, 47.0000625, 8.0000625],
  ["9C3W9QCJ+2VX", { lat: 0, lon: 0 }, 51.3701125, -1.2178],
  ["CJ+2VX", { lat: 51.3708675, lon: -1.217765625 }, 51.3701125, -1.2178],
  ["9QCJ+2VX", { lat: 51.3701125, lon: -1.217765625 }, 51.3701125, -1.2178],
])("the plus code %s is read as its place", (code, near, lat, lon) => {
  const place = placeInText(code, near)!;
  expect(place.lat).toBeCloseTo(lat, 3);
  expect(place.lon).toBeCloseTo(lon, 3);
});

test.each(["9QCJ+2VX", "8FVC2222", "8FVC2222+2", "8FVC20+22", "8FVCI222+22"])(
  "the code %s alone is no place",
  (code) => {
    expect(placeInText(code)).toBeNull();
  },
);

test("any place is read back from its decimals and from its degrees, minutes and seconds", () => {
  const places = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const dms = (value: number, [plus, minus]: readonly [string, string]): string => {
    const total = Math.round(Math.abs(value) * 36_000) / 10;
    const [d, m] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60)];
    return `${d}°${m}'${(total - d * 3600 - m * 60).toFixed(1)}"${value < 0 ? minus : plus}`;
  };
  fc.assert(
    fc.property(places, ({ lat, lon }) => {
      const decimal = placeInText(`${lat.toFixed(7)}, ${lon.toFixed(7)}`)!;
      expect([decimal.lat, decimal.lon]).toEqual([Number(lat.toFixed(7)), Number(lon.toFixed(7))]);
      const comma = placeInText(`${lat.toFixed(7)}; ${lon.toFixed(7)}`.replaceAll(".", ","))!;
      expect(comma).toEqual(decimal);
      const read = placeInText(`${dms(lat, ["N", "S"])} ${dms(lon, ["E", "W"])}`)!;
      expect(Math.abs(read.lat - lat) + Math.abs(read.lon - lon)).toBeLessThan(1e-4);
    }),
  );
});

test("any text is a place on Earth or none, and a place may be read the other way round", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,;-+°'\"NSEW /@!")) }), (text) => {
      const place = placeInText(text);
      expect(place === null || (Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(swappedPlace(here)).toEqual({ lat: 4.4, lon: 51.9 });
  expect(swappedPlace(south)).toBeNull();
});

test("a single coordinate is read with a letter of its own axis only", () => {
  expect([degreesIn("51,9", "lat"), degreesIn("4°24'E", "lon"), degreesIn("4.4 E", "lat")]).toEqual([51.9, 4.4, null]);
  expect([degreesIn("91", "lat"), degreesIn("-180", "lon"), degreesIn("high", "lon")]).toEqual([null, -180, null]);
});
