import type { Page } from 'playwright';

/** Numbers in tables that a line break divides. */
export function brokenFigures(page: Page): Promise<string[]> {
  return page.locator('td').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (texts.nextNode() !== null) {
        const { currentNode } = texts;
        for (const { index, 0: figure } of (currentNode.textContent ?? '').matchAll(/\d[\d.,]*/g)) {
          const range = document.createRange();
          range.setStart(currentNode, index);
          range.setEnd(currentNode, index + figure.length);
          if (range.getClientRects().length > 1) broken.push(cell.textContent);
        }
      }
      return broken;
    }),
  );
}
