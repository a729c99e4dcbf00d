/** Name of an element, the same in every language: the name of its icon or row, else its id, its last class or its tag. */
export function elementName({ dataset, id, classList, localName }: HTMLElement): string {
  return dataset['icon'] ?? dataset['row'] ?? (id || (classList.item(classList.length - 1) ?? localName));
}
