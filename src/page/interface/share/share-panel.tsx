import { useState } from 'react';
import './share.css';
import { ShareOffer, startingAt } from './share-offer.ts';
import { copyText } from '../shared/copy-text.ts';
import { usePage, usePlayerState, useStore, useTools, useViewer } from '../shared/player-context.tsx';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';

/** N8: the link and the embed code, from the beginning or from here. */
export function SharePanel() {
  const tools = useTools();
  const { say, clockTime } = tools.viewer.language;
  const { title, isLive } = usePlayerState((snapshot) => snapshot.video);
  const [offer] = useState(() => new ShareOffer(tools));
  const [seconds] = useState(tools.viewer.wholeSeconds.get);
  const [isFromHere, setFromHere] = useState(false);
  const known = useStore(offer);
  const links = isFromHere ? startingAt(known, seconds) : known;
  return (
    <PanelFrame className="sheet" label={say('share')} focus=".share-field input">
      <PanelHead title={say('share')} />
      <CopyField label={say('link')} text={links.link} />
      {!isLive && seconds > 0 && (
        <label className="share-start">
          <input type="checkbox" checked={isFromHere} onChange={({ target }) => setFromHere(target.checked)} />
          {say('startAt', { time: clockTime(seconds) })}
        </label>
      )}
      <CopyField label={say('embedCode')} text={links.embedCode} />
      {'share' in navigator && (
        <button
          type="button"
          className="text-button"
          /** A refusal and a cancellation look alike, and need no message. */
          onClick={() => void navigator.share({ title, url: links.link }).catch(() => undefined)}
        >
          {say('shareWith')}
        </button>
      )}
    </PanelFrame>
  );
}

/** A text to copy. The button's label reports the result, visually and to screen readers. */
function CopyField({ label, text }: { label: string; text: string }) {
  const { root, reportError } = usePage();
  const { language } = useViewer();
  const [copied, setCopied] = useState<{ readonly text: string; readonly word: 'copied' | 'copyFailed' } | null>(null);
  const outcome = copied?.text === text ? language.say(copied.word) : null;
  const copy = async (): Promise<void> => {
    setCopied({ text, word: (await copyText(root, text)) ? 'copied' : 'copyFailed' });
  };
  return (
    <div className="share-field">
      <label>
        {label}
        <input readOnly dir="ltr" value={text} onFocus={({ target }) => target.select()} />
      </label>
      <button
        type="button"
        className="text-button quiet"
        aria-label={`${outcome ?? language.say('copy')}: ${label}`}
        onClick={() => void copy().catch(reportError)}
      >
        {outcome ?? language.say('copy')}
      </button>
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </div>
  );
}
