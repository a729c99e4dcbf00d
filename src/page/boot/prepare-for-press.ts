import type { PressPreparation } from './boot-state.ts';
import { onPressIntent, type PressIntentDependencies } from './on-press-intent.ts';
import type { PreparedStream } from './prepared-stream.ts';

/** A worker that no press has used after this time ends. */
export const UNUSED_MS = 10_000;

export interface PressPreparationOptions {
  readonly window: PressIntentDependencies['window'];
  readonly document: Pick<EventTarget, 'addEventListener'>;
  readonly root: PressIntentDependencies['root'] & { readonly dataset: DOMStringMap };
  readonly button: PressIntentDependencies['button'];
  /** Whether the viewer saves data; then nothing is prepared. */
  readonly savesData: () => boolean;
  readonly read: () => PreparedStream | null;
}

/** Prepares the stream once, when a press is near and nothing has been started. Only a press begins it. */
export function prepareForPress({
  window,
  document,
  root,
  button,
  savesData,
  read,
}: PressPreparationOptions): PressPreparation {
  const waiting = new AbortController();
  const { signal } = waiting;
  let prepared: PreparedStream | null = null;
  const rest = (): void => prepared?.rest();
  onPressIntent({ window, root, button }, signal, () => {
    if (!/unstarted|cued/.test(root.dataset['state'] ?? '') || savesData()) return;
    waiting.abort();
    prepared = read();
    prepared?.prepare();
    window.setTimeout(rest, UNUSED_MS);
    document.addEventListener('visibilitychange', rest, { once: true });
  });
  const end = (): PreparedStream | null => {
    waiting.abort();
    const ended = prepared;
    prepared = null;
    return ended;
  };
  return {
    videoId: root.dataset['painted'] ?? '',
    take(source) {
      const taken = end();
      const { startSeconds = taken?.startSeconds, quality = 'auto' } = source ?? {};
      if (startSeconds === taken?.startSeconds && quality === 'auto') return taken?.begin() ?? null;
      taken?.rest();
      return null;
    },
    drop: () => end()?.rest(),
  };
}
