import { z } from "zod";

/** A call of the API that failed; `code` is the catalogue's, or one of our own for what never reached the server. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const Failure = z.object({ result: z.object({ content: z.object({ code: z.string(), message: z.string() }) }) });

/** The error of an answer that is not 2xx: 401 is `token_expired` whatever its code (product.md section 8). */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const failure = Failure.safeParse(body);
  const { code, message } = failure.success ? failure.data.result.content : { code: "RequestFailed", message: "" };
  return new ApiError(status, status === 401 ? "token_expired" : code, message);
}
