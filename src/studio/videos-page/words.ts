/** Remaining time, such as `, 12 s left`; empty while unknown. */
export function leftWords(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 60) return `, ${Math.ceil(seconds)} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `, ${minutes} min left` : `, ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** Share as a percentage, such as `43 %`, rounded down so that `100 %` means finished. */
export function shareWords(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
