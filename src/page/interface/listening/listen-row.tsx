import { useFeature, usePlayerState, useSay } from '../shared/player-context.tsx';
import { SwitchRow } from '../panels/menu-parts.tsx';
import { listening, offersListening } from './listening.ts';

/** The switch for sound without pictures, if the stream has such a quality. */
export function ListenRow() {
  const isOffered = usePlayerState(offersListening);
  const isOn = usePlayerState(({ qualityChoice }) => qualityChoice === 'audio');
  const choice = useFeature(listening);
  const say = useSay();
  if (!isOffered) return null;
  return <SwitchRow icon="audio" label={say('audioOnly')} isOn={isOn} onChange={() => choice.set(!isOn)} />;
}
