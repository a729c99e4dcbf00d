/** Name of an element in every language: the name of its icon or row, else the last class. */
export function elementName({ dataset, id, classList, localName }: HTMLElement): string {
  return dataset['icon'] ?? dataset['row'] ?? (id || (classList.item(classList.length - 1) ?? localName));
}
