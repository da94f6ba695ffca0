import type { ICruiseOptions, IForbiddenRuleType, IResolveOptions } from "dependency-cruiser";

export const mayImport: Readonly<Record<string, readonly string[]>>;
export const stages: Readonly<Record<string, readonly string[]>>;
export const webOrder: readonly string[];
export const wings: Readonly<Record<string, readonly string[]>>;
export const forbidden: IForbiddenRuleType[];
export const options: ICruiseOptions;
export const resolving: Partial<IResolveOptions>;
