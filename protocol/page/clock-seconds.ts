/**
 * Seconds of the forms of a time that links have: `18s`, `1m20s`, `1h2m3s`, `0:18`, `1:02:03`; `undefined` for anything else, also
 * for a number alone.
 */
export function clockSeconds(text: string): number | undefined {
  const written = text.trim().toLowerCase();
  if (/^\d+(:[0-5]?\d){1,2}$/.test(written))
    return written.split(':').reduce((total, part) => total * 60 + Number(part), 0);
  const parts = /^(?=.*[hms])(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$/.exec(written);
  if (parts === null) return undefined;
  const [hours, minutes, seconds] = parts.slice(1).map((part: string | undefined) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  return hours * 3_600 + minutes * 60 + seconds;
}
