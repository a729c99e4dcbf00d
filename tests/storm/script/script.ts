import type { Combination } from './combination.ts';
import type { Video } from './videos.ts';

/** A request to the player. */
export type Intent =
  /** A key by its name in Playwright. */
  | { readonly by: 'key'; readonly key: string }
  | { readonly by: 'pointer'; readonly on: 'big-play' | 'picture' | 'play-button' }
  | { readonly by: 'pointer'; readonly on: 'bar'; readonly share: number }
  | { readonly by: 'host'; readonly func: string; readonly args: readonly unknown[] }
  /** A position in a live stream, which the host can compute only after it has received the window. */
  | { readonly by: 'host'; readonly func: 'seekTo'; readonly behindLiveSeconds: number };

export interface Step {
  /** Time since the navigation, or since the player came to rest. */
  readonly atMs: number;
  readonly intent: Intent;
}

/** How the host page sends requests: by raw messages, or by the script of the API. */
export type HostChannel = 'raw' | 'api';

/** Everything that one trial does. The same seed makes the same script. */
export interface Script extends Combination {
  readonly seed: number;
  readonly host: HostChannel;
  readonly page: StartPage;
  /** The first phase begins with the navigation, each later phase when the player has come to rest. */
  readonly phases: readonly (readonly Step[])[];
}

/** Address of the embed page, and what its parameters mean. */
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
