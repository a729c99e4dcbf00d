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

/** A section that screen readers call by its heading, which has an id. */
export function labelledSection(
  heading: HTMLHeadingElement,
  note: string,
  ...content: readonly HTMLElement[]
): HTMLElement {
  const section = element('section', {}, heading, element('p', { className: 'hint' }, note), ...content);
  section.setAttribute('aria-labelledby', heading.id);
  return section;
}
