import type { Clock, MomentOf } from '../../../protocol/runtime/clock.ts';
import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import type { AfterPaint } from '../platform/after-paint.ts';
import type { BootState } from '../boot/boot-state.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { PageSpans } from '../profiling/page-spans.ts';
import type { Connection } from '../player/connection/connection.ts';
import type { MediaSupport } from '../engines/media-support.ts';
import type { Player, PlayerControl } from '../player/player.ts';
import type { SphericalLoader } from '../spherical/spherical-loader.ts';
import type { Attention } from './attention/attention.ts';
import type { LateAttention } from './attention/late-attention.ts';
import type { Fullscreen } from './fullscreen/fullscreen.ts';
import type { SoundOffer } from './unmute/sound-offer.ts';
import type { PictureInPicture } from './picture-in-picture/picture-in-picture.ts';
import type { Presses } from './presses.ts';

/** The document, its address and the world outside. */
export interface PageTools {
  readonly root: HTMLElement;
  readonly media: HTMLVideoElement;
  /** The play button of the first paint. */
  readonly bigPlay: HTMLElement;
  /** The elements under the controls that take presses: the picture and the poster. */
  readonly surface: readonly HTMLElement[];
  readonly parameters: EmbedParameters;
  readonly clock: Clock;
  /** Whether there is a network, as far as the browser knows. */
  readonly connection: Connection;
  readonly momentOf: MomentOf;
  /** Presses until the interface is shown. */
  readonly presses: Pick<Presses, 'isByFinger' | 'isDown' | 'over' | 'touch'>;
  readonly afterPaint: AfterPaint;
  readonly infrastructure: Infrastructure;
  /** `params` are added to the report. */
  readonly reportError: (error: unknown, params?: Readonly<Record<string, string>>) => void;
  readonly boot: Pick<BootState, 'policy' | 'startedAtMs' | 'firstFrameAtMs'>;
  readonly spans: Pick<PageSpans, 'ring' | 'inputs' | 'read' | 'workers'>;
}

/** The player and the ways to present it, as the page passes them. */
export interface GivenPlayback {
  readonly player: Player;
  readonly control: PlayerControl;
  /** The id of this playback in feedback; unknown at first (N9). */
  readonly playbackNonce: () => string | undefined;
  readonly lateAttention: LateAttention;
  /** Created before the interface, where the video has played without it (alone/). */
  readonly soundOffer?: SoundOffer | undefined;
  /** Touches on the picture before the interface, where the video has played without it (alone/). */
  readonly touches?: readonly PointerEvent[] | undefined;
  readonly fullscreen: Fullscreen;
  /** Media types of the browser, by which engines are chosen. */
  readonly support: MediaSupport;
  readonly pictureInPicture: PictureInPicture;
  readonly spherical: SphericalLoader;
}

/** The page's playback tools, with the attention model of the interface. */
export interface PlaybackTools extends GivenPlayback {
  readonly attention: Attention;
}

/** Services that the page passes to the interface when it loads. */
export interface GivenTools {
  readonly page: PageTools;
  readonly playback: GivenPlayback;
}
