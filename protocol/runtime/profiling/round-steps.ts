/** Round numbers from `from` to `to` for the marks of an axis: about `wanted` of them, at least `least` apart. */
export function roundSteps(from: number, to: number, wanted: number, least = 0): number[] {
  const rough = (to - from) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power);
  const places: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) places.push(at);
  return places;
}
