/** The table of CRC-32 (ISO 3309, reflected polynomial 0xEDB88320). */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Names are UTF-8 (general purpose bit 11); 1980-01-01, the format's first day, since the files have no time of their own. */
const utf8Flag = 0x0800;
const firstDay = 0x0021;
const version = 20;

/** Little-endian fields: a number and its width in bytes. */
function record(fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [, width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

/** Small text files in one ZIP archive, stored without compression (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12, 4.3.16). */
export function zipFile(files: readonly { name: string; text: string }[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [nameBytes, data] = [encoder.encode(name), encoder.encode(text)];
    const common = [
      [version, 2],
      [utf8Flag, 2],
      [0, 2],
      [0, 2],
      [firstDay, 2],
      [crc32(data), 4],
      [data.length, 4],
      [data.length, 4],
      [nameBytes.length, 2],
      [0, 2],
    ] as const;
    const header = record([[0x04034b50, 4], ...common]);
    parts.push(header, nameBytes, data);
    const place = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ] as const;
    directory.push(record([[0x02014b50, 4], [version, 2], ...common, ...place]), nameBytes);
    offset += header.length + nameBytes.length + data.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  return new Blob([...parts, ...directory, end] as BlobPart[], { type: "application/zip" });
}
