import { useCallback } from 'react';
import { captionStyle, type CaptionStyle } from './caption-look.ts';
import { placeCue } from './cue-layout.ts';
import type { ActiveCue } from '../../player/player.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { usePlayerState, usePlayerTools, useStore } from '../shared/player-context.tsx';

/** Draws when the cues change or the viewer changes their look, never in between. */
export function CaptionWindow() {
  const { captionLooks } = usePlayerTools();
  const look = useStore(captionLooks);
  const cues = usePlayerState(({ captions }) => captions.cues);
  const hostSize = usePlayerState(({ captions }) => captions.fontSize);
  const languageCode = usePlayerState(({ captions }) => captions.tracks[captions.active]?.languageCode ?? '');
  if (cues.length === 0) return null;
  const style = captionStyle(look, hostSize);
  return (
    <div className="captions" style={style.window} lang={languageCode}>
      {cues.map((cue, index) => (
        <FeatureBoundary key={`${index} ${cue.text}`} feature="cue">
          <Cue cue={cue} style={style} />
        </FeatureBoundary>
      ))}
    </div>
  );
}

function Cue({ cue, style }: { cue: ActiveCue; style: CaptionStyle }) {
  const { layout, zone } = placeCue(cue);
  /** The reader's own elements: italics, voices and ruby stay, and no text is ever read as markup. */
  const fill = useCallback((line: HTMLElement | null) => line?.replaceChildren(cue.getCueAsHTML()), [cue]);
  return (
    <div className="caption-cue" data-zone={zone} style={layout} dir="auto">
      <span className="caption-frame" style={style.frame}>
        <span ref={fill} className="caption-line" style={style.line} />
      </span>
    </div>
  );
}
