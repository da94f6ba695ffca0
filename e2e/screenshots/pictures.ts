import { accountScreens } from "./accountScreens.ts";
import { liveScreens } from "./liveScreens.ts";
import { makerScreens } from "./makerScreens.ts";
import { operationScreens } from "./operationScreens.ts";
import { peopleScreens } from "./peopleScreens.ts";
import { placeScreens } from "./placeScreens.ts";
import type { Screen } from "./screen.ts";
import { thingScreens } from "./thingScreens.ts";

/** A window of the browser, in which pictures are taken in one or both colour schemes. */
export interface View {
  viewport: { width: number; height: number };
  isGerman: boolean;
  /** One for each colour scheme. */
  pictures: Picture[];
}

export interface Picture {
  file: string;
  colorScheme: "light" | "dark";
}

export interface ScreenPictures {
  /** As it is asked for. */
  name: string;
  screen: Screen;
  /** The files that a picture depends on. */
  sources: string[];
  views: View[];
}

const windows = {
  "": { width: 1440, height: 900 },
  "-tablet": { width: 820, height: 1180 },
  "-sideways": { width: 844, height: 390 },
  "-phone": { width: 390, height: 844 },
};

const specs = {
  accountScreens,
  liveScreens,
  placeScreens,
  thingScreens,
  peopleScreens,
  operationScreens,
  // Last: they change the site.
  makerScreens,
};

/** Every screen with the pictures that are taken of it. */
export const everyPicture: readonly ScreenPictures[] = Object.entries(specs).flatMap(([spec, screens]) =>
  Object.entries(screens).map(([name, screen]) => ({
    name,
    screen,
    sources: [`e2e/screenshots/${spec}.ts`, screen.shows],
    views: viewsOf(name, screen),
  })),
);

function viewsOf(name: string, screen: Screen): View[] {
  const views = [{ of: name, isGerman: screen.isGerman === true }];
  if (screen.hasGerman === true) views.push({ of: `${name}-german`, isGerman: true });
  return views.flatMap(({ of, isGerman }) =>
    Object.entries(windows)
      .filter(([suffix]) => (screen.part === undefined ? suffix !== "-sideways" || screen.isTurned : suffix === ""))
      .map(([suffix, viewport]) => ({
        viewport,
        isGerman,
        pictures: (isGerman ? (["light"] as const) : (["light", "dark"] as const)).map((colorScheme) => ({
          file: `${of}${suffix}-${colorScheme}.png`,
          colorScheme,
        })),
      })),
  );
}

/** Only these screens' pictures, or with null all; and of them only these files, or with null all. */
export function chosenPictures(names: readonly string[] | null, files: ReadonlySet<string> | null): ScreenPictures[] {
  const known = everyPicture.map(({ name }) => name);
  const unknown = (names ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no screen ${unknown.join(", ")}; there are ${known.join(", ")}`);
  return everyPicture
    .filter(({ name }) => names === null || names.includes(name))
    .map((screen) => ({
      ...screen,
      views: screen.views
        .map((view) => ({ ...view, pictures: view.pictures.filter(({ file }) => files === null || files.has(file)) }))
        .filter(({ pictures }) => pictures.length > 0),
    }))
    .filter(({ views }) => views.length > 0);
}
