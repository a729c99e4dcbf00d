import { PLAYER_STATE, type PlayerStateCode } from '../../../../protocol/host/player-state.ts';
import type { HostCommand } from '../../host-messages/host-messages.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Player, PlayerControl } from '../../player/player.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';

/** Time in which viewers read the offer; afterwards it is only an icon while the controls are hidden. */
export const WORDS_SHOWN_MS = 5_000;

/** Commands by which a viewer decides about sound. */
const SOUND_COMMANDS: readonly HostCommand['name'][] = ['mute', 'unMute', 'setVolume'];

const UNDER_WAY: readonly PlayerStateCode[] = [PLAYER_STATE.playing, PLAYER_STATE.paused, PLAYER_STATE.buffering];

export interface SoundOfferSnapshot {
  readonly isOffered: boolean;
  /** The offer was visible long enough to be read. */
  readonly isFamiliar: boolean;
}

export interface SoundOfferDependencies {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'onCommand' | 'lastSourceOf'>;
  readonly clock: Clock;
  /** Whether the offer appears after a muted start that the page requested. */
  readonly offersAfterMutedStart: boolean;
  readonly isSilent: () => boolean;
  readonly reportError: (error: unknown) => void;
}

/**
 * Offers sound with one press while a video plays muted and the viewer has not decided about sound: because the browser allowed only
 * a muted start (P6), or because address or host requested it. The viewer's first decision ends the offer for the page, also a
 * decision that was kept from an earlier visit.
 */
export class SoundOffer extends OwnSnapshot<SoundOfferSnapshot> {
  readonly #dependencies: SoundOfferDependencies;
  #isDecided = false;
  /** Whether nothing has been heard since the first frame; `null` before the first frame. */
  #hasStartedMuted: boolean | null = null;

  constructor(dependencies: SoundOfferDependencies) {
    const { player, control, reportError } = dependencies;
    super({ isOffered: false, isFamiliar: false }, reportError);
    this.#dependencies = dependencies;
    player.subscribe(() => this.#follow());
    control.onCommand(() => this.#follow());
    this.#follow();
  }

  #follow(): void {
    const { player, clock } = this.#dependencies;
    const { muted, error, autoplayBlocked, state } = player.getSnapshot();
    if (state === PLAYER_STATE.playing) this.#hasStartedMuted = this.#hasStartedMuted !== false && muted;
    this.#isDecided ||= this.#hasDecided();
    const isOffered = muted && error === null && !this.#isDecided && (autoplayBlocked || this.#isMutedStart());
    if (isOffered && !this.get().isOffered) clock.after(WORDS_SHOWN_MS, () => this.update({ isFamiliar: true }));
    this.update({ isOffered });
  }

  #hasDecided(): boolean {
    const { control } = this.#dependencies;
    const isByPreference = control.lastSourceOf('mute') === 'preference';
    return isByPreference || SOUND_COMMANDS.some((name) => control.lastSourceOf(name) === 'viewer');
  }

  #isMutedStart(): boolean {
    const { player, offersAfterMutedStart, isSilent: isVideoSilent } = this.#dependencies;
    const isUnderWay = UNDER_WAY.includes(player.getSnapshot().state);
    return offersAfterMutedStart && this.#hasStartedMuted === true && isUnderWay && !isVideoSilent();
  }
}
