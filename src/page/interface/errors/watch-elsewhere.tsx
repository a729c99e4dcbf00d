import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import { usePage, usePlayerState, useSay } from '../shared/player-context.tsx';
import { siteName } from './site-name.ts';

/** Errors of this player, or of this site, that the page of the video does not have; their advice says to go there. */
const PLAYS_ELSEWHERE: readonly PlayerErrorCode[] = [
  'embedder.denied',
  'embedder.identity.denied',
  'mrm.blocked',
  'auth',
  'drm.auth',
  'html5.unsupportedads',
];

/** The way to the page where the video was published, if the provider names one. */
export function WatchElsewhere({ code }: { code: PlayerErrorCode }) {
  const { root } = usePage();
  const { pageUrl, author } = usePlayerState(({ video }) => video);
  const say = useSay();
  if (pageUrl === null || !PLAYS_ELSEWHERE.includes(code)) return null;
  return (
    <a className="text-button" href={pageUrl} target="_blank" rel="noopener" data-row="watchElsewhere">
      {say('watchOn', { site: siteName(pageUrl, author, root.baseURI) })}
    </a>
  );
}
