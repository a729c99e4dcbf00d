/** `, 12 s left`; empty while it is not known. */
export function leftWords(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 60) return `, ${Math.ceil(seconds)} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `, ${minutes} min left` : `, ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** 43 %; whole only when it is. */
export function shareWords(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
