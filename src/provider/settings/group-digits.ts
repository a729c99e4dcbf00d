/** A whole number as the documentation writes it: `21 600`. */
export function groupDigits(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ');
}
