import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { ownAddress } from '../../platform/own-address.ts';
import type { ComparedPage, ServicePlace } from './worker-comparison.ts';

/** Less is a video that has shown its first frame and does not play. */
const PLAYED_MIN_SECONDS = 0.2;

/** The player's page in a frame of the same origin, which has the same main thread. */
export function openComparedPage(
  pageAddress: string,
  { videoId, startSeconds }: { readonly videoId: string; readonly startSeconds: number },
  place: ServicePlace,
  container: HTMLElement,
): ComparedPage {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandbox that allows this origin its scripts holds nothing
  const frame = container.ownerDocument.createElement('iframe');
  frame.title = place === 'workers' ? 'The video with its workers' : 'The video with the service on main';
  frame.allow = 'autoplay';
  frame.src = comparedAddress(pageAddress, videoId, startSeconds, place);
  container.replaceChildren(frame);
  return {
    check() {
      const media = frame.contentDocument?.querySelector('video');
      if (media === null || media === undefined)
        return fail(
          'html5.missingapi',
          'the page does not open in a frame: a policy of the provider or the browser forbids it',
        );
      const played = media.currentTime - startSeconds >= PLAYED_MIN_SECONDS;
      return played ? succeed(undefined) : fail('html5.missingapi', 'the video did not play in the frame in time');
    },
    remove: () => frame.remove(),
  };
}

/** The address of this page with what a comparison needs, and without what would measure itself. */
export function comparedAddress(
  pageAddress: string,
  videoId: string,
  startSeconds: number,
  place: ServicePlace,
): string {
  const address = ownAddress(`/embed/${encodeURIComponent(videoId)}`, pageAddress);
  address.search = new URL(pageAddress).search;
  for (const name of ['worker', 'enablejsapi', 'origin', 'list', 'playlist', 'end']) address.searchParams.delete(name);
  // The server isolates a page whose address has it: without the same isolation the frame would have another thread.
  if (address.searchParams.has('profile')) address.searchParams.set('profile', '0');
  address.searchParams.set('autoplay', '1');
  address.searchParams.set('mute', '1');
  address.searchParams.set('start', String(startSeconds));
  if (place === 'main') address.searchParams.set('worker', 'off');
  return address.href;
}
