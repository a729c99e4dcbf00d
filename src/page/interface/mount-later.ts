import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Connection } from '../player/connection/connection.ts';
import type { Player } from '../player/player.ts';
import { READY_STATE } from '../player/stream/media-element.ts';

export interface MountLaterOptions {
  readonly root: HTMLElement;
  readonly media: Pick<HTMLVideoElement, 'addEventListener' | 'readyState'>;
  readonly player: Player;
  readonly connection: Pick<Connection, 'get' | 'note' | 'subscribe'>;
  readonly clock: Clock;
  /** The viewer has already pressed something. */
  readonly isDue: boolean;
  /** Loads the interface and mounts it. */
  readonly mount: () => Promise<unknown>;
  /** Whether the video has started by itself or by a tap. */
  readonly isAlone: () => boolean;
  /**
   * For a video that starts by itself or by a tap: calls `need` at the first reason to mount the interface (alone/). Resolves to a
   * callback that receives the outcome of each attempt to mount. `isBegun`: whether an input has already started an attempt.
   */
  readonly leaveAlone?: (need: () => void, isBegun: () => boolean) => Promise<(isMounted: boolean) => void>;
  readonly reportError: (error: unknown) => void;
}

/** An interface that failed to load is requested again after this time: browsers report only a lost network, not an unreachable server. */
export const MOUNT_RETRY_MS = 5_000;

/**
 * A pointer on the picture of a cued video, or focus on its play button, probably precedes a press, so the interface waits this long.
 * Loading earlier, it would compete with the first frame for bandwidth and main thread; it loads with that frame anyway.
 */
export const PRESS_PATIENCE_MS = 1_000;

/**
 * The interface loads when it is needed: with the first frame, an error, a live stream to wait for, or the viewer's first input; for a
 * video that starts by itself or by a tap, only with another input or something to show (alone/). Until then only the first paint is
 * shown, and the video starts without competition for bandwidth.
 */
export function mountInterfaceLater(options: MountLaterOptions): void {
  const { root, media, player, connection, clock, isDue, mount, isAlone, leaveAlone, reportError } = options;
  const mounted = new AbortController();
  const { signal } = mounted;
  let waiting = new AbortController();
  let hasFailed = false;
  let isLeft = false;
  let ended = (_isMounted: boolean): void => undefined;
  const words = root.querySelector<HTMLElement>('.unreached');
  // Shows on the first paint why nothing plays, and a button; after a pause only the button.
  const show = (): void => {
    const { state, error } = player.getSnapshot();
    const isBuffering = state === PLAYER_STATE.buffering;
    const plays = (isBuffering || state === PLAYER_STATE.playing) && media.readyState >= READY_STATE.futureData;
    const isAway = connection.get() === 'offline' && !plays && (hasFailed || error !== null || isBuffering);
    if (words !== null) words.hidden = !isAway;
    root.toggleAttribute('data-unreached', isAway || state === PLAYER_STATE.paused);
  };
  const mountOnce = (): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    mount().then(
      () => {
        mounted.abort();
        ended(true);
        root.removeAttribute('data-unreached');
        if (hasFailed) connection.note('returned');
      },
      (error: unknown) => {
        reportError(error);
        ended(false);
        hasFailed = true;
        connection.note('lost');
        waitForViewer();
        show();
      },
    );
  };
  // Runs after a failure, too: the next attempt may succeed.
  const waitForViewer = (): void => {
    waiting = new AbortController();
    const { signal: found } = waiting;
    const later = (delayMs: number): void => found.addEventListener('abort', clock.after(delayMs, mountOnce));
    let isPressed = false;
    let isTapping = false;
    const meet = ({ type, target, pointerType }: Event & Partial<PointerEvent>): void => {
      const isWaiting = !hasFailed && player.getSnapshot().state === PLAYER_STATE.cued;
      // The document itself can be a target.
      const picture = (target as Partial<Element>).closest?.('.big-play,.poster,.media');
      const isOnPicture = type !== 'keydown' && Boolean(picture);
      const mayPlay = isWaiting && isOnPicture;
      if (type === 'pointerdown') isTapping = mayPlay && pointerType === 'touch' && leaveAlone !== undefined;
      // The tap that plays needs no interface.
      if (isTapping && type !== 'keydown') {
        isTapping = type !== 'click';
        return;
      }
      if (!mayPlay) return mountOnce();
      if (!isPressed) later(PRESS_PATIENCE_MS);
      isPressed = true;
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click'] as const)
      root.ownerDocument.addEventListener(type, meet, { signal: found, passive: true });
    if (hasFailed) later(MOUNT_RETRY_MS);
  };
  const hasStarted = (): boolean => {
    const { state, error, live } = player.getSnapshot();
    // Only the interface can show the condition of a live stream that is not on.
    const isAway = live !== null && live.condition !== 'on';
    return isAway || error !== null || state === PLAYER_STATE.playing || state === PLAYER_STATE.paused;
  };
  const start = (): void => {
    if (leaveAlone === undefined || !isAlone()) return mountOnce();
    if (isLeft || waiting.signal.aborted) return;
    isLeft = true;
    const need = (): void => {
      if (!hasFailed) mountOnce();
    };
    leaveAlone(need, () => hasFailed || waiting.signal.aborted).then(
      (tell) => (ended = tell),
      (error: unknown) => {
        reportError(error);
        mountOnce();
      },
    );
  };
  const follow = (): void => {
    show();
    if (hasStarted() && !hasFailed) start();
  };
  // Until now the inline script of the page has shown the lost connection.
  show();
  waitForViewer();
  const stops = [
    player.subscribe(follow),
    connection.subscribe(() => {
      show();
      if (hasFailed && connection.get() === 'back') mountOnce();
    }),
  ];
  for (const type of ['waiting', 'playing']) media.addEventListener(type, show, { signal });
  signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
  if (isDue) mountOnce();
}
