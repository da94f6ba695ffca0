const ringPx = 34;
const besidePx = 28;
const maxOnRing = 16;
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Places around a centre for things at the same spot: a ring, the first at the top; a spiral for many. */
export function fanOut(count: number): { dx: number; dy: number }[] {
  return Array.from({ length: count }, (_, index) => {
    if (count > maxOnRing) {
      const radius = besidePx * 0.6 * Math.sqrt(index + 0.5);
      return { dx: Math.cos(index * goldenAngle) * radius, dy: Math.sin(index * goldenAngle) * radius };
    }
    const radius = Math.max(ringPx, (count * besidePx) / (2 * Math.PI));
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return { dx: Math.cos(angle) * radius, dy: Math.sin(angle) * radius };
  });
}
