/** An element with its texts and children; text is inserted as text, never as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Pick<HTMLElementTagNameMap[Name], keyof HTMLElementTagNameMap[Name]>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A section whose heading, which needs an id, is its accessible name. */
export function labelledSection(
  heading: HTMLHeadingElement,
  note: string,
  ...content: readonly HTMLElement[]
): HTMLElement {
  const section = element('section', {}, heading, element('p', { className: 'hint' }, note), ...content);
  section.setAttribute('aria-labelledby', heading.id);
  return section;
}
