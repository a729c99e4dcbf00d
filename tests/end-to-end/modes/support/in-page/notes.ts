import { textOf } from './control.ts';

const SPEAKING = '.notice, [role="status"], [role="alert"]';

/** Texts that the page says, and those that it copies, since the last press. */
export class Notes {
  readonly said: string[] = [];
  readonly copied: string[] = [];

  constructor() {
    new MutationObserver((records) => this.#read(records)).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    // Both ways to copy, where they have worked.
    document.addEventListener('copy', () => {
      const { activeElement } = document;
      this.copied.push(activeElement instanceof HTMLTextAreaElement ? activeElement.value : String(getSelection()));
    });
    // Absent where the page is not of a trustworthy origin.
    const clipboard: Clipboard | undefined = navigator.clipboard;
    const write = clipboard?.writeText.bind(clipboard);
    if (write !== undefined)
      clipboard.writeText = async (text) => {
        await write(text);
        this.copied.push(text);
      };
  }

  forget(): void {
    this.said.length = this.copied.length = 0;
  }

  #read(records: readonly MutationRecord[]): void {
    const changed = new Set<Element>();
    for (const { target, addedNodes } of records) {
      const speaking = (target instanceof Element ? target : target.parentElement)?.closest(SPEAKING);
      if (speaking) changed.add(speaking);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const part of [node, ...node.querySelectorAll('*')]) if (part.matches(SPEAKING)) changed.add(part);
    }
    for (const element of changed) {
      const text = textOf(element);
      if (text !== '' && element.checkVisibility({ visibilityProperty: true })) this.said.push(text);
    }
  }
}
