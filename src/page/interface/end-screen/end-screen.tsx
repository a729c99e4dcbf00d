import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, usePage, useStore } from '../shared/player-context.tsx';
import { endWatch } from './end-watch.ts';

const View = onDemand(async () => (await import('./end-screen-view.tsx')).EndScreenView);

/** The end screen loads shortly before the end of the video; the stylesheet hides it until the video has ended. */
export function EndScreen() {
  const { endscreen } = usePage().parameters;
  return endscreen && <WhenNear />;
}

function WhenNear() {
  const stage = useStore(useFeature(endWatch));
  return stage !== 'away' && <View isOver={stage === 'over'} />;
}
