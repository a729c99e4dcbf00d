import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import type { VideoDetails } from '../../../protocol/provider/player-response.ts';
import { escapeHtml, tag } from '../http/escape.ts';

/**
 * The title bar and the length of the first paint; for a live video the length is `liveWord`. `src/page/player/shown-video` writes
 * the same elements when another video is shown. If the video starts with the page, the author's picture would compete with the
 * first frame: its address waits in `data-src` until the interface loads.
 */
export function firstTexts(
  details: VideoDetails | undefined,
  startsAtOnce: boolean,
  liveWord: string,
): Readonly<Record<'title' | 'author' | 'length', string>> {
  if (details === undefined) return { title: '', author: '', length: '' };
  const { title, pageUrl, author, authorUrl, authorPicture, isLive, lengthSeconds } = details;
  const source = { [startsAtOnce ? 'data-src' : 'src']: authorPicture };
  const picture = authorPicture
    ? tag('img', { class: 'author-picture', alt: '', ...source, crossorigin: 'anonymous' })
    : '';
  return {
    title: linked(escapeHtml(title), 'title-link', pageUrl),
    author: author === '' ? '' : linked(`${picture}<bdi>${escapeHtml(author)}</bdi>`, 'author-link', authorUrl),
    length: isLive ? liveWord : lengthSeconds > 0 ? clockTime(lengthSeconds) : '',
  };
}

function linked(html: string, name: string, href: string | undefined): string {
  return href ? `${tag('a', { class: name, href, target: '_blank', rel: 'noopener' })}${html}</a>` : html;
}
