export interface SearchOutcome {
  readonly found: (element: Element) => void;
  /** @param problem For the page's author. */
  readonly missing: (problem: string) => void;
}

const WANTED = 'a player needs an element or its id';

/** Accepts an element, or finds it by its id, waiting until it has been parsed. */
export function whenFound(target: unknown, document: Document, { found, missing }: SearchOutcome): void {
  if (!target) throw new TypeError(WANTED);
  if (isElement(target)) return found(target);
  if (typeof target !== 'string') return missing(WANTED);
  const find = (): boolean => {
    const element = document.getElementById(target);
    if (element !== null) found(element);
    return element !== null;
  };
  if (find()) return;
  const problem = `no element has the id '${target}'`;
  if (document.readyState !== 'loading') return missing(problem);
  document.addEventListener('DOMContentLoaded', () => void (find() || missing(problem)), { once: true });
}

/** True for elements of any document. Reading a cross-origin window throws. */
export function isElement(target: unknown): target is Element {
  try {
    return (target as Partial<Node>).nodeType === 1;
  } catch {
    return false;
  }
}
