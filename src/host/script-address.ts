/** The script by the names that servers give it. */
const OWN_NAME = /\/(iframe|player)_api\b/;

/**
 * Address of this script; empty if it cannot be determined. Browsers name the script of a tag. A module, an imported script and a
 * script that a page has fetched to run its text are found by the stack, then among the tags and the requests of the page.
 */
export function scriptAddress({ document, performance }: Window, stack: string): string {
  // A page finds its images and forms by this name, too.
  const tag = document.currentScript as HTMLScriptElement | null;
  if (tag?.localName === 'script' && tag.src.startsWith('http')) return tag.src;
  const known = [
    ...(stack.match(/https?:[^\s)]+(?=:\d+:\d+)/g) ?? []),
    ...Array.from(document.scripts, ({ src }) => src),
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ];
  return known.find((address) => OWN_NAME.test(address)) ?? '';
}
