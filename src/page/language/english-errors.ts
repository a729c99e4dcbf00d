import type { PlayerErrorCode } from '../../../protocol/errors.ts';

/** Texts of the error card: what happened, then what to do. */
export const ENGLISH_ERRORS: Readonly<Record<PlayerErrorCode, readonly [title: string, advice: string]>> = {
  'api.invalidparam': ['Invalid video link', 'Check the link or the embed code.'],
  'video.notfound': ['This video doesn’t exist', 'It may have been removed. Check the link.'],
  'fmt.noneavailable': ['No playable format', 'This browser can’t play any format of this video.'],
  'fmt.decode': ['This video can’t be decoded', 'Try again, or choose a lower quality.'],
  'fmt.unplayable': ['This video file is damaged', 'Try again. If the problem persists, contact the site owner.'],
  'html5.unsupportedads': ['Ads can’t be shown here', 'Watch it on the original site.'],
  'html5.missingapi': ['This browser isn’t supported', 'Update your browser or use a different one.'],
  'html5.unsupportedlive': ['Live video can’t play here', 'Update your browser or use a different one.'],
  'drm.unavailable': ['Protected video can’t play here', 'Use a browser that supports content protection.'],
  'net.badstatus': ['The video server returned an error', 'Try again in a moment.'],
  'net.connect': ['Can’t reach the video server', 'Check your connection, then try again.'],
  'net.timeout': ['The video server isn’t responding', 'Check your connection, then try again.'],
  'net.unknown': ['This video couldn’t be loaded', 'Check your connection, then try again.'],
  'net.offline': ['You’re offline', 'Playback will resume when you’re back online.'],
  'net.unavailable': ['This video is unavailable', 'Its files are missing from the server. Try again later.'],
  auth: ['You don’t have access to this video', 'Sign in on the video site, then reload this page.'],
  'drm.auth': ['The license was refused', 'Sign in on the video site, then reload this page.'],
  'heartbeat.net': ['Connection lost', 'Check your connection, then try again.'],
  'heartbeat.servererror': ['The video server ended the session', 'Try again in a moment.'],
  'heartbeat.stop': ['Playback stopped', 'This video may be playing somewhere else.'],
  'embedder.denied': ['This video can’t be shown on this site', 'Watch it on the original site.'],
  'mrm.blocked': ['This video is blocked', 'The owner has disabled playback here.'],
  'embedder.identity.denied': ['This site isn’t authorized', 'Watch it on the original site.'],
  'player.internal': ['Something went wrong', 'Try again. The problem has been reported.'],
};
