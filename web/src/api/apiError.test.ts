import { errorCatalogue } from "@pulse/contract/errors";
import { expect, it } from "vitest";
import en from "../text/en.json";
import { ApiError } from "./apiError.ts";
import { errorOfAnswer, tooLargeForProxy } from "./errorOfAnswer.ts";
import { errorText } from "./errorText.ts";
import "./refusalLines.ts";
import { switchLanguage, loadPageTexts } from "../text/language.ts";

const answer = (content: unknown): unknown => ({ result: { content } });

// Each row of product.md section 8, "Handling": the answer, the code that it becomes, the text that people see.
it.each<[why: string, error: unknown, code: string | null, text: string]>([
  [
    "401 is token_expired, with the message of the content",
    errorOfAnswer(401, answer({ code: "unauthorized", message: "You need to be authorized" })),
    "token_expired",
    "You need to be authorized",
  ],
  ["401 with a bare message", errorOfAnswer(401, { message: "No" }), "token_expired", "You need to be authorized"],
  ["401 without any body", errorOfAnswer(401, null), "token_expired", "You need to be authorized"],
  [
    "a code of the catalogue is translated, whatever the message",
    errorOfAnswer(400, answer({ code: "reset_code_expired", message: "expired!" })),
    "reset_code_expired",
    "Reset Code is expired",
  ],
  [
    "another code keeps the content's message",
    errorOfAnswer(429, answer({ code: "too_many_requests", message: "Too many requests, try again in 60 s" })),
    "too_many_requests",
    "Too many requests, try again in 60 s",
  ],
  ["the content may be the message", errorOfAnswer(400, answer("Broken belt")), "RequestFailed", "Broken belt"],
  ["or data has it", errorOfAnswer(400, { data: { message: "In data" } }), "RequestFailed", "In data"],
  ["or data is it", errorOfAnswer(400, { data: "Data itself" }), "RequestFailed", "Data itself"],
  ["or the body has it", errorOfAnswer(502, { message: "Bad gateway" }), "RequestFailed", "Bad gateway"],
  ["nobody said anything", errorOfAnswer(500, {}), "RequestFailed", "Failed to fetch"],
  ["what came was no JSON", errorOfAnswer(502, null), "RequestFailed", "Failed to fetch"],
  [
    "our own limit of an upload is said",
    errorOfAnswer(
      413,
      answer({
        code: "file_too_large",
        message: "File size must be under 10 MB",
        details: [{ path: "file", code: "file_too_large", message: "File size must be under 10 MB" }],
      }),
    ),
    "file_too_large",
    "File size must be under 10 MB",
  ],
  [
    "a proxy's limit of an upload is not known, so its size is said",
    tooLargeForProxy(413, null, new Map([["file", new Blob([new Uint8Array(1_572_864)])]])),
    "RequestFailed",
    "A proxy in front of Pulse does not accept an upload of 1.5 MB. Raise its limit (for nginx: client_max_body_size) or send a smaller file",
  ],
  ["a network failure", new ApiError(0, "NetworkError", ""), "NetworkError", "Network error"],
  ["a generic failure", new TypeError("x is undefined"), null, "Operation failed"],
  [
    "no active site is a bad request",
    errorOfAnswer(400, answer({ code: "SelectSiteFirst", message: "Select site first" })),
    "SelectSiteFirst",
    "Select site first",
  ],
  [
    "a session that is missing or expired",
    new ApiError(401, "NotAuthenticated", ""),
    "NotAuthenticated",
    "User is not authenticated",
  ],
  ["no user at all", new ApiError(401, "SignInFirst", ""), "SignInFirst", "user should sign in first"],
  ["a refused refresh", new ApiError(401, "RefreshFailed", ""), "RefreshFailed", "Failed to refresh token"],
])("an error's text is chosen by what the answer has: %s", (_, error, code, text) => {
  if (code !== null) expect((error as ApiError).code).toBe(code);
  expect(errorText(error)).toBe(text);
});

it("an API error keeps the fields that were refused", () => {
  const details = [{ path: "customer_code", code: "customer_code_invalid", message: "Customer code is not valid" }];
  const error = errorOfAnswer(
    400,
    answer({ code: "customer_code_invalid", message: "Customer code is not valid", details }),
  );
  expect(error.details).toEqual(details);
});

it("an API error keeps all that the server says about refused fields", () => {
  const details = [
    { path: "name", code: "changed", theirs: "North", yours: "South" },
    { path: "sites", code: "in_use", items: [{ id: "1", name: "Harbour" }] },
    { path: "radius", code: "out_of_range", message: "No", min: 1, max: 9 },
  ];
  const error = errorOfAnswer(409, answer({ code: "conflict", message: "Somebody else has changed this", details }));
  expect(error.details).toMatchObject(details);
});

it("an API error has a text for every code of the contract, the server's where it has no placeholders", () => {
  const filled = Object.entries(errorCatalogue).filter(([, [, message]]) => !message.includes("{"));
  expect(en.errors).toMatchObject(Object.fromEntries(filled.map(([code, [, message]]) => [code, message])));
});

it("an API error asks to wait while the same change is in progress, instead of blaming somebody else", () => {
  const details = [{ path: "email", code: "in_progress", message: "" }];
  expect(errorText(new ApiError(409, "conflict", "", details))).toBe(en.errors.in_progress);
  expect(errorText(new ApiError(409, "conflict", ""))).toBe(en.errors.conflict);
});

it("an API error uses a general text in another language where the server's English has values filled in", async () => {
  const error = new ApiError(409, "in_use", "Role is in use");
  expect(errorText(error)).toBe("Role is in use");
  await switchLanguage("de");
  expect(errorText(error)).toBe("Wird noch verwendet");
  await switchLanguage("en");
});

it("an API error names each refused field with the server's reason, in the person's language", async () => {
  await loadPageTexts();
  const details = [
    {
      path: "url",
      code: "invalid_parameter",
      message: "must be a public https address, or one allowed by PULSE_WEBHOOK_ALLOW",
    },
    { path: "config.exit_timeout", code: "invalid_parameter", message: "must be a number" },
  ];
  const error = new ApiError(400, "invalid_parameter", "Invalid value was entered", details);
  expect(errorText(error)).toMatch(
    /^url: Must be a public https address.*PULSE_WEBHOOK_ALLOW. exit timeout: Must be a number$/,
  );
  await switchLanguage("de");
  expect(errorText(error)).toMatch(
    /^url: Muss eine öffentliche https-Adresse.*PULSE_WEBHOOK_ALLOW erlaubt. exit timeout: Muss eine Zahl sein$/,
  );
  await switchLanguage("en");
});
