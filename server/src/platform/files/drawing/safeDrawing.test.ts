import { expect, test } from "vitest";
import { safeDrawing } from "./safeDrawing.ts";

const read = (inner: string, root = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"') =>
  safeDrawing(`<?xml version="1.0"?>\n<svg ${root}>\n${inner}\n</svg>`, 10_000).svg;
const own = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="4096" height="2560" viewBox="0 0 8 5">\n${inner}\n</svg>`;

test.each([
  ["handlers", '<rect width="1" onclick="go()" ONLOAD="x"/>', '<rect width="1"></rect>'],
  ["a link", '<a href="https://x.example"><rect id="r"/></a>', '<g><rect id="r"></rect></g>'],
  ["a link in a text", '<text>a<a href="#b">b</a></text>', '<text>a<tspan href="#b">b</tspan></text>'],
  ["a foreign object", "<switch><foreignObject><b>x</b></foreignObject><g/></switch>", "<switch><g></g></switch>"],
  ["another document", '<div xmlns="http://www.w3.org/1999/xhtml"><p>x</p></div><g/>', "<g></g>"],
  [
    "editors' notes",
    '<x:view xmlns:x="urn:x"><x:grid/></x:view><g x:a="1" only_selected="1"/>',
    '<g only_selected="1"></g>',
  ],
  ["a polyfill", '<script id="mesh_polyfill"><![CDATA[if (a < b) go()]]></script>', ""],
  [
    "imported styles",
    "<style>@import url(https://x/y.css); .a{fill:url(#p)}</style>",
    "<style> .a{fill:url(#p)}</style>",
  ],
  ["a paint of another file", '<rect fill="url(https://x/y.svg#p)"/>', '<rect fill="none"></rect>'],
  ["a style in CDATA", "<style><![CDATA[a>b{fill:red}]]></style>", "<style>a&gt;b{fill:red}</style>"],
])("a drawing with %s is reduced to what it draws", (_what, inner, drawn) => {
  expect(read(inner)).toBe(own(drawn));
});

test("a drawing keeps its own references, its embedded pictures and its spaces", () => {
  const inner =
    '<use href="#a"></use><image href="data:image/png;base64,AA=="></image><text xml:space="preserve"> a </text>';
  expect(read(inner)).toBe(own(inner));
  expect(read('<use xlink:href="#a"/>')).toBe(own('<use href="#a"></use>'));
});

// Photoshop writes "data:img/png", and some programs no type at all; what the data begins with says it.
test.each([
  ["data:img/png;base64,iVBORw0KGgo=", "data:image/png;base64,iVBORw0KGgo="],
  ["data:;base64,/9j/4AAQSkZJ", "data:image/jpeg;base64,/9j/4AAQSkZJ"],
  ["data:application/octet-stream;base64,iVBORw0KGgo=", "data:image/png;base64,iVBORw0KGgo="],
])("a picture that is embedded as %s is drawn", (written, drawn) => {
  expect(read(`<image xlink:href="${written}"/>`)).toBe(own(`<image href="${drawn}"></image>`));
});

test("embedded data that is no picture is refused with its line", () => {
  expect(() => read('<image href="data:text/html;base64,PGI+"/>')).toThrow(/^line 3: image refers to another file/);
});

test("a drawing whose elements have a prefix is read like one without", () => {
  const svg = '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 8 5">\n<s:g/>\n</s:svg>';
  expect(safeDrawing(svg, 1_000).svg).toBe(own("<g></g>"));
});

test("entities of plain text are replaced once, as Illustrator declares namespaces", () => {
  const doctype = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
    <!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY name 'Hall'>]>`;
  const { svg } = safeDrawing(`${doctype}<svg xmlns="&ns_svg;" viewBox="0 0 8 5">\n<text>&name;</text>\n</svg>`, 1_000);
  expect(svg).toBe(own("<text>Hall</text>"));
});

test.each([
  ["a script", "\n<script>go()</script>", "line 4: contains a script, which may draw anything"],
  [
    "a picture of another place",
    '<image href="https://x/p.png"/>',
    "line 3: image refers to another file (https://x/p.png)",
  ],
  ["a part of another file", '<use xlink:href="other.svg#a"/>', "line 3: use refers to another file (other.svg#a)"],
  ["an open element", "<g>", /^line 4: is not well-formed XML/],
  ["an unknown entity", "<text>&whatever;</text>", /^line 3: is not well-formed XML/],
  ["groups without end", "<g>".repeat(600), "line 3: is nested too deeply"],
])("a drawing with %s is refused with the line and the element", (_what, inner, message) => {
  expect(() => read(inner)).toThrow(message);
});

test("a drawing whose entities multiply is refused before it has grown", () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(900)}">]><svg viewBox="0 0 1 1"><text>${"&a;".repeat(1_000)}</text></svg>`;
  expect(() => safeDrawing(bomb, 100_000)).toThrow("unpacks to too much");
  const nested = `<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 1 1"><text>&b;</text></svg>`;
  expect(() => safeDrawing(nested, 1_000)).toThrow(/not well-formed/);
  expect(() => safeDrawing("<gpx/>", 1_000)).toThrow("line 1: is not SVG");
});
