import { panels, type PanelName } from '../panels/panels.ts';
import { bounded } from '../errors/bounded.tsx';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import type { IconName } from '../shared/icon.tsx';
import { useFeature, useLanguage, usePlayerState, useStorePart } from '../shared/player-context.tsx';
import { SubscribeButton } from '../viewer-actions/subscribe-button.tsx';

/** Actions beyond watching, beside the title; in small frames all of them move behind "More". */
export function TopActions() {
  const hasVideo = usePlayerState(({ video, error }) => video.videoId !== '' && error === null);
  const isList = usePlayerState(({ playlist }) => (playlist?.videoIds.length ?? 0) > 1);
  if (!hasVideo) return null;
  return (
    <div className="top-actions">
      {bounded('subscribe', SubscribeButton)}
      {isList && (
        <FeatureBoundary feature="playlistButton">
          <PanelButton name="playlist" icon="list" />
        </FeatureBoundary>
      )}
      <FeatureBoundary feature="shareButton">
        <PanelButton name="share" icon="share" />
      </FeatureBoundary>
      <FeatureBoundary feature="moreButton">
        <PanelButton name="more" icon="more" />
      </FeatureBoundary>
    </div>
  );
}

function PanelButton({ name, icon }: { name: PanelName & ('playlist' | 'share' | 'more'); icon: IconName }) {
  const panel = useFeature(panels);
  const language = useLanguage();
  return (
    <IconButton
      icon={icon}
      label={language.say(name)}
      className={`top-${name}`}
      aria-haspopup="dialog"
      aria-expanded={useStorePart(panel, (open) => open?.name === name)}
      data-opens={name}
      onClick={() => panel.toggle(name)}
    />
  );
}
