import { createPortal } from 'react-dom';
import { hasAddress } from '../../player/stream/media-element.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, usePage, useSay, useStore } from '../shared/player-context.tsx';
import { television, televisionOffer } from './television-store.ts';

const Cover = onDemand(async () => (await import('../picture-in-picture/window-cover.tsx')).Cover);

/** The button, while a receiver is available, and the cover of the page while the video plays on a receiver. */
export function TelevisionButton() {
  const { media, root } = usePage();
  const say = useSay();
  const receiver = useFeature(television);
  const { state } = useStore(receiver);
  const offer = useStore(useFeature(televisionOffer));
  const isAway = state === 'connecting' || state === 'there';
  // Safari's AirPlay button serves an address that the element plays already.
  const hasAirPlay = 'WebKitPlaybackTargetAvailabilityEvent' in window && hasAddress(media);
  const container = root.querySelector('.interface');
  return (
    <>
      {isAway && container && createPortal(<Cover words="playingOnTv" onReturn={receiver.toggle} />, container)}
      {(isAway || (offer === 'button' && !hasAirPlay)) && (
        <IconButton
          icon="television"
          label={say('playOnTv')}
          className="wide-only"
          aria-pressed={isAway}
          onClick={receiver.toggle}
        />
      )}
    </>
  );
}
