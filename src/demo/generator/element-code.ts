import { attributeText } from '../../../protocol/host/embed-code.ts';
import { attributeName, type SettingName } from '../../host/element/attributes.ts';

/** Embed parameters for which the element has an attribute; other parameters are in its attribute `parameters`. */
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
 * Code of the player as a custom element with a poster; the host page determines its size.
 *
 * @param parameters Embed parameters that differ from the defaults.
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
    // If an attribute is set already, as with a list and separate ids, the second value stays a parameter.
    if (attribute === '' || attributes.has(attribute)) rest.set(name, String(value));
    else if (FLAGS.includes(name)) attributes.set(attribute, '');
    else attributes.set(attribute, name === 'controls' ? 'false' : String(value));
  }
  if (title !== '') attributes.set('title', title);
  if (needsLocation) attributes.set('geolocation', '');
  if (rest.size > 0) attributes.set('parameters', String(rest));
  // A player with autoplay never shows the poster of `lite`.
  if (!attributes.has('autoplay')) attributes.set('lite', '');
  const words = Array.from(attributes, (attribute) => (attribute[1] === '' ? attribute[0] : attributeText(attribute)));
  return [
    `<script type="module" src="${playerServer}/oriel-player.js"></script>`,
    `<oriel-player ${words.join(' ')} style="display: block; aspect-ratio: 16 / 9"></oriel-player>`,
  ].join('\n');
}
