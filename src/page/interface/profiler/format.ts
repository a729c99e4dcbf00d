/** The panel is in English, like the terms of developers, so its numbers are formatted in English too. */
const NUMBERS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const SMALL_NUMBERS = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

export function count(value: number): string {
  return NUMBERS.format(value);
}

export function milliseconds(durationMs: number): string {
  return `${(durationMs < 10 ? SMALL_NUMBERS : NUMBERS).format(durationMs < 100 ? durationMs : Math.round(durationMs))} ms`;
}

export function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

export function share(value: number): string {
  return `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`;
}
