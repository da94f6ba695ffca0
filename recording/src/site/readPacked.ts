/** Reads a compressed JSON file of the recording. Rejects if it cannot be fetched. */
export async function readPacked<Content>(url: string): Promise<Content> {
  const answer = await fetch(url);
  if (!answer.ok || answer.body === null) throw new Error(`${url} answered ${answer.status}`);
  const text = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(text).json()) as Content;
}

/** Calls `load` once for each key, and again after it has failed. */
export function once<Content>(load: (key: string) => Promise<Content>): (key: string) => Promise<Content> {
  const loaded = new Map<string, Promise<Content>>();
  return (key) => {
    const found = loaded.get(key);
    if (found !== undefined) return found;
    const loading = load(key);
    loaded.set(key, loading);
    loading.catch(() => loaded.delete(key));
    return loading;
  };
}
