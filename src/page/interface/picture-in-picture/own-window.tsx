import './own-window.css';
import { createPortal } from 'react-dom';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { playerStateName } from '../../../../protocol/host/player-state.ts';
import { Captions } from '../captions/captions.tsx';
import { CaptionsButton } from '../captions/captions-button.tsx';
import { togglePictureInPicture } from '../controls/commands.ts';
import { PlayButton } from '../controls/play-button.tsx';
import { bounded } from '../errors/bounded.tsx';
import { PressedControl } from '../keyboard/pressed-control.ts';
import { plainLabels } from '../plain/plain-labels.ts';
import { PlainSeekBar } from '../plain/plain-seek-bar.tsx';
import { PlaylistButtons } from '../playlist/playlist-buttons.tsx';
import { useShownSeconds } from '../seek/use-time.ts';
import type { Features } from '../shared/features.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { usePage, usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';
import { NO_WINDOW, ownWindow, type DocumentPictureInPicture } from './own-window-store.ts';

/** Wide enough for the controls in one row. Browsers remember a size that the viewer has given to the window. */
const WIDTH_PIXELS = 480;

/**
 * Moves the media element into a document picture-in-picture window, or back. Playback continues: Chromium keeps the element's source,
 * a worker's MediaSource too. If the browser refuses that window, and for 360° video, which is drawn on a canvas, the element's own
 * picture-in-picture is used.
 */
export async function showOwnWindow(
  features: Features,
  windows: DocumentPictureInPicture,
  active: boolean,
): Promise<void> {
  const { media, root } = features.page;
  const own = features.get(ownWindow).get();
  if (!active) {
    if (own.root === null) await root.ownerDocument.exitPictureInPicture();
    own.leave();
    return;
  }
  const isSpherical = features.playback.player.getSnapshot().spherical.fov !== undefined;
  // A refusal, for example of a request without a press, is ignored: the element's own request follows, whose refusal is reported.
  const opened = isSpherical ? null : await windows.requestWindow(sizeOf(media)).catch(() => null);
  if (opened === null) await media.requestPictureInPicture();
  else moveInto(opened, features);
}

function sizeOf({ videoWidth, videoHeight }: HTMLVideoElement): { readonly width: number; readonly height: number } {
  const ratio = videoHeight > 0 ? videoWidth / videoHeight : 16 / 9;
  return { width: WIDTH_PIXELS, height: Math.round(WIDTH_PIXELS / ratio) };
}

function moveInto(opened: Window, features: Features): void {
  const { document } = opened;
  const { media, root: pageRoot } = features.page;
  const { player } = features.playback;
  const page = pageRoot.ownerDocument;
  const store = features.get(ownWindow);
  document.documentElement.lang = page.documentElement.lang;
  document.documentElement.dir = page.documentElement.dir;
  document.documentElement.dataset['theme'] = page.documentElement.dataset['theme'] ?? '';
  document.title = page.title;
  for (const style of page.querySelectorAll('link[rel="stylesheet"], style'))
    document.head.append(document.importNode(style, true));
  const root = document.createElement('main');
  root.className = 'player own-window';
  root.ariaLabel = pageRoot.ariaLabel;
  document.body.append(root);
  const place = page.createComment('');
  media.replaceWith(place);
  root.append(media);
  const follow = (): void => {
    root.dataset['state'] = playerStateName(player.getSnapshot().state);
  };
  follow();
  const stop = player.subscribe(follow);
  hideControlsWithPointer(document, root);
  const pressed = new PressedControl(root);
  document.addEventListener('keydown', (event) => passKey(event, page, pressed));
  const leave = (): void => {
    if (media.ownerDocument === page) return;
    stop();
    const hasFocus = document.activeElement === media;
    place.replaceWith(media);
    // If the element had the focus in the window, it receives the focus in the page.
    if (hasFocus) features.playback.attention.moveFocus(() => media.focus({ preventScroll: true }));
    pageRoot.removeAttribute('data-own-window');
    store.update(NO_WINDOW);
    media.dispatchEvent(new Event('leavepictureinpicture'));
    opened.close();
  };
  // The viewer closes the window, or it closes with the page.
  opened.addEventListener('pagehide', leave);
  pageRoot.dataset['ownWindow'] = '';
  store.update({ root, leave });
  media.dispatchEvent(new Event('enterpictureinpicture'));
}

/** The window is small: its controls show while the pointer is in it, or the keyboard is used. */
function hideControlsWithPointer(document: Document, root: HTMLElement): void {
  const show = (isShown: boolean) => (): void => void root.toggleAttribute('data-idle', !isShown);
  document.documentElement.addEventListener('pointerenter', show(true));
  document.documentElement.addEventListener('pointermove', show(true));
  document.documentElement.addEventListener('pointerleave', show(false));
  document.addEventListener('keydown', show(true));
}

/** Passes keys that the window's own controls do not use to the page. */
function passKey(event: KeyboardEvent, page: Document, pressed: PressedControl): void {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
  // Not `instanceof`: elements of another window are not instances of this window's classes.
  const target = event.target as Element;
  if (event.defaultPrevented || (key === ' ' && target.closest('button') !== null)) return;
  if (target.closest('input') !== null && !pressed.is(target) && /^Arrow|^Home$|^End$/.test(key)) return;
  const init = { key, code, shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true };
  if (!page.body.dispatchEvent(new KeyboardEvent('keydown', init))) event.preventDefault();
}

/** Captions and controls over the video in its own window, as far as they fit. */
export function OwnWindowControls({ root }: { root: HTMLElement }) {
  const say = useSay();
  const { clock } = usePage();
  const { player } = usePlayback();
  const hasError = usePlayerState(({ error }) => error !== null);
  return createPortal(
    <div className="interface">
      {bounded('captions', Captions)}
      {!hasError && (
        <div className="control-bar" role="group" aria-label={say('controls')}>
          <PlainSeekBar player={player} clock={clock} labels={plainLabels(say)} />
          <div className="control-row">
            <div className="control-group">
              <PlayButton />
              {bounded('playlistButtons', PlaylistButtons)}
              {bounded('time', RunningTime)}
            </div>
            <div className="control-group">
              {bounded('captionsButton', CaptionsButton)}
              <IconButton
                icon="pictureInPicture"
                label={say('bringBack')}
                shortcut="i"
                onClick={() => togglePictureInPicture(player)}
              />
            </div>
          </div>
        </div>
      )}
    </div>,
    root,
  );
}

function RunningTime() {
  const seconds = useShownSeconds();
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  if (isLive) return null;
  return (
    <span className="time" dir="ltr" aria-hidden="true">
      {clockTime(seconds)} / {clockTime(durationSeconds)}
    </span>
  );
}
