import {
  CAPTION_COLOURS,
  CAPTION_EDGES,
  CAPTION_FONTS,
  CAPTION_SIZES_PERCENT,
  CAPTION_TEXT_OPACITIES_PERCENT,
  CAPTION_WINDOW_OPACITIES_PERCENT,
  captionCss,
  type CaptionStyle,
} from './caption-style.ts';
import type { WordKey } from '../../language/word.ts';
import { useFeature, useLanguage, useStore } from '../shared/player-context.tsx';
import { captionStyles } from './caption-style-store.ts';

const FONT_WORDS: Readonly<Record<CaptionStyle['font'], WordKey>> = {
  sans: 'fontSans',
  serif: 'fontSerif',
  mono: 'fontMono',
  casual: 'fontCasual',
  cursive: 'fontCursive',
  smallCaps: 'fontSmallCaps',
};
const EDGE_WORDS: Readonly<Record<CaptionStyle['edge'], WordKey>> = {
  none: 'edgeNone',
  shadow: 'edgeShadow',
  outline: 'edgeOutline',
  raised: 'edgeRaised',
  depressed: 'edgeDepressed',
};

/** Settings of the caption style, with a live sample. Native selects: every browser makes them accessible. */
export function CaptionStylePage() {
  const styles = useFeature(captionStyles);
  const language = useLanguage();
  const { say, percent } = language;
  const style = useStore(styles);
  const css = captionCss(style, 0);

  const percents = (values: readonly number[]) => values.map((value) => [String(value), percent(value)] as const);
  const colours = CAPTION_COLOURS.map((name) => [name, say(name)] as const);
  const select = <Key extends keyof CaptionStyle>(
    key: Key,
    label: WordKey,
    options: readonly (readonly [value: string, text: string])[],
  ) => (
    <label className="style-row">
      <span>{say(label)}</span>
      <select
        value={String(style[key])}
        onChange={({ target }) =>
          styles.change({ [key]: typeof style[key] === 'number' ? Number(target.value) : target.value })
        }
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );

  return (
    <div className="style-page">
      <p className="style-sample" aria-hidden="true" data-font={style.font} data-edge={style.edge}>
        <span
          className="caption-frame"
          style={{ ...css.window, fontSize: `${style.sizePercent / 100}em`, ...css.frame }}
        >
          <span className="caption-line" style={css.line}>
            {say('sample')}
          </span>
        </span>
      </p>
      {select(
        'font',
        'font',
        CAPTION_FONTS.map((name) => [name, say(FONT_WORDS[name])] as const),
      )}
      {select('sizePercent', 'size', percents(CAPTION_SIZES_PERCENT))}
      {select('textColour', 'textColour', colours)}
      {select('textOpacityPercent', 'textOpacity', percents(CAPTION_TEXT_OPACITIES_PERCENT))}
      {select('backgroundColour', 'backgroundColour', colours)}
      {select('backgroundOpacityPercent', 'backgroundOpacity', percents(CAPTION_WINDOW_OPACITIES_PERCENT))}
      {select('windowColour', 'windowColour', colours)}
      {select('windowOpacityPercent', 'windowOpacity', percents(CAPTION_WINDOW_OPACITIES_PERCENT))}
      {select(
        'edge',
        'edge',
        CAPTION_EDGES.map((name) => [name, say(EDGE_WORDS[name])] as const),
      )}
      <button type="button" className="text-button" onClick={() => styles.reset()}>
        {say('reset')}
      </button>
    </div>
  );
}
