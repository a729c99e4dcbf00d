import { toggleCaptions } from '../controls/commands.ts';
import type { KeyAction, KeyRow } from '../keyboard/key-row.ts';
import type { Features } from '../shared/features.ts';
import { notices } from '../shared/notices.ts';
import { captionStyles } from './caption-style-store.ts';
import { captionsNotice } from './track-name.ts';

const switchCaptions: KeyAction = ({ player, features }) => {
  const { say } = features.language;
  const notice = features.get(notices);
  if (!toggleCaptions(player)) return notice.show(say('noCaptions'));
  const { active, tracks } = player.getSnapshot().captions;
  notice.show(captionsNotice(tracks[active], features.language));
};

const resizeCaptions =
  (step: 1 | -1): KeyAction =>
  ({ features }) =>
    showPercent(features, 'size', features.get(captionStyles).resize(step));

const fadeCaptionText: KeyAction = ({ features }) =>
  showPercent(features, 'textOpacity', features.get(captionStyles).nextTextOpacity());

const fadeCaptionWindow: KeyAction = ({ features }) =>
  showPercent(features, 'windowOpacity', features.get(captionStyles).nextWindowOpacity());

function showPercent(features: Features, word: 'size' | 'textOpacity' | 'windowOpacity', percent: number): void {
  const { language } = features;
  features.get(notices).show(`${language.say(word)} ${language.percent(percent)}`);
}

export const CAPTION_KEYS: readonly KeyRow[] = [
  { label: 'captions', shown: ['C'], keys: { c: switchCaptions } },
  {
    label: 'keyCaptionSize',
    shown: ['+', '-'],
    repeats: true,
    keys: { '+': resizeCaptions(1), '=': resizeCaptions(1), '-': resizeCaptions(-1) },
  },
  { label: 'keyTextOpacity', shown: ['O'], keys: { o: fadeCaptionText } },
  { label: 'keyWindowOpacity', shown: ['W'], keys: { w: fadeCaptionWindow } },
];
