import { useState } from 'react';
import { AirPlay } from './airplay.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { usePage, useStore } from '../shared/player-context.tsx';

export function AirPlayTarget() {
  const { media, reportError } = usePage();
  const [airPlay] = useState(() => new AirPlay(media, reportError));
  const { isAvailable, isActive } = useStore(airPlay);
  if (!isAvailable) return null;
  return (
    <IconButton icon="airPlay" label="AirPlay" className="wide-only" aria-pressed={isActive} onClick={airPlay.choose} />
  );
}
