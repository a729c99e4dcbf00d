/** Names under which servers serve this script. */
const OWN_NAME = /\/(iframe|player)_api\b/;

/**
 * Address of this script; empty if it cannot be determined. Browsers name the script of a tag. The address of a module, an imported
 * script, or a script whose text a page has fetched and run, is found in the stack, then in the tags and requests of the page.
 */
export function scriptAddress({ document, performance }: Window, stack: string): string {
  // An image or form named `currentScript` hides the property.
  const tag = document.currentScript as HTMLScriptElement | null;
  if (tag?.localName === 'script' && tag.src.startsWith('http')) return tag.src;
  const known = [
    ...(stack.match(/https?:[^\s)]+(?=:\d+:\d+)/g) ?? []),
    ...Array.from(document.scripts, ({ src }) => src),
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ];
  return known.find((address) => OWN_NAME.test(address)) ?? '';
}
