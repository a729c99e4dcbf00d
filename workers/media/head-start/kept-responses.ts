import type { ArrivingSegments, KeptResponses } from './arriving-segments.ts';

/** Texts by absolute address. */
export function byAddress(texts: Readonly<Record<string, string>> = {}, baseUrl: string): Map<string, string> {
  return new Map(Object.entries(texts).map(([url, text]) => [new URL(url, baseUrl).href, text]));
}

/** Decodes bytes that the page has in base64. */
export function decodedBytes(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
}

/**
 * Responses that the page has inlined or requested, for an engine that begins. Empties `arriving`; `undefined` if there is no
 * response.
 */
export function takeKept(inlined: ReadonlyMap<string, string>, arriving: ArrivingSegments): KeptResponses | undefined {
  const kept: KeptResponses = new Map<string, string | ArrayBuffer>(inlined);
  for (const [url, stream] of arriving) kept.set(url, stream);
  arriving.clear();
  return kept.size === 0 ? undefined : kept;
}
