import { useCommand, usePlayerState, useSay } from '../shared/player-context.tsx';
import { SwitchRow } from './menu-parts.tsx';

/** The switch that lets the video start again at its end. */
export function LoopRow() {
  const isOn = usePlayerState((snapshot) => snapshot.loop);
  const command = useCommand();
  const say = useSay();
  return (
    <SwitchRow
      icon="loop"
      label={say('loop')}
      isOn={isOn}
      onChange={() => command({ name: 'setLoop', arguments: [!isOn] })}
    />
  );
}
