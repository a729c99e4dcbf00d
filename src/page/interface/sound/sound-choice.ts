/** Percent of the video's own volume. More than twice as loud is mostly noise. */
export const BOOSTS_PERCENT = [100, 125, 150, 175, 200] as const;

/** The viewer's choice of changes to the sound. */
export interface SoundChoice {
  readonly boostPercent: (typeof BOOSTS_PERCENT)[number];
  /** Quiet parts are louder, and loud parts quieter. */
  readonly isStable: boolean;
}

export const PLAIN_SOUND: SoundChoice = { boostPercent: 100, isStable: false };

export function isPlain({ boostPercent, isStable }: SoundChoice): boolean {
  return boostPercent === PLAIN_SOUND.boostPercent && !isStable;
}

/** Reads a stored choice, which may hold anything; invalid parts get their defaults. */
export function readSoundChoice(stored: unknown): SoundChoice {
  const given: Partial<Record<keyof SoundChoice, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : PLAIN_SOUND;
  return {
    boostPercent: BOOSTS_PERCENT.find((percent) => percent === given.boostPercent) ?? PLAIN_SOUND.boostPercent,
    isStable: given.isStable === true,
  };
}
