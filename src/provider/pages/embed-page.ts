import TEXTS from 'virtual:first-paint-texts';
import { accentProperties } from '../../../protocol/page/accent.ts';
import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import { LANGUAGES, type ChosenLanguage } from '../../../protocol/page/languages.ts';
import type { FirstParts } from '../../../protocol/media/media-engine.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import {
  FIRST_PARTS_ELEMENT_ID,
  MAIN_SCRIPT_ELEMENT_ID,
  PAGE_CONFIG_ELEMENT_ID,
} from '../../../protocol/page/page-config.ts';
import type { PlayerResponse, VideoDetails } from '../../../protocol/provider/player-response.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import { escapeHtml, escapeScriptJson, tag } from '../http/escape.ts';
import { firstTexts } from './first-texts.ts';
import { largestJpeg, sizesOf } from './poster-sizes.ts';
import { headTags } from './head-tags.ts';

export interface EmbedPageContent {
  readonly config: PageConfig;
  /** Description of the video, for cards. */
  readonly description: string | undefined;
  /** First parts of the video in the configuration, if it may be played. */
  readonly firstParts: FirstParts | undefined;
  readonly parameters: EmbedParameters;
  readonly language: ChosenLanguage;
  /** Origin of the addresses in cards. */
  readonly publicOrigin: string;
  readonly pathPrefix: PathPrefix;
}

/**
 * The embed page: the built HTML with its tokens filled. Poster, title, author, length and a script-free video are
 * present before any script; the configuration is inlined as JSON.
 */
export function renderEmbedPage(
  template: string,
  { config, description, firstParts, parameters, language: { code }, publicOrigin, pathPrefix }: EmbedPageContent,
): string {
  const { theme, controls } = parameters;
  const accent = accentStyles(parameters);
  const words = TEXTS[code];
  const player = config.playerResponse;
  const details = player?.videoDetails;
  const paintedVideo = details === undefined ? '' : ` data-painted="${escapeHtml(details.videoId)}"`;
  const startsAtOnce = playsAtOnce(config, parameters);
  const first = firstTexts(details, startsAtOnce, words.live);
  const themed = (theme === undefined ? '' : ` data-theme="${theme}"`) + (accent === '' ? '' : ' data-accent');
  const fill: Readonly<Record<string, string>> = {
    '<html lang="en" dir="ltr"': `<html${themed} lang="${code}" dir="${LANGUAGES[code]}"`,
    'aria-label="Video player"': `aria-label="${words.player}"`,
    'aria-label="Play"': `aria-label="${words.play}"`,
    'aria-label="Pause"': `aria-label="${words.pause}"`,
    '>Unmute<': `>${words.unmute}<`,
    '>Tap to unmute<': `>${words.tapToUnmute}<`,
    'aria-label="More"': `aria-label="${words.more}"`,
    'class="first-more"': `class="first-more"${controls ? '' : ' hidden'}`,
    'data-live="Live"': `data-live="${words.live}"`,
    'Can’t connect. Try again.': words.unreached,
    'data-state="unstarted"': `data-state="unstarted"${startsAtOnce ? ' data-starting' : ''}${paintedVideo}`,
    '<title>Oriel</title>': `<title>${escapeHtml(documentTitle(details?.title ?? ''))}</title>`,
    '<!--oriel:head-->':
      (details === undefined
        ? tag('meta', NOT_INDEXED)
        : headTags({ details, description, publicOrigin, pathPrefix, showsPoster: !startsAtOnce })) +
      accent +
      NO_SCRIPT_STYLES,
    '<!--oriel:poster-->': details === undefined ? '' : posterPicture(details, startsAtOnce),
    '<!--oriel:heading-->': first.title,
    '<!--oriel:author-->': first.author,
    '<!--oriel:length-->': first.length,
    '<!--oriel:noscript-->': noScript(player, words),
    '<!--oriel:config-->':
      dataBlock(PAGE_CONFIG_ELEMENT_ID, config) +
      (firstParts === undefined ? '' : dataBlock(FIRST_PARTS_ELEMENT_ID, firstParts)),
  };
  return Object.entries(fill).reduce((html, [token, text]) => html.replace(token, () => text), template);
}

const MAIN_SCRIPT = new RegExp(`<meta id="${MAIN_SCRIPT_ELEMENT_ID}" content="([^"]*)">`);

/** Address of the module that a built page runs. */
export function mainScriptOf(template: string): string {
  return MAIN_SCRIPT.exec(template)?.[1] ?? '';
}

function dataBlock(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${escapeScriptJson(data)}</script>`;
}

/** The template with the inline styles that a page may add to it: the policy of the page has their hashes. */
export const withInlineStyles = (template: string, parameters: EmbedParameters): string =>
  template + accentStyles(parameters) + NO_SCRIPT_STYLES;

/** Without scripts, the plain video element replaces the player. */
const NO_SCRIPT_STYLES =
  '<noscript><style>.player{display:none}.noscript{position:fixed;inset:0;width:100%;height:100%}' +
  'p.noscript{display:grid;place-content:center;margin:0;padding:1rem;font-family:system-ui,sans-serif}</style></noscript>';

/** The accent of the address, applied with the first paint. */
function accentStyles({ color }: EmbedParameters): string {
  if (color === undefined) return '';
  const properties = Object.entries(accentProperties(color)).map(([name, value]) => `${name}:${value}`);
  // `:root` twice, to override the styles that follow.
  return `<style>:root:root{${properties.join(';')}}</style>`;
}

const NOT_INDEXED = { name: 'robots', content: 'noindex' };

/** Title of the document (P2). */
export function documentTitle(title: string): string {
  return title === '' ? 'Oriel' : `${title} - Oriel`;
}

/**
 * Whether the inline script starts the video with the page. The poster then waits until the start has failed or takes long: it
 * would compete with the first frame for bandwidth. A spherical picture is not shown flat, so its poster is needed.
 */
function playsAtOnce({ playerResponse }: PageConfig, { autoplay }: EmbedParameters): boolean {
  return (
    autoplay &&
    playerResponse?.playlist === undefined &&
    playerResponse?.playabilityStatus.status === 'OK' &&
    playerResponse.streamingData !== undefined &&
    playerResponse.videoDetails?.isSpherical === false
  );
}

function posterPicture({ posters }: VideoDetails, isLazy: boolean): string {
  const fallback = largestJpeg(posters) ?? posters.at(-1);
  if (fallback === undefined) return '';
  const ofFallback = sizesOf(posters, fallback.mimeType);
  const types = new Set(posters.map(({ mimeType }) => mimeType));
  const sources = [...types]
    .filter((type) => type !== fallback.mimeType)
    .map((type) => tag('source', { ...sizesOf(posters, type), type }));
  const image = tag('img', {
    class: 'poster',
    alt: '',
    src: fallback.url,
    ...(ofFallback.sizes !== undefined && ofFallback),
    width: fallback.width,
    height: fallback.height,
    crossorigin: 'anonymous',
    ...(isLazy ? { loading: 'lazy' } : { fetchpriority: 'high' }),
  });
  return `<picture>${sources.join('')}${image}</picture>`;
}

/** Without scripts, the browser's own controls play the plain file, or a text explains why nothing plays. */
function noScript(
  player: PlayerResponse | undefined,
  { needsScript, unavailable }: { readonly needsScript: string; readonly unavailable: string },
): string {
  const streaming = player?.streamingData;
  // Safari and new Chromium play HLS natively; a live stream has no other source.
  const address = streaming?.progressive[0]?.url ?? streaming?.hlsManifestUrl;
  if (address === undefined) {
    const isRefused = player !== undefined && player.playabilityStatus.status !== 'OK';
    const reason = player?.playabilityStatus.reason ?? (isRefused ? unavailable : needsScript);
    return `<noscript><p class="noscript">${escapeHtml(reason)}</p></noscript>`;
  }
  const poster = largestJpeg(player?.videoDetails?.posters ?? [])?.url;
  const video = tag('video', {
    class: 'noscript',
    controls: true,
    playsinline: true,
    crossorigin: 'anonymous',
    poster,
    src: address,
  });
  const tracks = (player?.captions ?? []).map(({ url, languageCode, name }) =>
    tag('track', { kind: 'subtitles', src: url, srclang: languageCode, label: name }),
  );
  return `<noscript>${video}${tracks.join('')}</video></noscript>`;
}
