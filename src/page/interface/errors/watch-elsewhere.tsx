import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import { usePage, usePlayerState, useSay } from '../shared/player-context.tsx';
import { ownAddress } from '../../platform/own-address.ts';
import { siteName } from './site-name.ts';

/** Errors caused by this player or this site, which do not occur on the video's own page; their advice recommends that page. */
const PLAYS_ELSEWHERE: readonly PlayerErrorCode[] = [
  'embedder.denied',
  'embedder.identity.denied',
  'mrm.blocked',
  'location.needed',
  'location.outside',
  'auth',
  'drm.auth',
  'html5.unsupportedads',
];

interface WatchElsewhereProps {
  readonly code: PlayerErrorCode;
  /** The frame keeps the video from playing; the player's own page would not. */
  readonly isForbidden: boolean;
}

/**
 * Link to the page where the video was published, if the provider names it; without it, to the player's own page if only the frame is at
 * fault.
 */
export function WatchElsewhere({ code, isForbidden }: WatchElsewhereProps) {
  const { root } = usePage();
  const { pageUrl, author, videoId } = usePlayerState(({ video }) => video);
  const say = useSay();
  const playerPage = isForbidden ? ownAddress(`/embed/${videoId}`, root.baseURI).href : null;
  const address = isForbidden || PLAYS_ELSEWHERE.includes(code) ? (pageUrl ?? playerPage) : null;
  if (address === null) return null;
  return (
    <a className="text-button" href={address} target="_blank" rel="noopener" data-row="watchElsewhere">
      {say('watchOn', { site: siteName(address, author, root.baseURI) })}
    </a>
  );
}
