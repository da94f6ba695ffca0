import type { FloorPoint } from "../demo/model.ts";

/** An unreported fault of one gateway. */
export interface GatewayFault {
  /** Where it is really installed on its floor. */
  hangsAt?: FloorPoint;
  /** When it starts to hear less, and how much weaker, dB; Infinity: it hears nothing. */
  deaf?: { fromS: number; byDb: number };
  /** When it starts to lose this share of its packets, however strong, because something next to it transmits too. */
  loses?: { fromS: number; share: number };
}

/** The loss from a gateway's deafness at a moment, dB. */
export function deafDb(fault: GatewayFault | undefined, atS: number): number {
  const deaf = fault?.deaf;
  return deaf && atS >= deaf.fromS ? deaf.byDb : 0;
}

/** The share of its packets that a gateway loses at a moment. */
export function lostShare(fault: GatewayFault | undefined, atS: number): number {
  const loses = fault?.loses;
  return loses && atS >= loses.fromS ? loses.share : 0;
}
