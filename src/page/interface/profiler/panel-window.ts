import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';

interface PanelWindow {
  readonly body: HTMLElement;
  readonly close: () => void;
}

/** The API of windows that stay on top; Chromium has it in top-level pages only. */
interface DocumentPictureInPicture {
  requestWindow(size: { readonly width: number; readonly height: number }): Promise<Window>;
}

const SIZE = { width: 860, height: 640 } as const;
const NAME = 'oriel-profiler';

/** Opens an empty window with the styles of the page: a window that stays on top, else a popup. Needs a gesture. */
export async function openPanelWindow(opener: Window, onClosed: () => void): Promise<Outcome<PanelWindow>> {
  const opened = (await onTop(opener)) ?? opener.open('', NAME, `popup,width=${SIZE.width},height=${SIZE.height}`);
  if (opened === null) return fail('html5.missingapi', 'the browser or the host page allows no window');
  copyDocument(opener.document, opened.document);
  opened.addEventListener('pagehide', onClosed);
  const body = opened.document.createElement('div');
  body.className = 'player profiler-window';
  opened.document.body.replaceChildren(body);
  return succeed({
    body,
    close() {
      opened.removeEventListener('pagehide', onClosed);
      opened.close();
    },
  });
}

async function onTop(opener: Window): Promise<Window | null> {
  const api = (opener as Window & { readonly documentPictureInPicture?: DocumentPictureInPicture })
    .documentPictureInPicture;
  try {
    return (await api?.requestWindow(SIZE)) ?? null;
  } catch {
    // Browsers refuse it in a frame, and without a gesture.
    return null;
  }
}

/** Copies title, theme and style sheets. */
function copyDocument(from: Document, to: Document): void {
  to.title = 'Stats for nerds';
  to.documentElement.lang = 'en';
  const theme = from.documentElement.dataset['theme'];
  if (theme !== undefined) to.documentElement.dataset['theme'] = theme;
  for (const sheet of from.querySelectorAll('link[rel="stylesheet"], style')) {
    const copy = to.importNode(sheet, true);
    // An empty document has no base for relative addresses.
    if (sheet instanceof HTMLLinkElement) (copy as HTMLLinkElement).href = sheet.href;
    to.head.append(copy);
  }
}
