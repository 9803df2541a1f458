/**
 * Parses an amount of naira as people type it ("₦1,500.50", "#2 000").
 * @returns kobo, or NaN if the text is not an amount
 */
export function parseNaira(typed: string): number {
  const plain = typed.replace(/[\s,₦#]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN
}
