import type { PreparedVideo } from '../../../protocol/provider/video-uploads.ts';
import { embedFrame } from './embed-frame.ts';

export interface EmbedCode {
  /** Label that contains the field with the code. */
  readonly label: HTMLElement;
  readonly copy: HTMLButtonElement;
}

/** The embed code of a video, and the button that copies it. */
export function embedCode(publicAddress: string, video: PreparedVideo): EmbedCode {
  const label = document.createElement('label');
  const code = document.createElement('textarea');
  code.readOnly = true;
  code.spellcheck = false;
  code.value = embedFrame(publicAddress, video).outerHTML;
  label.append('Code for a page', code);
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = 'Copy the code';
  copy.setAttribute('aria-label', `Copy the code: ${video.title}`);
  copy.addEventListener('click', () => void copyCode(code, copy));
  return { label, copy };
}

/** Copies the code. Without access to the clipboard, as over plain http, selects it, so that Ctrl+C copies it. */
async function copyCode(code: HTMLTextAreaElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.value);
    button.textContent = 'Copied';
    button.setAttribute('aria-label', 'Copied');
  } catch {
    code.focus();
    code.select();
  }
}
