import type { KEPT_FROM } from '../../../../protocol/privacy/consent.ts';
import { CHOICE_PREFERENCE } from '../../../../protocol/infrastructure/cookies.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';
import type { Infrastructure } from '../../infrastructure/infrastructure.ts';
import type { Player, PlayerControl, PlayerSnapshot } from '../../player/player.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';
import { defineFeature } from '../shared/features.ts';
import { isPausedForGood, placeOf } from './resume.ts';

/** Smallest picture for the question, in sizes of the text, which viewers can enlarge: on a smaller picture it would cover the controls. */
const ROOM_EM = { width: 12.5, height: 11.5 };
/** Smallest height while captions are on: in a lower frame, captions need the room of the question. */
const CAPTIONS_ROOM_EM = 18;

/** Not read from the table `KEPT_FROM`, which would then load before the first frame; the type is checked against the table. */
const POSITIONS_LEVEL: (typeof KEPT_FROM)['positions'] = 'functional';

export interface ResumeQuestionDependencies {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'lastSourceOf'>;
  readonly clock: Clock;
  /** Whether the browser stores anything for the page: browsers may refuse storage to frames of other sites. */
  readonly canStore: () => boolean;
  readonly infrastructure: Pick<Infrastructure, 'privacy' | 'writePreference'>;
  /** The picture, which a docked panel makes narrower. */
  readonly picture: { readonly clientWidth: number; readonly clientHeight: number };
  /** The interface's size of text, CSS pixels. */
  readonly textPx: () => number;
  readonly reportError: (error: unknown) => void;
}

/**
 * Shows the question whether positions may be remembered, when a position would be lost: once a page, where viewer, browser, host
 * and site have not decided. 'No' is not stored, since the answer is to store nothing.
 */
export class ResumeQuestion extends OwnSnapshot<{ readonly isAsked: boolean }> {
  readonly #dependencies: ResumeQuestionDependencies;
  #hasAsked = false;

  constructor(dependencies: ResumeQuestionDependencies) {
    super({ isAsked: false }, dependencies.reportError);
    this.#dependencies = dependencies;
  }

  /** To be called with the snapshot of a pause; the returned function is to be called when playback continues. */
  consider(pause: PlayerSnapshot): () => void {
    if (this.#isDue(pause)) this.#ask(pause).catch(this.#dependencies.reportError);
    return () => this.dismiss();
  }

  dismiss = (): void => void this.update({ isAsked: false });

  /** Stores exactly the consent that positions need. Returns whether it could be stored. */
  async accept(): Promise<boolean> {
    this.dismiss();
    const written = await this.#dependencies.infrastructure.writePreference(CHOICE_PREFERENCE, POSITIONS_LEVEL);
    return written.ok;
  }

  async #ask(pause: PlayerSnapshot): Promise<void> {
    const report = await this.#dependencies.infrastructure.privacy({});
    if (!report.ok || report.value.isStated || report.value.ceiling === 'none' || !this.#isDue(pause)) return;
    this.#hasAsked = true;
    this.update({ isAsked: true });
  }

  /** Whether the viewer has paused in the middle of the video; a pause by the host does not count. */
  #isDue(pause: PlayerSnapshot): boolean {
    const { player, control, clock, canStore, picture, textPx } = this.#dependencies;
    const isPaused = isPausedForGood(player) && control.lastSourceOf('pauseVideo') === 'viewer';
    const em = textPx();
    const heightEm = pause.captions.active >= 0 ? CAPTIONS_ROOM_EM : ROOM_EM.height;
    const hasRoom = picture.clientWidth >= ROOM_EM.width * em && picture.clientHeight >= heightEm * em;
    const isWorthIt = placeOf(pause, clock.monotonicNow()) === 'middle';
    return !this.#hasAsked && isPaused && hasRoom && isWorthIt && canStore();
  }
}

export const resumeQuestion = defineFeature(
  ({ page, playback }) =>
    new ResumeQuestion({
      ...page,
      ...playback,
      picture: page.media,
      textPx: () => Number.parseFloat(getComputedStyle(page.root).fontSize),
      canStore: () => unlessThrown(() => globalThis.window.localStorage.length) !== undefined,
    }),
);
