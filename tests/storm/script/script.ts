import type { Combination } from './combination.ts';
import type { Video } from './videos.ts';

/** One thing that is asked of the player. */
export type Intent =
  /** A key by the name that Playwright has for it. */
  | { readonly by: 'key'; readonly key: string }
  | { readonly by: 'pointer'; readonly on: 'big-play' | 'picture' | 'play-button' }
  | { readonly by: 'pointer'; readonly on: 'bar'; readonly share: number }
  | { readonly by: 'host'; readonly func: string; readonly args: readonly unknown[] }
  /** A place in a live stream, which the host knows only when it has been told of the window. */
  | { readonly by: 'host'; readonly func: 'seekTo'; readonly behindLiveSeconds: number };

export interface Step {
  /** Since the navigation, or since the player had come to rest. */
  readonly atMs: number;
  readonly intent: Intent;
}

/** How the page around the player speaks to it. */
export type HostChannel = 'raw' | 'api';

/** Everything that one trial does. The same seed makes the same script. */
export interface Script extends Combination {
  readonly seed: number;
  readonly host: HostChannel;
  readonly page: StartPage;
  /** The first begins with the navigation, each of the others when the player has come to rest. */
  readonly phases: readonly (readonly Step[])[];
}

/** Parameters in the address of the embed page. */
export interface StartPage {
  readonly path: string;
  readonly video: Video;
  readonly listIds: readonly string[] | null;
  readonly autoplay: boolean;
  readonly muted: boolean;
}

export function describeIntent(intent: Intent): string {
  if (intent.by === 'key') return `key ${intent.key}`;
  if (intent.by === 'host')
    return 'args' in intent
      ? `host ${intent.func}(${intent.args.map((value) => JSON.stringify(value)).join(', ')})`
      : `host seekTo(${intent.behindLiveSeconds.toFixed(0)} s behind the live edge)`;
  return intent.on === 'bar' ? `press on the bar at ${(intent.share * 100).toFixed(0)} %` : `press on the ${intent.on}`;
}
