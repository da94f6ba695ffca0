import { buffer } from "node:stream/consumers";
import yazl from "yazl";

/** An archive of these files, in this order. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** An archive with a file of a name that a well-behaved program would not write; as long as `from`. */
export async function zipWithName(from: string, to: string, content: string): Promise<Buffer> {
  const bytes = await zipOf({ [from]: content });
  return Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");
}
