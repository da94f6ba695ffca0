import { z } from "zod";
import { refuse } from "../errors.ts";
import { fields, operation } from "../operation.ts";
import { respond } from "../signIn/answers.ts";
import { refresh } from "../signIn/refresh.ts";
import { required, startPassword, startSrp } from "../signIn/start.ts";
import { onUser } from "./adminUsers.ts";
import { devicePage, deviceView } from "./devices.ts";

const Client = z.object({ UserPoolId: fields.UserPoolId, ClientId: fields.ClientId });
const deviceKey = { DeviceKey: fields.DeviceKey };

/** Sign-in on a user's behalf by a server, and the devices of a user; every call is signed. */
export const adminSessionOperations = [
  operation(
    "AdminInitiateAuth",
    Client.extend({ AuthFlow: z.string().max(64), AuthParameters: fields.Strings.default({}) }),
    async (context, input, caller) => {
      const pool = context.pools.byId(input.UserPoolId);
      if (context.pools.byClient(input.ClientId) !== pool)
        throw refuse.resourceMissing(`User pool client ${input.ClientId} does not exist.`);
      const parameters = input.AuthParameters;
      switch (input.AuthFlow) {
        case "ADMIN_USER_PASSWORD_AUTH":
        case "ADMIN_NO_SRP_AUTH":
          return startPassword(context, pool, parameters, caller);
        case "USER_SRP_AUTH":
          return startSrp(context, pool, parameters);
        case "REFRESH_TOKEN_AUTH":
        case "REFRESH_TOKEN": {
          const request = {
            token: required(parameters, "REFRESH_TOKEN"),
            deviceKey: parameters["DEVICE_KEY"] || null,
            rotating: false,
          };
          return { ChallengeParameters: {}, AuthenticationResult: await refresh(context, pool, request, caller) };
        }
        default:
          throw refuse.invalidParameter(`${input.AuthFlow} flow not enabled for this client`);
      }
    },
  ),

  operation(
    "AdminRespondToAuthChallenge",
    Client.extend({
      ChallengeName: z.string().max(64),
      Session: fields.Session.nullish(),
      ChallengeResponses: fields.Strings.default({}),
    }),
    async (context, input, caller) => {
      const pool = context.pools.byId(input.UserPoolId);
      if (context.pools.byClient(input.ClientId) !== pool)
        throw refuse.resourceMissing(`User pool client ${input.ClientId} does not exist.`);
      return respond(context, input.ChallengeName, {
        pool,
        sessionId: input.Session ?? undefined,
        responses: input.ChallengeResponses,
        caller,
      });
    },
  ),

  onUser(
    "AdminListDevices",
    { Limit: z.int().min(0).max(60).nullish(), PaginationToken: z.string().max(2048).nullish() },
    async ({ context, user, input }) => devicePage(context, user.sub, input.Limit, input.PaginationToken),
  ),

  onUser("AdminGetDevice", deviceKey, async ({ context, user, input }) => {
    const device = await context.devices.tracked(user.sub, input.DeviceKey);
    if (!device) throw refuse.deviceMissing();
    return { Device: deviceView(device) };
  }),

  onUser("AdminForgetDevice", deviceKey, async ({ context, user, input, note }) => {
    if (!(await context.devices.tracked(user.sub, input.DeviceKey))) throw refuse.deviceMissing();
    await context.devices.forget(input.DeviceKey);
    note("device_forgotten");
    return null;
  }),

  onUser(
    "AdminUpdateDeviceStatus",
    { ...deviceKey, DeviceRememberedStatus: z.enum(["remembered", "not_remembered"]) },
    async ({ context, user, input, note }) => {
      const device = await context.devices.tracked(user.sub, input.DeviceKey);
      if (!device) throw refuse.deviceMissing();
      const remembered = input.DeviceRememberedStatus === "remembered";
      await context.devices.setRemembered(device, remembered);
      note(remembered ? "device_remembered" : "device_not_remembered");
      return {};
    },
  ),
];
