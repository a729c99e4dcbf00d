import { useEffect, useState } from 'react';
import { usePlayerState, usePlayerTools } from '../player-context.tsx';
import type { CaptionWindow } from './caption-window.tsx';

/** What draws captions comes when they are first on, before the first cue is due. */
export function Captions() {
  const { reportError } = usePlayerTools();
  const isOn = usePlayerState(({ captions }) => captions.active >= 0);
  const [Window, setWindow] = useState<typeof CaptionWindow | null>(null);
  const isMissing = isOn && Window === null;
  useEffect(() => {
    if (!isMissing) return;
    /** After a failure the next time that they are turned on tries again. */
    import('./caption-window.tsx').then((module) => setWindow(() => module.CaptionWindow), reportError);
  }, [isMissing, reportError]);
  return isOn && Window !== null && <Window />;
}
