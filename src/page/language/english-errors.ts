import type { PlayerErrorCode } from '../../../protocol/errors.ts';

/** What the error card says: what happened, then what to do. */
export const ENGLISH_ERRORS: Readonly<Record<PlayerErrorCode, readonly [title: string, advice: string]>> = {
  'api.invalidparam': ['This video address is not valid', 'Check the link or the embed code.'],
  'video.notfound': ['This video does not exist', 'It may have been removed. Check the link.'],
  'fmt.noneavailable': ['No playable format', 'This browser cannot play any format of this video.'],
  'fmt.decode': ['The video could not be decoded', 'Try again, or choose a lower quality.'],
  'fmt.unplayable': ['The video file is damaged', 'Try again. If it stays, tell the site owner.'],
  'html5.unsupportedads': ['Ads cannot be shown here', 'Watch the video on its own page.'],
  'html5.missingapi': ['This browser is missing a feature', 'Update the browser or use another one.'],
  'html5.unsupportedlive': ['Live video cannot play here', 'Update the browser or use another one.'],
  'drm.unavailable': ['Protected video cannot play here', 'Use a browser with content protection.'],
  'net.badstatus': ['The video server gave an error', 'Try again in a moment.'],
  'net.connect': ['The video server cannot be reached', 'Check the connection, then try again.'],
  'net.timeout': ['The video server does not answer', 'Check the connection, then try again.'],
  'net.unknown': ['The video could not be loaded', 'Check the connection, then try again.'],
  'net.offline': ['You are offline', 'Playback goes on when the connection is back.'],
  'net.unavailable': ['The video is not there', 'Its files are missing on the server. Try again later.'],
  auth: ['You do not have access to this video', 'Sign in on the video site, then reload.'],
  'drm.auth': ['The licence was refused', 'Sign in on the video site, then reload.'],
  'heartbeat.net': ['The connection was lost', 'Check the connection, then try again.'],
  'heartbeat.servererror': ['The video server ended the session', 'Try again in a moment.'],
  'heartbeat.stop': ['Playback was stopped', 'This video may be playing somewhere else.'],
  'embedder.denied': ['This site may not show this video', 'Watch it on its own page.'],
  'mrm.blocked': ['This video is blocked', 'Its owner does not allow it to be shown here.'],
  'embedder.identity.denied': ['This site was not accepted', 'Watch the video on its own page.'],
  'player.internal': ['Something went wrong', 'Try again. The problem has been reported.'],
};
