import type { CDPSession, Page } from "@playwright/test";

/** What a page holds in memory for its maps, after garbage collection. */
export interface HeldByMaps {
  /** For each live map: how many sources, layers and images its style has. */
  styles: { sources: number; layers: number; images: number }[];
  /** How many graphics objects of each kind are alive, and how many contexts and canvases. */
  graphics: Record<string, number>;
}

const kinds = [
  "WebGL2RenderingContext",
  "WebGLTexture",
  "WebGLBuffer",
  "WebGLProgram",
  "WebGLVertexArrayObject",
  "WebGLFramebuffer",
  "HTMLCanvasElement",
];

interface StyledMap {
  getStyle(): { sources: object; layers: unknown[] };
  listImages(): unknown[];
}

/** Counts live objects through the browser's DevTools, so that the page needs no code for it. */
export async function heldByMaps(page: Page): Promise<HeldByMaps> {
  const devTools = await page.context().newCDPSession(page);
  try {
    const graphics: HeldByMaps["graphics"] = {};
    for (const kind of kinds)
      graphics[kind] = await told(
        devTools,
        await instances(devTools, await evaluated(devTools, `${kind}.prototype`)),
        "length",
      );
    // The map's class has no name in the built page, but its methods do.
    const all = await instances(devTools, await evaluated(devTools, "Object.prototype"));
    const { result } = await devTools.send("Runtime.callFunctionOn", {
      objectId: all,
      functionDeclaration: `function () {
        return this.find((each) => Object.hasOwn(each, "getStyle") && Object.hasOwn(each, "listImages"));
      }`,
    });
    if (result.objectId === undefined) throw new Error("the page has no map");
    const maps = await instances(devTools, result.objectId);
    const styles = await told<HeldByMaps["styles"]>(devTools, maps, stylesOf.toString());
    return { styles, graphics };
  } finally {
    await devTools.detach();
  }
}

function stylesOf(this: StyledMap[]): HeldByMaps["styles"] {
  return this.map((map) => {
    const { sources, layers } = map.getStyle();
    return { sources: Object.keys(sources).length, layers: layers.length, images: map.listImages().length };
  });
}

async function evaluated(devTools: CDPSession, expression: string): Promise<string> {
  const { result } = await devTools.send("Runtime.evaluate", { expression });
  return result.objectId ?? "";
}

async function instances(devTools: CDPSession, prototypeObjectId: string): Promise<string> {
  const { objects } = await devTools.send("Runtime.queryObjects", { prototypeObjectId });
  return objects.objectId ?? "";
}

/** Calls a function on an object, or reads one of its properties. */
async function told<T = number>(devTools: CDPSession, objectId: string, what: string): Promise<T> {
  const functionDeclaration = what.startsWith("function") ? what : `function () { return this.${what}; }`;
  const { result } = await devTools.send("Runtime.callFunctionOn", {
    objectId,
    functionDeclaration,
    returnByValue: true,
  });
  return result.value as T;
}
