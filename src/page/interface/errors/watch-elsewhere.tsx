import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import { usePage, usePlayerState, useSay } from '../shared/player-context.tsx';
import { ownAddress } from '../../platform/own-address.ts';
import { siteName } from './site-name.ts';

/** Errors of this player, or of this site, that the page of the video does not have; their advice says to go there. */
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
  /** The frame keeps it from playing, which the player's own page does not. */
  readonly isForbidden: boolean;
}

/** The way to the page where the video was published, if the provider names one. */
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
