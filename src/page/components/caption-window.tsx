import { captionStyle } from '../interaction/captions/caption-look.ts';
import { usePlayerState, usePlayerTools, useStore } from './player-context.tsx';

/** Draws when the lines change or the viewer changes their look, never in between. */
export function CaptionWindow() {
  const { captionLooks } = usePlayerTools();
  const look = useStore(captionLooks);
  const cues = usePlayerState(({ captions }) => captions.cues);
  const hostSize = usePlayerState(({ captions }) => captions.fontSize);
  const languageCode = usePlayerState(({ captions }) => captions.tracks[captions.active]?.languageCode ?? '');
  if (cues.length === 0) return null;
  const style = captionStyle(look, hostSize);
  return (
    <div className="captions" style={style.window} lang={languageCode} dir="auto">
      <div className="caption-frame" style={style.frame}>
        {cues.map((line, index) => (
          <span key={`${index} ${line}`} className="caption-line" style={style.line}>
            {line}
          </span>
        ))}
      </div>
    </div>
  );
}
