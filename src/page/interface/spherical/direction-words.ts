import type { ViewDirection } from '../../../../protocol/media/spherical.ts';
import type { Language } from '../../language/language.ts';
import { FOV_DEGREES } from '../../../../protocol/media/spherical.ts';

/** The direction in words: degrees from the middle of the picture to the left or right, up or down, and the zoom. */
export function directionWords(direction: ViewDirection, { say, percent }: Pick<Language, 'say' | 'percent'>): string {
  const yaw = Math.round(direction.yaw) % 360;
  const pitch = Math.round(direction.pitch);
  const zoomPercent = Math.round((100 * FOV_DEGREES) / direction.fov);
  const words: string[] = [];
  if (yaw > 180) words.push(say('lookRight', { degrees: 360 - yaw }));
  else if (yaw > 0) words.push(say('lookLeft', { degrees: yaw }));
  if (pitch !== 0) words.push(say(pitch > 0 ? 'lookUp' : 'lookDown', { degrees: Math.abs(pitch) }));
  if (words.length === 0) words.push(say('lookAhead'));
  if (zoomPercent !== 100) words.push(say('zoomed', { percent: percent(zoomPercent) }));
  return words.join(', ');
}
