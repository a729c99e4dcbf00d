import { useCallback, useLayoutEffect, useRef } from 'react';
import { captionCss, type CaptionCss } from './caption-style.ts';
import { placeCue } from './cue-layout.ts';
import { fitCaptions } from './fit-captions.ts';
import type { ActiveCue } from '../../player/player.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { useFeature, usePlayerState, useStore } from '../shared/player-context.tsx';
import { captionStyles } from './caption-style-store.ts';

/** Draws the active cues; renders nothing while there are none. */
export function CaptionWindow() {
  const hasCues = usePlayerState(({ captions }) => captions.cues.length > 0);
  return hasCues && <ShownCues />;
}

function ShownCues() {
  const style = useStore(useFeature(captionStyles));
  const cues = usePlayerState(({ captions }) => captions.cues);
  const hostSize = usePlayerState(({ captions }) => captions.fontSize);
  const languageCode = usePlayerState(({ captions }) => captions.tracks[captions.active]?.languageCode ?? '');
  const css = captionCss(style, hostSize);
  const captions = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  // A new cue is at its place at once; shown cues glide as the controls come and go.
  useLayoutEffect(() => {
    delete captions.current?.dataset['gliding'];
    if (captions.current !== null && room.current !== null) fitCaptions(captions.current, room.current);
  });
  useLayoutEffect(() => {
    const [box, free] = [captions.current, room.current];
    if (box === null || free === null) return undefined;
    const observer = new ResizeObserver(() => {
      box.dataset['gliding'] = '';
      fitCaptions(box, free);
    });
    observer.observe(free);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {/* Its size follows the frame, the controls and the parts above them, never the text. */}
      <div ref={room} className="caption-room" />
      <div
        ref={captions}
        className="captions"
        data-font={style.font}
        data-edge={style.edge}
        style={css.window}
        lang={languageCode}
      >
        {cues.map((cue, index) => (
          <FeatureBoundary key={`${index} ${cue.text}`} feature="cue">
            <Cue cue={cue} css={css} />
          </FeatureBoundary>
        ))}
      </div>
    </>
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
