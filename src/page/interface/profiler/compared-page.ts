import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { ownAddress } from '../../platform/own-address.ts';
import { THREAD_NAMES } from '../../../../protocol/threads/thread-names.ts';
import { spansOf, type ThreadSpans } from '../../../../protocol/recording/thread-spans.ts';
import type { ComparedPage, Crossing, ServicePlace } from './worker-comparison.ts';

/** A session plays three seconds of the video at most, and must not reach the end screen. */
const LEFT_MIN_SECONDS = 5;

/** The position from which the sessions play: the page's position, or the last position with enough of the video left. */
export function comparedStart(positionSeconds: number, durationSeconds: number): number {
  const latest = Number.isFinite(durationSeconds) ? durationSeconds - LEFT_MIN_SECONDS : positionSeconds;
  return Math.floor(Math.max(0, Math.min(positionSeconds, latest)));
}

/** A video that has played for less has only shown its first frame. */
const PLAYED_MIN_SECONDS = 0.2;

/** Opens the player's page in a frame of the same origin, which has the same main thread. */
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
    async readCrossing() {
      const threads = await frame.contentWindow?.orielBoot?.spans?.read(THREAD_NAMES);
      return threads === undefined ? null : crossingOf(threads);
    },
    remove: () => frame.remove(),
  };
}

/** Averages the whole session so far. Most messages are shorter than the resolution of the clock, so this is only a lower bound. */
export function crossingOf(threads: readonly ThreadSpans[]): Crossing | null {
  const main = threads.find(({ lane }) => lane === 'main');
  const workers = threads.filter(({ lane, isInline }) => lane !== 'main' && !isInline);
  if (main === undefined || workers.length === 0) return null;
  const workersMs = workers.reduce((sum, thread) => sum + messagesMs(thread), 0);
  const seconds = main.readAtMs / 1_000;
  return { mainMs: messagesMs(main) / seconds, workersMs: workersMs / seconds };
}

function messagesMs(thread: ThreadSpans): number {
  const messages = spansOf(thread).filter(({ name, isOpen }) => !isOpen && (name === 'post' || name === 'receive'));
  return messages.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

/** The address of this page with the parameters of a comparison, and without those that start measurements. */
export function comparedAddress(
  pageAddress: string,
  videoId: string,
  startSeconds: number,
  place: ServicePlace,
): string {
  const address = ownAddress(`/embed/${encodeURIComponent(videoId)}`, pageAddress);
  address.search = new URL(pageAddress).search;
  for (const name of ['worker', 'enablejsapi', 'origin', 'list', 'playlist', 'end']) address.searchParams.delete(name);
  // The server isolates a page whose address has `profile`: without the same isolation the frame would have another thread.
  if (address.searchParams.has('profile')) address.searchParams.set('profile', '0');
  address.searchParams.set('autoplay', '1');
  address.searchParams.set('mute', '1');
  address.searchParams.set('start', String(startSeconds));
  if (place === 'main') address.searchParams.set('worker', 'off');
  return address.href;
}
