import { z } from "zod";
import { LatLonGiven } from "./drawing.ts";
import { Id, LatLon, Version } from "./fields.ts";

/** Where an image is on the ground. */
export const placedFields = {
  /** The image's top-left and bottom-right corners; with `rotationDeg` they define the rectangle. */
  northWest: LatLon,
  southEast: LatLon,
  /** Clockwise. */
  rotationDeg: z.number(),
  /** The image's corners: nw, ne, se, sw. */
  corners: z.tuple([LatLon, LatLon, LatLon, LatLon]),
};

/** An image is placed by `corners`, or by two of them and the rotation. */
export const placementBody = {
  northWest: LatLonGiven.optional(),
  southEast: LatLonGiven.optional(),
  /** Clockwise. */
  rotationDeg: z.number().min(-360).max(360).optional(),
  corners: z.tuple([LatLonGiven, LatLonGiven, LatLonGiven, LatLonGiven]).nullable().optional(),
};

/** A picture under the floors of a site, such as an aerial picture or a drawing of the grounds, at its place. */
export const Underlay = z
  .object({
    ...placedFields,
    image: Id,
    imageUrl: z.string(),
    imageWidth: z.number().int(),
    imageHeight: z.number().int(),
    /** 1: nothing below it shows through. */
    opacity: z.number(),
  })
  .meta({ id: "Underlay" });
export type Underlay = z.infer<typeof Underlay>;

/** What is left out stays; a site's first underlay needs an image and a place. */
export const UnderlayBody = z.object({
  /** The site's. */
  version: Version,
  ...placementBody,
  /** The part of the form that contains the image, or the id of the one that the underlay has. */
  image: z.string().max(200).optional(),
  opacity: z.number().min(0.1).max(1).optional(),
});
export type UnderlayBody = z.output<typeof UnderlayBody>;
