import type { ReactNode } from 'react';
import { offeredSizes } from './frame-sizes.ts';
import { useLanguage } from '../shared/player-context.tsx';
import { RESPONSIVE, type ShareChoices } from './share-choices.ts';
import type { SharedVideo } from './shared-video.ts';
import { StartOption } from './start-option.tsx';

interface ShareOptionsProps {
  readonly video: SharedVideo;
  readonly choices: ShareChoices;
  readonly onChange: (change: Partial<ShareChoices>) => void;
}

/** Options of the link and of the embed code; the size applies only to the code. */
export function ShareOptions({ video, choices, onChange }: ShareOptionsProps) {
  const { say } = useLanguage();
  const { captions } = video;
  const option = (name: 'wholePlaylist' | 'captions' | 'autoplay' | 'loop' | 'isPrivate', label: ReactNode) => (
    <label className="share-option">
      <input type="checkbox" checked={choices[name]} onChange={({ target }) => onChange({ [name]: target.checked })} />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className="share-options">
      <legend>{say('shareOptions')}</legend>
      {!video.isLive && (
        <StartOption
          isOn={choices.hasStart}
          text={choices.startText}
          durationSeconds={video.durationSeconds}
          onChange={onChange}
        />
      )}
      {video.playlist !== null && option('wholePlaylist', say('wholePlaylist'))}
      {captions !== null && option('captions', say('captionsOn', { name: captions.name }))}
      {option('autoplay', say('autoplayMuted'))}
      {!video.isLive && option('loop', say('loop'))}
      {option('isPrivate', say('privateEmbed'))}
      <SizeOption {...{ video, choices, onChange }} />
    </fieldset>
  );
}

function SizeOption({ video, choices, onChange }: ShareOptionsProps) {
  const { say, direction } = useLanguage();
  // In right-to-left text the two numbers would change places.
  const isolate = (text: string): string => (direction === 'rtl' ? `\u2066${text}\u2069` : text);
  return (
    <label className="share-size">
      {say('size')}
      <select value={choices.size} onChange={({ target }) => onChange({ size: target.value })}>
        <option value={RESPONSIVE}>{say('sizeResponsive')}</option>
        {offeredSizes(video.ratio).map(({ key, widthPx, heightPx }) => (
          <option key={key} value={key}>
            {isolate(`${widthPx} × ${heightPx}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
