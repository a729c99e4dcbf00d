import { attributeText } from '../../../protocol/host/embed-code.ts';
import { attributeName, type SettingName } from '../../host/element/attributes.ts';

/** Parameters of the address that the element has an attribute for; the others are in its `parameters`. */
const SETTINGS: Readonly<Record<string, SettingName>> = {
  start: 'start',
  end: 'end',
  list: 'playlist',
  playlist: 'playlist',
  autoplay: 'autoplay',
  mute: 'muted',
  loop: 'loop',
  controls: 'controls',
  theme: 'theme',
  color: 'color',
  hl: 'lang',
};
const FLAGS = ['autoplay', 'mute', 'loop'];

export interface ElementVideo {
  readonly videoId: string;
  readonly title: string;
  readonly needsLocation?: boolean | undefined;
}

/**
 * The player as an element with a poster, which has the size that its page gives it.
 *
 * @param parameters Those of the embed address that differ from the defaults.
 */
export function elementCode(
  playerServer: string,
  { videoId, title, needsLocation }: ElementVideo,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const attributes = new Map<string, string>([['video-id', videoId]]);
  const rest = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    const setting = SETTINGS[name];
    const attribute = setting === undefined ? '' : attributeName(setting);
    // A list and ids besides are one attribute and one parameter.
    if (attribute === '' || attributes.has(attribute)) rest.set(name, String(value));
    else if (FLAGS.includes(name)) attributes.set(attribute, '');
    else attributes.set(attribute, name === 'controls' ? 'false' : String(value));
  }
  if (title !== '') attributes.set('title', title);
  if (needsLocation) attributes.set('geolocation', '');
  if (rest.size > 0) attributes.set('parameters', String(rest));
  // A player that starts by itself has no poster to wait at.
  if (!attributes.has('autoplay')) attributes.set('lite', '');
  const words = Array.from(attributes, (attribute) => (attribute[1] === '' ? attribute[0] : attributeText(attribute)));
  return [
    `<script type="module" src="${playerServer}/oriel-player.js"></script>`,
    `<oriel-player ${words.join(' ')} style="display: block; aspect-ratio: 16 / 9"></oriel-player>`,
  ].join('\n');
}
