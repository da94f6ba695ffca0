import type { CDPSession, Page } from "@playwright/test";

/** What a page holds on to for its maps; garbage is collected first. */
export interface HeldByMaps {
  /** Of each map that is alive: how many sources, layers and images its style has. */
  styles: { sources: number; layers: number; images: number }[];
  /** How many objects of each kind of the graphics card are alive, and the contexts they belong to. */
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

/** Counts what is alive in the page by the browser's own means: the page knows nothing of being looked at. */
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
    // The map's class has no name in the built page; its methods have.
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

/** What a function tells of an object, or one of its properties. */
async function told<T = number>(devTools: CDPSession, objectId: string, what: string): Promise<T> {
  const functionDeclaration = what.startsWith("function") ? what : `function () { return this.${what}; }`;
  const { result } = await devTools.send("Runtime.callFunctionOn", {
    objectId,
    functionDeclaration,
    returnByValue: true,
  });
  return result.value as T;
}
