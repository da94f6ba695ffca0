import { text } from "node:stream/consumers";
import { openPromise } from "yauzl";

/** The text of a file in an archive; empty: there is none. */
export async function zipText(path: string, name: string): Promise<string> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName === name) return await text(await zip.openReadStreamPromise(entry));
    return "";
  } finally {
    zip.close();
  }
}
