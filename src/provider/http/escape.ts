/** Escapes text for HTML text and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const JSON_ESCAPES: Readonly<Record<string, string>> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** Escapes JSON for a `<script>` element: nothing in it can end the element. */
export function escapeScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<\u2028\u2029]/g, (character) => JSON_ESCAPES[character] ?? '');
}

/** An element without content. Attributes that are `undefined` are omitted, `true` has no value. */
export function tag(name: string, attributes: Readonly<Record<string, string | number | true | undefined>>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return value === true ? [` ${key}`] : [` ${key}="${escapeHtml(String(value))}"`];
  });
  return `<${name}${written.join('')}>`;
}
