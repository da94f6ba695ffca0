/** Why a drawing is refused, in words that name the line and the element. */
export class DrawingFault extends Error {
  override readonly name = "DrawingFault";
}
