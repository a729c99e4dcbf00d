/** Top of the vertical axis: a bit above the highest value, and one of the unit where all are zero. */
export const axisTop = (highest: number | null | undefined): number => (highest ? highest * 1.08 : 1);
