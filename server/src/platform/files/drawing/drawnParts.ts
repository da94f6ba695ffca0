import { lengthsInPixels } from "@pulse/geo/svgSize";

/** What to do with an element: keep it, leave it out with what it contains, or refuse the drawing. */
export type Verdict = "keep" | "leave out" | { refuse: string };

const svgNamespace = "http://www.w3.org/2000/svg";
/** Elements of SVG that draw nothing here: other documents, media, descriptions for machines, movement. */
const undrawn = new Set([
  "foreignObject",
  "metadata",
  "iframe",
  "audio",
  "video",
  "canvas",
  "object",
  "embed",
  "animate",
  "animateColor",
  "animateMotion",
  "animateTransform",
  "set",
]);
/** Elements whose reference is drawn. */
const drawsReference = new Set(["image", "feImage", "use"]);
/** Scripts that editors add so that browsers draw what they cannot: Inkscape's mesh gradients and hatches. */
const polyfill = /polyfill$/i;

/** Whether an element draws something, by its name, namespace (undefined: none) and attributes. */
export function verdictOn(
  name: string,
  namespace: string | undefined,
  attributes: Readonly<Record<string, string>>,
): Verdict {
  if (namespace !== undefined && namespace !== svgNamespace) return "leave out";
  if (undrawn.has(name)) return "leave out";
  if (name === "script")
    return polyfill.test(attributes["id"] ?? "")
      ? "leave out"
      : { refuse: "contains a script, which may draw anything" };
  const reference = referenceOf(attributes);
  if (drawsReference.has(name) && reference !== null && !isOwn(reference))
    return { refuse: `${name} refers to another file (${reference.slice(0, 100)})` };
  return "keep";
}

function referenceOf(attributes: Readonly<Record<string, string>>): string | null {
  const reference = (attributes["href"] ?? attributes["xlink:href"])?.trim();
  return reference === undefined ? null : asPicture(reference);
}

/** How the data of pictures begins in base64, with the type that drawing programs forget or write as "img/png". */
const pictureStarts = { iVBORw0KGgo: "image/png", "/9j/": "image/jpeg" } as const;

/** A reference to an embedded picture with the type of its data, which alone says whether it is drawn. */
function asPicture(reference: string): string {
  const [head, data] = /^data:(?!image\/)[^,]{0,100};base64,\s*(?=(.{12}))/is.exec(reference) ?? [];
  if (head === undefined) return reference;
  const found = Object.entries(pictureStarts).find(([start]) => data!.startsWith(start));
  return found === undefined ? reference : `data:${found[1]};base64,${reference.slice(head.length)}`;
}

const isOwn = (reference: string): boolean => /^(#|data:image\/|$)/i.test(reference);

/** Attributes whose text is not measured: identifiers, shapes in user units, other people's words. */
const plainText = new Set(["id", "class", "d", "points", "transform", "href", "unicode", "lang"]);

/** The attributes of a kept element that draw something, with lengths in pixels. */
export function drawnAttributes(attributes: Readonly<Record<string, string>>): [name: string, value: string][] {
  const drawn: [string, string][] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "href" || name === "xlink:href") continue;
    // Handlers, namespaces, and what editors note for themselves.
    if (/^on[a-z]+$/i.test(name) || name === "xmlns" || (name.includes(":") && name !== "xml:space")) continue;
    drawn.push([name, plainText.has(name) ? value : ownStyle(value)]);
  }
  const reference = referenceOf(attributes);
  if (reference !== null && isOwn(reference)) drawn.push(["href", reference]);
  return drawn;
}

/** A style without what it would fetch: imported style sheets, fonts and pictures of other places. */
export function ownStyle(css: string): string {
  if (!/[@\d]|url/i.test(css)) return css;
  return lengthsInPixels(
    css
      .replaceAll(/@import[^;]*;?/gi, "")
      .replaceAll(/url\(\s*(["']?)\s*(?!["']?\s*(?:#|data:image\/))[^)]*\)/gi, "none"),
  );
}
