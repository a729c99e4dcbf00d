import { make } from '../make.ts';
import type { Snippet } from '../generator/embed-snippets.ts';

/** How long a button shows its result. */
const NOTICE_MS = 2_000;

/** Shows code snippets, each with a copy button. Returns a function that updates the snippets that have changed. */
export function showSnippets(container: HTMLElement): (snippets: readonly Snippet[]) => void {
  const shown = new Map<string, HTMLElement>();
  return (snippets) => {
    for (const { title, code } of snippets) {
      const text = shown.get(title) ?? addSnippet(container, title);
      shown.set(title, text);
      text.textContent = code;
    }
  };
}

function addSnippet(container: HTMLElement, title: string): HTMLElement {
  const text = make('code');
  const copy = make('button', { type: 'button', className: 'quiet', ariaLabel: `Copy: ${title}` }, 'Copy');
  copy.addEventListener('click', () => void copyText(text, copy));
  const head = make('figcaption', {}, make('span', {}, title), copy);
  container.append(make('figure', { className: 'snippet' }, head, make('pre', { tabIndex: 0 }, text)));
  return text;
}

/** Copies a text. Without access to the clipboard, selects it, so that Ctrl+C copies it. */
async function copyText(text: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(text);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), NOTICE_MS);
}
