import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * The reasons of a refusal by the fields of a form that they concern.
 * @param about the field that a code, or a path in our code's spelling, concerns
 */
export function refusedFields(error: unknown, values: Texts, about: Texts): Record<string, string> {
  const messages: Record<string, string> = {};
  if (!(error instanceof ApiError)) return messages;
  const summary = { path: error.code, code: error.code, message: error.message };
  for (const { path, code, message } of [...error.details, summary]) {
    const name = path.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const field = name in values ? name : (about[name] ?? about[path]);
    if (field === undefined) continue;
    // The server's sentence says more than this code.
    const isVague = code === "invalid_parameter" && message !== "" && path !== code;
    messages[field] ??= isVague ? message : errorText(new ApiError(400, code, message));
  }
  return messages;
}
