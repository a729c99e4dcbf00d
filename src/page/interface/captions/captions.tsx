import { useEffect } from 'react';
import { RenewedBoundary } from '../errors/renewed-boundary.tsx';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';
import { captionWindow } from './load-caption-window.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, usePlayerState, useSay } from '../shared/player-context.tsx';

const Window = onDemand(captionWindow);

/** Loads the renderer when captions are first turned on, before the first cue is due. Shows a notice when captions fail. */
export function Captions() {
  const isOn = usePlayerState(({ captions }) => captions.active >= 0);
  const hasFailed = usePlayerState(({ captions }) => captions.hasFailed);
  const notice = useFeature(notices);
  const say = useSay();
  useEffect(() => {
    if (hasFailed) notice.show(`${say('captions')}: ${say('failed')}`, { forMs: LONG_NOTICE_MS });
  }, [hasFailed, notice, say]);
  return (
    isOn && (
      <RenewedBoundary feature="captionWindow">
        <Window />
      </RenewedBoundary>
    )
  );
}
