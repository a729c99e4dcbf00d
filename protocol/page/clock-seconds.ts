/** Forms of a time in links: `18`, `18s`, `1m20s`, `1h2m3s`, `0:18`, `1:02:03`. */
const TIME = /^(?:(\d+)(?:h|:(?=\d+:)))?(?:(\d+)[m:])?(?:(\d+(?:\.\d+)?)s?)?$/i;

/** Seconds of a time in one of the forms of links; `undefined` for any other text. */
export function clockSeconds(text: string): number | undefined {
  const [written, ...parts] = TIME.exec(text.trim()) ?? [];
  return written ? parts.reduce((total, part: string | undefined) => total * 60 + Number(part ?? 0), 0) : undefined;
}

/** Seconds of a parameter: a number, or a time in one of the forms of links; `undefined` for any other text. */
export function readSeconds(value: string | undefined): number | undefined {
  const number = value === undefined || value.trim() === '' ? NaN : (clockSeconds(value) ?? Number(value));
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Parameters for the start in links that people copy. */
const START_NAMES = ['start', 't', 'time_continue'];

/** Start of the video, from the first of these parameters with a readable value. */
export function startIn(value: (name: string) => string | null | undefined): number | undefined {
  return START_NAMES.map((name) => readSeconds(value(name) ?? undefined)).find((seconds) => seconds !== undefined);
}
