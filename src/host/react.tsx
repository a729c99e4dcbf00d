import {
  forwardRef,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  type CSSProperties,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type ReactNode,
  type RefAttributes,
} from 'react';
import type { OrielPlayerElement, OrielPlayerEvents } from './element/types.ts';
import './oriel-player.ts';

/** Names of the listener props for the events: `onReady`, `onTimeUpdate` … */
const HANDLERS = {
  loadstart: 'onLoadStart',
  ready: 'onReady',
  loadedmetadata: 'onLoadedMetadata',
  videochange: 'onVideoChange',
  statechange: 'onStateChange',
  play: 'onPlay',
  playing: 'onPlaying',
  pause: 'onPause',
  waiting: 'onWaiting',
  ended: 'onEnded',
  timeupdate: 'onTimeUpdate',
  durationchange: 'onDurationChange',
  progress: 'onProgress',
  seeking: 'onSeeking',
  seeked: 'onSeeked',
  volumechange: 'onVolumeChange',
  ratechange: 'onRateChange',
  qualitychange: 'onQualityChange',
  captionschange: 'onCaptionsChange',
  chapterchange: 'onChapterChange',
  pictureinpicturechange: 'onPictureInPictureChange',
  remoteplaybackchange: 'onRemotePlaybackChange',
  autoplayblocked: 'onAutoplayBlocked',
  error: 'onError',
} as const satisfies Record<keyof OrielPlayerEvents, string>;

type Handlers = {
  [Name in keyof OrielPlayerEvents as (typeof HANDLERS)[Name]]?: ((event: OrielPlayerEvents[Name]) => void) | undefined;
};

/** Attributes and events of `<oriel-player>`, and common attributes. A changed prop does not mount the element again. */
export interface OrielPlayerProps extends Handlers {
  readonly videoId?: string | undefined;
  readonly playlist?: string | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly autoplay?: boolean | undefined;
  readonly muted?: boolean | undefined;
  readonly loop?: boolean | undefined;
  /** On, unless it is `false`. */
  readonly controls?: boolean | undefined;
  readonly theme?: 'dark' | 'light' | undefined;
  readonly color?: string | undefined;
  readonly lang?: string | undefined;
  readonly title?: string | undefined;
  readonly aspectRatio?: string | undefined;
  readonly loading?: 'lazy' | 'eager' | undefined;
  readonly lite?: boolean | undefined;
  readonly poster?: string | undefined;
  readonly pauseOthers?: boolean | undefined;
  readonly geolocation?: boolean | undefined;
  /** Origin that serves the player. */
  readonly host?: string | undefined;
  readonly parameters?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** Content for browsers without scripts. */
  readonly children?: ReactNode;
}

/**
 * `<oriel-player>` as a component. The ref is the element: its methods work at once, and its `player` is the
 * promise client once the player is ready.
 */
export const OrielPlayer: ForwardRefExoticComponent<OrielPlayerProps & RefAttributes<OrielPlayerElement>> = forwardRef<
  OrielPlayerElement,
  OrielPlayerProps
>(function OrielPlayer(props, ref) {
  const element = useRef<OrielPlayerElement>(null);
  const latest = useRef<OrielPlayerProps>(props);
  const stop = useRef<() => void>(() => undefined);
  useImperativeHandle(ref, () => element.current as OrielPlayerElement, []);
  useEffect(() => {
    latest.current = props;
  });
  // Listens as soon as the element is attached: an effect, which may wait for the next paint, would miss the first events.
  const attach = useCallback((made: OrielPlayerElement | null) => {
    element.current = made;
    stop.current();
    stop.current = made === null ? () => undefined : listen(made, latest);
  }, []);
  // The player of a server-rendered page may have become ready before this effect, in which the ref of the page is set.
  useEffect(() => {
    const { player = null } = element.current ?? {};
    if (player !== null) callOnReady(new CustomEvent('ready', { detail: { player } }), latest);
  }, []);
  return (
    <oriel-player {...attributesOf(props)} ref={attach}>
      {props.children}
    </oriel-player>
  );
});

/** Players whose `onReady` has been called. */
const readyPlayers = new WeakSet();

interface Latest {
  readonly current: OrielPlayerProps;
}

function callOnReady(event: OrielPlayerEvents['ready'], latest: Latest): void {
  if (readyPlayers.has(event.detail.player)) return;
  readyPlayers.add(event.detail.player);
  latest.current.onReady?.(event);
}

function listen(element: OrielPlayerElement, latest: Latest): () => void {
  const listening = new AbortController();
  const call = (event: Event): void => {
    // Events of elements inside the player's element bubble, too.
    if (event.target !== element) return;
    if (event.type === 'ready') return callOnReady(event as OrielPlayerEvents['ready'], latest);
    const handler = latest.current[HANDLERS[event.type as keyof typeof HANDLERS]];
    (handler as ((event: Event) => void) | undefined)?.(event);
  };
  for (const name of Object.keys(HANDLERS)) element.addEventListener(name, call, { signal: listening.signal });
  return () => listening.abort();
}

/** Maps props to attributes, with flags that React 18 and 19 both write correctly on custom elements. */
function attributesOf(props: OrielPlayerProps): OrielPlayerTag {
  const { playlist, start, end, theme, color, lang, title, loading, poster, host, parameters, id, style } = props;
  const flag = (value: boolean | undefined): true | undefined => value || undefined;
  return {
    'video-id': props.videoId,
    playlist,
    start,
    end,
    autoplay: flag(props.autoplay),
    muted: flag(props.muted),
    loop: flag(props.loop),
    controls: props.controls === false ? 'false' : undefined,
    theme,
    color,
    lang,
    title,
    'aspect-ratio': props.aspectRatio,
    loading,
    lite: flag(props.lite),
    poster,
    'pause-others': flag(props.pauseOthers),
    geolocation: flag(props.geolocation),
    host,
    parameters,
    id,
    style,
    /** On custom elements React 18 would write an attribute named `className`. */
    class: props.className,
  };
}

type Flag = boolean | '' | 'true' | 'false' | undefined;

/** The attributes of the element in JSX, for pages that use it without the component. */
export interface OrielPlayerTag extends HTMLAttributes<OrielPlayerElement> {
  readonly class?: string | undefined;
  readonly 'video-id'?: string | undefined;
  readonly playlist?: string | undefined;
  readonly start?: number | string | undefined;
  readonly end?: number | string | undefined;
  readonly autoplay?: Flag;
  readonly muted?: Flag;
  readonly loop?: Flag;
  readonly controls?: Flag;
  readonly theme?: string | undefined;
  readonly 'aspect-ratio'?: string | undefined;
  readonly loading?: string | undefined;
  readonly lite?: Flag;
  readonly poster?: string | undefined;
  readonly 'pause-others'?: Flag;
  readonly geolocation?: Flag;
  readonly host?: string | undefined;
  readonly parameters?: string | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element itself, with its attributes. */
      'oriel-player': React.DetailedHTMLProps<OrielPlayerTag, OrielPlayerElement>;
    }
  }
}
