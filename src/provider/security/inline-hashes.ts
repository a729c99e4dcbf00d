import { createHash } from 'node:crypto';

export interface InlineHashes {
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
/** Types of scripts that browsers execute; data blocks are not executed, and need no hash. */
const RUNS = /^(?:module|text\/javascript|application\/javascript|importmap|speculationrules)$/i;

/** CSP sources for the inline scripts and styles of a page, so that no others can run in the page. */
export function inlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(SCRIPT)].filter(([, attributes = '']) => {
    const type = /\btype\s*=\s*["']?([^\s"'>]+)/i.exec(attributes)?.[1];
    return !/\bsrc\s*=/i.test(attributes) && (type === undefined || RUNS.test(type));
  });
  return {
    scriptHashes: scripts.map(([, , text = '']) => hashSource(text)),
    styleHashes: [...html.matchAll(STYLE)].map(([, text = '']) => hashSource(text)),
  };
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
