import { useEffect } from 'react';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { useRoomBeside } from '../panels/docking.ts';
import { FailedPanel } from '../panels/failed-panel.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, usePlayerState, useStore } from '../shared/player-context.tsx';
import { dockedTranscript, hasTranscript } from './transcript.ts';
import { panels } from '../panels/panels.ts';

const Docked = onDemand(async () => (await import('./transcript-panel.tsx')).DockedTranscript);

/**
 * The transcript beside the picture, while there is room; when the frame changes its size, an open transcript changes between docked and
 * sheet.
 */
export function TranscriptHost() {
  const panel = useFeature(panels);
  const docked = useFeature(dockedTranscript);
  const open = useStore(docked);
  const hasRoom = useRoomBeside();
  const isOffered = usePlayerState(hasTranscript);
  useEffect(() => {
    if (hasRoom && panel.get()?.name === 'transcript') {
      panel.close();
      docked.open('transcript');
    } else if (!hasRoom && docked.get() !== null) {
      docked.close();
      panel.open('transcript');
    }
  }, [hasRoom, panel, docked]);
  return (
    open !== null &&
    hasRoom &&
    isOffered && (
      <FeatureBoundary feature="dockedTranscript" fallback={<FailedPanel store={dockedTranscript} />}>
        <Docked />
      </FeatureBoundary>
    )
  );
}
