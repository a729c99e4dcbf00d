import { copyText } from '../shared/copy-text.ts';
import { errorDetails } from './error-details.ts';
import type { Features } from '../shared/features.ts';

/** Copies the details of the error on screen. Returns words that say whether this worked. */
export async function copyError({ page: { clock, root }, playback: { player }, language }: Features): Promise<string> {
  const snapshot = player.getSnapshot();
  const details = errorDetails(snapshot, {
    errorTitle: snapshot.error === null ? '' : language.sayError(snapshot.error).title,
    address: root.baseURI,
    userAgent: navigator.userAgent,
    nowMs: clock.monotonicNow(),
    isoTime: new Date(clock.now()).toISOString(),
  });
  return language.say((await copyText(root, details)) ? 'copied' : 'copyFailed');
}
