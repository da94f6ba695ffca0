import { z } from "zod";
import { refuse } from "../errors.ts";
import { about, bearer, fields, operation } from "../operation.ts";
import type { Context } from "../context.ts";
import type { Device } from "../devices.ts";
import { N } from "../modPow.ts";
import type { Verifier } from "../srp.ts";
import type { User } from "../users.ts";

const ConfirmDevice = z.object({
  AccessToken: fields.AccessToken,
  DeviceKey: fields.DeviceKey,
  DeviceName: z.string().max(1024).nullish(),
  DeviceSecretVerifierConfig: z.object({
    Salt: z.base64().min(1).max(128),
    PasswordVerifier: z.base64().min(1).max(1024),
  }),
});

const OneDevice = z.object({ AccessToken: fields.AccessToken, DeviceKey: fields.DeviceKey });

/** A user's own devices (contract section 5a: remembered only when the person asks for it). */
export const deviceOperations = [
  operation("ConfirmDevice", ConfirmDevice, async (context, input, caller) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    // A device can be confirmed only in the session that it was proposed to.
    const device = claims.deviceKey === input.DeviceKey ? await context.devices.find(user.sub, input.DeviceKey) : null;
    if (!device) throw refuse.deviceMissing();
    const verifier = parseVerifier(input.DeviceSecretVerifierConfig);
    if (!(await context.devices.confirm(device, input.DeviceName ?? "", verifier)))
      throw refuse.invalidParameter("Device already exists.");
    context.audit({ action: "device_confirmed", ...about(claims, user, caller) });
    return { UserConfirmationNecessary: true };
  }),

  operation(
    "UpdateDeviceStatus",
    OneDevice.extend({ DeviceRememberedStatus: z.enum(["remembered", "not_remembered"]) }),
    async (context, input, caller) => {
      const { claims, user } = await bearer(context, input.AccessToken);
      const device = await ownDevice(context, user, input.DeviceKey);
      const remembered = input.DeviceRememberedStatus === "remembered";
      await context.devices.setRemembered(device, remembered);
      context.audit({
        action: remembered ? "device_remembered" : "device_not_remembered",
        ...about(claims, user, caller),
      });
      return {};
    },
  ),

  operation(
    "ForgetDevice",
    z.object({ AccessToken: fields.AccessToken.optional(), DeviceKey: fields.DeviceKey }),
    async (context, input, caller) => {
      if (!input.AccessToken) throw refuse.invalidParameter("Missing required parameter AccessToken");
      const { claims, user } = await bearer(context, input.AccessToken);
      const device = await ownDevice(context, user, input.DeviceKey);
      await context.devices.forget(device.device_key);
      context.audit({ action: "device_forgotten", ...about(claims, user, caller) });
      return null;
    },
  ),

  operation("GetDevice", OneDevice.partial({ AccessToken: true }), async (context, input) => {
    if (!input.AccessToken) throw refuse.invalidParameter("Missing required parameter AccessToken");
    const { user } = await bearer(context, input.AccessToken);
    return { Device: deviceView(await ownDevice(context, user, input.DeviceKey)) };
  }),

  operation(
    "ListDevices",
    z.object({
      AccessToken: fields.AccessToken,
      Limit: z.int().min(0).max(60).nullish(),
      PaginationToken: z.string().max(2048).nullish(),
    }),
    async (context, input) => {
      const { user } = await bearer(context, input.AccessToken);
      return devicePage(context, user.sub, input.Limit, input.PaginationToken);
    },
  ),
];

/** One page of a user's devices, as ListDevices and AdminListDevices answer. */
export async function devicePage(
  context: Pick<Context, "devices">,
  sub: string,
  limit: number | null | undefined,
  token: string | null | undefined,
): Promise<object> {
  const size = limit || 60;
  const found = await context.devices.list(sub, size, token ?? null);
  const page = found.slice(0, size);
  const last = page.at(-1);
  return {
    Devices: page.map(deviceView),
    ...(found.length > size && last ? { PaginationToken: last.device_key } : {}),
  };
}

/** Dates are epoch seconds, as everywhere on this wire. */
export function deviceView(device: Device): object {
  return {
    DeviceKey: device.device_key,
    DeviceAttributes: [
      { Name: "device_status", Value: "valid" },
      { Name: "device_name", Value: device.name },
      { Name: "last_ip_used", Value: device.ip },
      { Name: "dev:device_remembered_status", Value: device.remembered ? "remembered" : "not_remembered" },
    ],
    DeviceCreateDate: device.created_at.getTime() / 1000,
    DeviceLastModifiedDate: device.updated_at.getTime() / 1000,
    DeviceLastAuthenticatedDate: device.last_authenticated_at.getTime() / 1000,
  };
}

async function ownDevice(context: Pick<Context, "devices">, user: User, deviceKey: string): Promise<Device> {
  const device = await context.devices.tracked(user.sub, deviceKey);
  if (!device) throw refuse.deviceMissing();
  return device;
}

function parseVerifier(config: { Salt: string; PasswordVerifier: string }): Verifier {
  const saltHex = Buffer.from(config.Salt, "base64").toString("hex");
  const verifierHex = Buffer.from(config.PasswordVerifier, "base64").toString("hex");
  const verifier = BigInt(`0x${verifierHex || "0"}`);
  // 0, 1 and N-1 would let anyone in without the device's password.
  if (!saltHex || verifier <= 1n || verifier >= N - 1n) throw refuse.invalidParameter("Invalid device secret verifier");
  return { saltHex, verifierHex };
}
