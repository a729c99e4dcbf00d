/** `1:02:03`, `2:03`, `0:03`, with `fractionDigits` `0:03.04`. Negative and unknown times are written as zero. */
export function clockTime(seconds: number, fractionDigits = 0): string {
  const known = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
  const whole = Math.floor(known);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  if (fractionDigits === 0) return clock;
  const fraction = Math.floor((known - whole) * 10 ** fractionDigits);
  return `${clock}.${String(fraction).padStart(fractionDigits, '0')}`;
}

/** Seconds of `1:02:03`, `1:23` or `83.5`, as people write a moment; `undefined` for another text. */
export function readClockTime(text: string): number | undefined {
  if (!/^\s*(?:(?:\d+:)?[0-5]?\d:[0-5]?\d|\d+)(?:\.\d+)?\s*$/.test(text)) return undefined;
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
