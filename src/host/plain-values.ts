/** Any value as text. Some have none: objects without a prototype, and those whose `toString` throws. */
export function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}

/** What refers to itself, large integers and windows of other origins have no JSON. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Frames speak JSON, in which an object can look like a number and be none. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** A text as a part of a path. Half a character has no encoding; no video is named with one. */
export function pathPart(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%EF%BF%BD';
  }
}
