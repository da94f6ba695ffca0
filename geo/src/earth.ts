/** The Earth's mean radius, WGS 84, m. */
export const meanRadiusM = 6_371_008.8;
/** One degree in radians. */
export const radians = Math.PI / 180;
