import { useState } from 'react';
import './share.css';
import { useFeatures, usePage, useStore, useLanguage } from '../shared/player-context.tsx';
import { wholeSeconds } from '../seek/whole-seconds.ts';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';
import { CopyField } from './copy-field.tsx';
import { firstChoices, linkOptions } from './share-choices.ts';
import { withOptions } from './share-links.ts';
import { ShareOffer } from './share-offer.ts';
import { ShareOptions } from './share-options.tsx';
import { sharedVideo } from './shared-video.ts';

/** The link and the embed code, with options, of the video that played when the panel opened (N8). */
export function SharePanel() {
  const features = useFeatures();
  const { say, code } = features.language;
  const [offer] = useState(() => new ShareOffer(features));
  const [video] = useState(() => sharedVideo(features.playback.player.getSnapshot(), code, features.page.media));
  const [choices, setChoices] = useState(() => firstChoices(video, features.get(wholeSeconds).get()));
  const isByTouch = useIsByTouch();
  const { link, embedCode } = withOptions(useStore(offer), linkOptions(video, choices));
  const { title } = video;
  const data = { title, text: title === '' ? link : say('shareText', { title, link }), url: link };
  const app = canShareWithApp(data) ? <AppButton data={data} /> : null;
  const isAppFirst = isByTouch && app !== null;
  return (
    <PanelFrame
      className="sheet share-sheet"
      label={say('share')}
      focus={isAppFirst ? '.share-app' : '.share-field input'}
    >
      <PanelHead title={say('share')} />
      {isAppFirst && app}
      <CopyField label={say('link')} text={link} />
      <CopyField label={say('embedCode')} text={embedCode} rows={4} />
      <ShareOptions
        video={video}
        choices={choices}
        onChange={(change) => setChoices((before) => ({ ...before, ...change }))}
      />
      {!isAppFirst && app}
    </PanelFrame>
  );
}

/** Whether apps come first, as on a phone, where most links go to apps. Read once: an open panel does not change its order. */
function useIsByTouch(): boolean {
  const { root } = usePage();
  const [isByTouch] = useState(() => {
    const pointer = root.dataset['pointer'] ?? (matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine');
    return pointer === 'coarse';
  });
  return isByTouch;
}

/** Whether the system has a share sheet that accepts these data; a frame also needs its host's permission. */
function canShareWithApp(data: ShareData): boolean {
  return 'canShare' in navigator && navigator.canShare(data);
}

function AppButton({ data }: { data: ShareData }) {
  const { say } = useLanguage();
  return (
    <button
      type="button"
      className="text-button share-app"
      /** A refusal and a cancellation look alike, and need no message. */
      onClick={() => void navigator.share(data).catch(() => undefined)}
    >
      {say('shareWith')}
    </button>
  );
}
