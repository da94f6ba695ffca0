import type { KeyValues } from "../storage/keyValues.ts";

/** Device keys are not tokens and survive a sign-out, so they have a storage key of their own (decisions C7). */
export const deviceKey = "cognito_device";

type Device = Readonly<Record<string, string>>;

/** The device keys of each user of this browser. */
export function createDeviceStore(storage: KeyValues) {
  const read = (): Record<string, Record<string, string>> => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(deviceKey) ?? "{}");
      return areDevices(stored) ? stored : {};
    } catch {
      return {};
    }
  };
  const write = (devices: Record<string, Record<string, string>>): void => {
    if (Object.keys(devices).length === 0) storage.removeItem(deviceKey);
    else storage.setItem(deviceKey, JSON.stringify(devices));
  };
  return {
    get: (user: string): Device | null => read()[user] ?? null,
    set(user: string, part: string, value: string): void {
      const devices = read();
      write({ ...devices, [user]: { ...devices[user], [part]: value } });
    },
    remove(user: string, part: string): void {
      const { [user]: device = {}, ...others } = read();
      const { [part]: _, ...rest } = device;
      write(Object.keys(rest).length === 0 ? others : { ...others, [user]: rest });
    },
    drop(user: string): void {
      const { [user]: _, ...others } = read();
      write(others);
    },
  };
}

/** Checked by hand: a sign-out needs them, and is possible before a validation library is loaded. */
function areDevices(stored: unknown): stored is Record<string, Record<string, string>> {
  const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;
  return (
    isRecord(stored) &&
    Object.values(stored).every(
      (device) => isRecord(device) && Object.values(device).every((part) => typeof part === "string"),
    )
  );
}
