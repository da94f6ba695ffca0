import { z } from "zod";
import { refuse } from "../errors.ts";
import { fields, operation } from "../operation.ts";
import { respond } from "../signIn/answers.ts";
import { startUserAuth } from "../signIn/firstFactors.ts";
import { startCustom } from "../signIn/customChallenge.ts";
import { refresh } from "../signIn/refresh.ts";
import { required, startPassword, startSrp } from "../signIn/start.ts";

const InitiateAuth = z.object({
  ClientId: fields.ClientId,
  AuthFlow: z.string().max(64),
  AuthParameters: fields.Strings.default({}),
});

const RespondToAuthChallenge = z.object({
  ClientId: fields.ClientId,
  ChallengeName: z.string().max(64),
  Session: fields.Session.nullish(),
  ChallengeResponses: fields.Strings.default({}),
});

const RefreshRequest = z.object({
  ClientId: fields.ClientId,
  RefreshToken: z.string().min(1).max(4096),
  DeviceKey: fields.DeviceKey.nullish(),
});

/** Sign-in and refresh, open to everyone. */
export const authOperations = [
  operation("InitiateAuth", InitiateAuth, async (context, input, caller) => {
    const pool = context.pools.byClient(input.ClientId);
    const parameters = input.AuthParameters;
    switch (input.AuthFlow) {
      case "USER_SRP_AUTH":
        return startSrp(context, pool, parameters);
      case "USER_PASSWORD_AUTH":
        return startPassword(context, pool, parameters, caller);
      case "USER_AUTH":
        return startUserAuth(context, pool, parameters, caller);
      case "CUSTOM_AUTH":
        return startCustom(context, pool, parameters);
      case "REFRESH_TOKEN_AUTH":
      case "REFRESH_TOKEN": {
        const token = required(parameters, "REFRESH_TOKEN");
        const deviceKey = parameters["DEVICE_KEY"] || null;
        const result = await refresh(context, pool, { token, deviceKey, rotating: false }, caller);
        return { ChallengeParameters: {}, AuthenticationResult: result };
      }
      default:
        // This refuses the ADMIN_* flows too, which only AdminInitiateAuth takes.
        throw refuse.invalidParameter(`${input.AuthFlow} flow not enabled for this client`);
    }
  }),

  operation("RespondToAuthChallenge", RespondToAuthChallenge, async (context, input, caller) =>
    respond(context, input.ChallengeName, {
      pool: context.pools.byClient(input.ClientId),
      sessionId: input.Session ?? undefined,
      responses: input.ChallengeResponses,
      caller,
    }),
  ),

  operation("GetTokensFromRefreshToken", RefreshRequest, async (context, input, caller) => {
    const pool = context.pools.byClient(input.ClientId);
    const request = { token: input.RefreshToken, deviceKey: input.DeviceKey ?? null, rotating: true };
    return { AuthenticationResult: await refresh(context, pool, request, caller) };
  }),
];
