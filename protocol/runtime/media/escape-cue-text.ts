const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes plain text for the text of a WebVTT cue. */
export function escapeCueText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] as string);
}
