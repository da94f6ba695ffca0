import type { ErrorCode } from "@pulse/contract/errors";
import { z } from "zod";
import { texts } from "../text/translate.ts";
import { ApiError } from "./apiError.ts";

/** The 401 that another sign-in with a password does not help against (additions A9). */
const ssoRequired = "sso_required" satisfies ErrorCode;

const RefusedField = z.looseObject({
  path: z.string(),
  code: z.string(),
  message: z.string().default(""),
  items: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
});
const Message = z.union([
  z.object({ message: z.string(), code: z.string().optional(), details: z.unknown().optional() }),
  z.string().transform((message) => ({ message, code: undefined, details: undefined })),
]);
const Details = z.array(RefusedField);
const Body = z.object({
  result: z.object({ content: z.unknown().optional() }).optional().catch(undefined),
  data: z.unknown().optional(),
  message: z.unknown().optional(),
});

/**
 * The error of an answer that is not 2xx (product.md section 8, Handling), read from its content, else its data, else its
 * message. Every 401 becomes `token_expired`, but where the company's account is required.
 */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const parts = Body.safeParse(body);
  const places = parts.success ? [parts.data.result?.content, parts.data.data, body, parts.data.message] : [body];
  const message = places.map((place) => Message.safeParse(place).data).find((each) => each !== undefined);
  const details = Details.safeParse(message?.details).data ?? [];
  const code = status === 401 && message?.code !== ssoRequired ? "token_expired" : (message?.code ?? "RequestFailed");
  return new ApiError(status, code, message?.message ?? "", details);
}

/**
 * The refusal of an upload by a proxy between the browser and Pulse, whose answer is no JSON. Its limit is not known, so the
 * upload's size is said. Null: it is none.
 */
export function tooLargeForProxy(
  status: number,
  body: unknown,
  files: ReadonlyMap<string, Blob> | undefined,
): ApiError | null {
  if (status !== 413 || body !== null) return null;
  const bytes = [...(files?.values() ?? [])].reduce((sum, { size }) => sum + size, 0);
  const size = `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)} MB`;
  return new ApiError(413, "RequestFailed", texts.t("errors.proxyLimit", { size }));
}
