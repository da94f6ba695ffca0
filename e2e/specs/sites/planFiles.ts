import { crc32, deflateSync } from "node:zlib";

/** A grey image. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 0xd0);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PDF with a rectangle on each page; the pages are 300 points wide and `heights` points high. */
export function pdf(heights: readonly number[]): Buffer {
  const drawing = "0.8 g 20 20 200 40 re f";
  const ids = heights.map((_, nth) => 4 + nth);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${ids.length} /Kids [${ids.map((id) => `${id} 0 R`).join(" ")}] >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...heights.map(
      (height) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 ${height}] /Resources << >> /Contents 3 0 R >>`,
    ),
  ];
  return fileOf(objects);
}

/** A PDF of a kilobyte whose page takes days to draw: each form draws the next one ten times, twelve levels deep. */
export function endlessPdf(): Buffer {
  const levels = Array.from({ length: 12 }, (_, level) => 4 + level);
  const form = (id: number): string => {
    const drawing = "/Next Do ".repeat(10);
    const rest = `/Resources << /XObject << /Next ${id + 1} 0 R >> >> /Length ${drawing.length}`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 300 200] ${rest} >>\nstream\n${drawing}\nendstream`;
  };
  const last = "0 0 m 9 9 l S";
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /XObject << /Next 5 0 R >> >> /Contents 4 0 R >>",
    ...levels.map(form),
    `<< /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Length ${last.length} >>\nstream\n${last}\nendstream`,
  ]);
}

/** A PDF of objects, of which the first is its catalogue. */
function fileOf(objects: readonly string[]): Buffer {
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, nth) => {
    const at = text.length;
    text += `${nth + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
