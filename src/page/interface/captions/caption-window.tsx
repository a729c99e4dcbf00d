import { useCallback } from 'react';
import { captionCss, type CaptionCss } from './caption-style.ts';
import { placeCue } from './cue-layout.ts';
import type { ActiveCue } from '../../player/player.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { useFeature, usePlayerState, useStore } from '../shared/player-context.tsx';
import { captionStyles } from './caption-style-store.ts';

/** Draws only when the cues or the viewer's style change. */
export function CaptionWindow() {
  const style = useStore(useFeature(captionStyles));
  const cues = usePlayerState(({ captions }) => captions.cues);
  const hostSize = usePlayerState(({ captions }) => captions.fontSize);
  const languageCode = usePlayerState(({ captions }) => captions.tracks[captions.active]?.languageCode ?? '');
  if (cues.length === 0) return null;
  const css = captionCss(style, hostSize);
  return (
    <div className="captions" data-font={style.font} data-edge={style.edge} style={css.window} lang={languageCode}>
      {cues.map((cue, index) => (
        <FeatureBoundary key={`${index} ${cue.text}`} feature="cue">
          <Cue cue={cue} css={css} />
        </FeatureBoundary>
      ))}
    </div>
  );
}

function Cue({ cue, css }: { cue: ActiveCue; css: CaptionCss }) {
  const { layout, zone } = placeCue(cue);
  // The parser's own elements: italics, voices and ruby stay, and text is never parsed as markup.
  const fill = useCallback((line: HTMLElement | null) => line?.replaceChildren(cue.getCueAsHTML()), [cue]);
  return (
    <div className="caption-cue" data-zone={zone} style={layout} dir="auto">
      <span className="caption-frame" style={css.frame}>
        <span ref={fill} className="caption-line" style={css.line} />
      </span>
    </div>
  );
}
