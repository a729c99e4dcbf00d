import type { Language } from '../../language/language.ts';

/** `about 350 MB an hour`; nothing where the playlist does not say. */
export function hourCost(bytesPerHour: number | undefined, { say, dataAmount }: Language): string | undefined {
  return bytesPerHour === undefined ? undefined : say('perHour', { amount: dataAmount(bytesPerHour) });
}
