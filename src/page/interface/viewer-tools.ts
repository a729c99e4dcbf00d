import type { Clock, MomentOf } from '../../../protocol/runtime/clock.ts';
import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { Language } from '../language/language.ts';
import type { Player, PlayerControl } from '../player/player.ts';
import type { SphericalLoader } from '../spherical/spherical-loader.ts';
import type { ViewerStateStore } from './opinions/viewer-state-store.ts';
import type { CaptionStyleStore } from './captions/caption-style-store.ts';
import type { ControlsVisibility } from './controls/controls-visibility.ts';
import type { Fullscreen } from './fullscreen/fullscreen.ts';
import type { Notices } from './shared/notices.ts';
import type { Panels } from './panels/panels.ts';
import type { PictureInPicture } from './picture-in-picture/picture-in-picture.ts';
import type { Resume } from './resume/resume.ts';
import type { SectionLoop } from './seek/section-loop.ts';
import type { ViewerMemory } from './resume/viewer-memory.ts';
import type { WholeSeconds } from './seek/whole-seconds.ts';

/** What the page passes to the interface when it loads. */
export interface PageTools {
  readonly player: Player;
  readonly clock: Clock;
  readonly momentOf: MomentOf;
  readonly visibility: ControlsVisibility;
  readonly fullscreen: Fullscreen;
  readonly pictureInPicture: PictureInPicture;
  readonly control: PlayerControl;
  readonly parameters: EmbedParameters;
  readonly call: Infrastructure['call'];
  /** N9: the id of this playback in feedback; unknown at first. */
  readonly playbackNonce: () => string | undefined;
  /** `params` are added to the report. */
  readonly reportError: (error: unknown, params?: Readonly<Record<string, string>>) => void;
  readonly root: HTMLElement;
  readonly media: HTMLVideoElement;
  /** The play button of the first paint. */
  readonly bigPlay: HTMLElement;
  readonly spherical: SphericalLoader;
  /** The elements under the controls that take presses: the picture and the poster. */
  readonly surface: readonly HTMLElement[];
  /** Nothing may be stored on this device (P10). */
  readonly isPrivate: () => boolean;
}

/** What components use. */
export interface ViewerTools extends PageTools {
  readonly language: Language;
  readonly panels: Panels;
  readonly notices: Notices;
  readonly memory: ViewerMemory;
  readonly captionStyles: CaptionStyleStore;
  readonly section: SectionLoop;
  readonly wholeSeconds: WholeSeconds;
  readonly resume: Resume;
  readonly viewerState: ViewerStateStore;
}
