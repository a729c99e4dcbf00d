import { usePlayerState, useSay } from '../shared/player-context.tsx';
import { PanelFrame, PanelHead } from './panel-frame.tsx';
import { ownAddress } from '../../platform/own-address.ts';

export function AboutPanel() {
  const say = useSay();
  const videoId = usePlayerState((snapshot) => snapshot.video.videoId);
  const title = usePlayerState((snapshot) => snapshot.video.title);
  const path = usePlayerState((snapshot) => snapshot.mediaPath);
  return (
    <PanelFrame className="sheet" label={say('about')}>
      <PanelHead title="Oriel" />
      {/* The whole title; in a narrow frame the title bar cuts it off. */}
      <p dir="auto" className="about">
        {title}
      </p>
      <p dir="ltr" className="about">
        {[videoId, path].filter(Boolean).join(' · ')}
      </p>
      <a href={ownAddress('/third-party-notices.txt', document.baseURI).href} target="_blank" rel="noopener">
        {say('notices')}
      </a>
    </PanelFrame>
  );
}
