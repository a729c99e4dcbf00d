/** Wraps content in a link that opens a new tab; without an address the content stays as it is. */
export function linked(
  document: Document,
  name: string,
  href: string | null,
  content: readonly (Node | string)[],
): readonly (Node | string)[] {
  if (href === null) return content;
  const link = document.createElement('a');
  link.className = name;
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.append(...content);
  return [link];
}
