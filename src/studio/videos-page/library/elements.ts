/** An element with attributes and children; an attribute that is `undefined` is left out. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** @param of Object of the action, for screen readers, if the button's text does not name it. */
export function button(text: string, onClick: () => void, of?: string): HTMLButtonElement {
  const made = make('button', { type: 'button', 'aria-label': of === undefined ? undefined : `${text}: ${of}` }, text);
  made.addEventListener('click', onClick);
  return made;
}

/** A labelled field with an optional hint below. */
export function field(label: string, input: HTMLElement, hint?: string): HTMLLabelElement {
  return make(
    'label',
    { class: 'field' },
    label,
    input,
    ...(hint === undefined ? [] : [make('span', { class: 'hint' }, hint)]),
  );
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
