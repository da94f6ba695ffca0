/**
 * base^exponent mod modulus, by the left-to-right 16-ary method (Knuth, The Art of Computer Programming 2, section 4.6.3).
 * Its duration depends on the exponent: for a person's own browser, where the exponents are that person's secrets.
 * @param base any integer
 * @param exponent ≥ 0
 * @param modulus > 1
 * @returns 0 … modulus − 1
 */
export function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const root = ((base % modulus) + modulus) % modulus;
  const powers = [1n];
  for (let digit = 1; digit < 16; digit++) powers.push((powers[digit - 1]! * root) % modulus);
  let result = 1n;
  for (const digit of exponent.toString(16)) {
    for (let squared = 0; squared < 4; squared++) result = (result * result) % modulus;
    result = (result * powers[Number.parseInt(digit, 16)]!) % modulus;
  }
  return result;
}
