import type { FloorPoint } from "../demo/model.ts";

/** What is wrong with one gateway, and nobody was told. */
export interface GatewayFault {
  /** Where it truly hangs on its floor. */
  hangsAt?: FloorPoint;
  /** From when on it hears weaker, and by how much, dB; Infinity: it hears nothing. */
  deaf?: { fromS: number; byDb: number };
  /** From when on it loses this share of what it should hear, however strong: something beside it sends as well. */
  loses?: { fromS: number; share: number };
}

/** What a gateway's deafness takes at a moment, dB. */
export function deafDb(fault: GatewayFault | undefined, atS: number): number {
  const deaf = fault?.deaf;
  return deaf && atS >= deaf.fromS ? deaf.byDb : 0;
}

/** Which share of its packets a gateway loses at a moment. */
export function lostShare(fault: GatewayFault | undefined, atS: number): number {
  const loses = fault?.loses;
  return loses && atS >= loses.fromS ? loses.share : 0;
}
