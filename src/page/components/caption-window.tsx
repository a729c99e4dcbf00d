import { usePlayerState } from './player-context.tsx';

export function CaptionWindow() {
  const cues = usePlayerState(({ captions }) => captions.cues);
  const fontSize = usePlayerState(({ captions }) => captions.fontSize);
  if (cues.length === 0) return null;
  return (
    <div className="captions" data-size={fontSize} lang="">
      {cues.map((line, index) => (
        <span key={`${index} ${line}`} className="caption-line">
          {line}
        </span>
      ))}
    </div>
  );
}
