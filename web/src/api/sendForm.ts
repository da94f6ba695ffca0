interface Form {
  headers: Readonly<Record<string, string>>;
  /** The JSON of the part `data`. */
  data: unknown;
  files: ReadonlyMap<string, Blob>;
  onSent?: ((share: number) => void) | undefined;
}

/**
 * Sends JSON and files as one form, by XMLHttpRequest: fetch does not report how much of a body has been sent.
 * @throws {Error} when nobody answered
 */
export function sendForm(method: string, path: string, { headers, data, files, onSent }: Form): Promise<Response> {
  const body = new FormData();
  body.append("data", JSON.stringify(data));
  for (const [part, file] of files) body.append(part, file, file instanceof File ? file.name : part);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = "text";
    request.upload.addEventListener("progress", ({ loaded, total }) => onSent?.(total === 0 ? 1 : loaded / total));
    request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
    for (const failure of ["error", "abort", "timeout"])
      request.addEventListener(failure, () => reject(new Error("nobody answered")));
    request.send(body);
  });
}
