// advlib has no types of its own; these are for the parts that the benchmark of dialects uses.
declare module "advlib-ble" {
  const advlib: {
    process(payload: string, processors: readonly unknown[], options: { isPayloadOnly: boolean }): object;
  };
  export default advlib;
}
declare module "advlib-ble-services" {
  const processor: unknown;
  export default processor;
}
declare module "advlib-ble-manufacturers" {
  const processor: unknown;
  export default processor;
}
