/** Content in a link that opens a page beside the player, or as it is where there is no address. */
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
