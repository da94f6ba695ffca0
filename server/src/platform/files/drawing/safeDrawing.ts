import { svgSize } from "@pulse/geo/svgSize";
import sax from "sax";
import { drawnAttributes, ownStyle, verdictOn } from "./drawnParts.ts";
import { DrawingFault } from "./DrawingFault.ts";

/** Editors nest some dozens of groups. */
const maxDepth = 500;
/** Illustrator declares some dozens, each a namespace's address. */
const [maxEntities, longestEntity] = [200, 1_000];
const attributeEnds = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" } as const;
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => attributeEnds[char as "&"]);

/** The types lack `position`. */
const options = { position: true };

/**
 * An SVG reduced to what it draws: no handlers, links, other documents, editors' notes or namespaces. Its size becomes
 * pixels (svgSize), and entities that are plain texts (Illustrator's) are replaced by them; none is expanded twice.
 * @returns `isSized` false: its root says no size, so what is drawn decides
 * @throws {DrawingFault} if it is not well-formed, contains a script or a part of another file, or grows beyond `maxChars`
 */
export function safeDrawing(text: string, maxChars: number): { svg: string; isSized: boolean } {
  const parser = sax.parser(true, options);
  const output = writer(maxChars, () => parser.line + 1);
  /** The open elements by their written names, each with the namespaces that hold within it. */
  const open: { name: string; namespaces: ReadonlyMap<string, string> }[] = [];
  /** How many elements are open within one that is left out. */
  let skipped = 0;
  let isSized: boolean | null = null;

  parser.ondoctype = (doctype) => declareEntities(parser, doctype);
  parser.onopentag = ({ name: full, attributes: given }) => {
    const attributes = given as Record<string, string>;
    if (skipped > 0) {
      skipped += 1;
      return;
    }
    const namespaces = namespacesWithin(open.at(-1)?.namespaces, attributes);
    if (open.length >= maxDepth) output.refuse("is nested too deeply");
    const [prefix, name] = full.includes(":") ? (full.split(":", 2) as [string, string]) : ["", full];
    // A drawing of one's own may lack the namespace; an unknown prefix is nobody's drawing.
    const namespace = namespaces.get(prefix) ?? (prefix === "" || prefix === "svg" ? undefined : prefix);
    if (open.length === 0 && (name !== "svg" || verdictOn(name, namespace, {}) !== "keep")) output.refuse("is not SVG");
    const verdict = verdictOn(name, namespace, attributes);
    if (typeof verdict !== "string") output.refuse(verdict.refuse);
    if (verdict === "leave out") {
      skipped = 1;
      return;
    }
    // What a link shows is drawn.
    const written = name === "a" ? (open.some((each) => each.name === "text") ? "tspan" : "g") : name;
    let drawn = drawnAttributes(attributes);
    if (open.length === 0) {
      const size = svgSize(attributes);
      isSized = size !== null;
      if (size !== null) drawn = [...drawn.filter(([each]) => !(each in size)), ...Object.entries(size).map(pair)];
      drawn.unshift(["xmlns", "http://www.w3.org/2000/svg"]);
    }
    open.push({ name: written, namespaces });
    output.write(`<${written}${drawn.map(([each, value]) => ` ${each}="${escaped(value)}"`).join("")}>`);
  };
  const onText = (content: string): void => {
    if (skipped === 0 && open.length > 0)
      output.write(escaped(open.at(-1)?.name === "style" ? ownStyle(content) : content));
  };
  Object.assign(parser, {
    onerror: ({ message }: Error) => output.refuse(`is not well-formed XML (${message.split("\n")[0]})`),
    ontext: onText,
    oncdata: onText,
  });
  parser.onclosetag = () => {
    if (skipped > 0) skipped -= 1;
    else output.write(`</${open.pop()?.name}>`);
  };
  parser.write(text).close();
  if (isSized === null) output.refuse("is not SVG");
  return { svg: output.text(), isSized: isSized === true };
}

function namespacesWithin(
  around: ReadonlyMap<string, string> = new Map(),
  attributes: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const declared = Object.entries(attributes).filter(([name]) => name === "xmlns" || name.startsWith("xmlns:"));
  if (declared.length === 0) return around;
  return new Map([...around, ...declared.map(([name, value]) => [name.slice(6), value] as const)]);
}

const pair = ([name, value]: [string, string | number]): [string, string] => [name, String(value)];

/** Collects the written text and knows where the drawing is being read. */
function writer(maxChars: number, line: () => number) {
  const pieces: string[] = [];
  let length = 0;
  return {
    write: (piece: string): void => {
      length += piece.length;
      // Entities may multiply a text.
      if (length > maxChars) throw new Error("unpacks to too much");
      pieces.push(piece);
    },
    refuse: (why: string): never => {
      throw new DrawingFault(`line ${line()}: ${why}`);
    },
    text: (): string => pieces.join(""),
  };
}

/** Makes the entities known that stand for plain texts; those of other files stay unknown. */
function declareEntities(parser: sax.SAXParser, doctype: string): void {
  const { ENTITIES: known } = parser as sax.SAXParser & { ENTITIES: Record<string, string> };
  let count = 0;
  for (const [, name, , value] of doctype.matchAll(/<!ENTITY\s+([\w.:-]+)\s+(["'])([^"'<&%]*)\2\s*>/g)) {
    if (++count > maxEntities) return;
    if (value!.length <= longestEntity) known[name!] = value!;
  }
}
