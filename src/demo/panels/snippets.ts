import { make } from '../make.ts';

export interface Snippet {
  readonly title: string;
  readonly code: string;
}

/** Code to take away, each with a button that copies it. Answers how to show other code. */
export function showSnippets(container: HTMLElement): (snippets: readonly Snippet[]) => void {
  let shown = '';
  return (snippets) => {
    const key = JSON.stringify(snippets);
    if (key === shown) return;
    shown = key;
    container.replaceChildren(...snippets.map(snippetElement));
  };
}

function snippetElement({ title, code }: Snippet): HTMLElement {
  const text = make('code', {}, code);
  const copy = make('button', { type: 'button', className: 'quiet' }, 'Copy');
  copy.ariaLabel = `Copy: ${title}`;
  copy.addEventListener('click', () => void copyText(text, copy));
  const head = make('figcaption', {}, make('span', {}, title), copy);
  return make('figure', { className: 'snippet' }, head, make('pre', { tabIndex: 0 }, text));
}

/** Without access to the clipboard the code is selected, so that a key press copies it. */
async function copyText(text: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(text);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), 2_000);
}

/** The shortest page that embeds and controls a video. */
export function scriptSnippet(playerOrigin: string, videoId: string): string {
  return [
    '<div id="player"></div>',
    `<script src="${playerOrigin}/iframe_api"></script>`,
    '<script>',
    `  const player = new Oriel.Player('player', { videoId: '${videoId}' });`,
    "  player.addEventListener('onStateChange', ({ data }) => console.log(data));",
    '</script>',
    '<button onclick="player.playVideo()">Play</button>',
  ].join('\n');
}
