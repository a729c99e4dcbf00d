/** Forms of a time in links: `18`, `18s`, `1m20s`, `1h2m3s`, `0:18`, `1:02:03`. */
const TIME = /^(?:(\d+)(?:h|:(?=\d+:)))?(?:(\d+)[m:])?(?:(\d+(?:\.\d+)?)s?)?$/i;

/** Seconds of a time in one of the forms of links; `undefined` for any other text. */
export function clockSeconds(text: string): number | undefined {
  const [written, ...parts] = TIME.exec(text.trim()) ?? [];
  return written ? parts.reduce((total, part: string | undefined) => total * 60 + Number(part ?? 0), 0) : undefined;
}
