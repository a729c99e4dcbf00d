import { KEY_SYSTEMS, type ContentProtection, type LicenseSource } from '../../../protocol/media/content-protection.ts';
import { LICENSE_PATH, LICENSE_TOKEN_PARAMETER } from '../../../protocol/provider/paths.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Video } from '../catalog/catalog.ts';
import { isAbsolute } from '../catalog/media-address.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import type { VideoTokens } from '../security/video-tokens.ts';

interface Dependencies {
  readonly tokens: VideoTokens;
  readonly clock: Clock;
  readonly lifetimeMs: number;
  readonly pathPrefix: PathPrefix;
}

/** The protection of a video for its page: addresses, and headers only if the page requests licenses itself. */
export type ProtectionForPage = (video: Video) => ContentProtection | undefined;

export function protectionForPage({ tokens, clock, lifetimeMs, pathPrefix }: Dependencies): ProtectionForPage {
  return ({ id, drm }) => {
    if (drm === undefined) return undefined;
    const sources = KEY_SYSTEMS.flatMap((system): (readonly [string, LicenseSource])[] => {
      const server = drm[system];
      if (server === undefined) return [];
      const token = tokens.license(id, system, clock.now() + lifetimeMs);
      const viaProvider = pathPrefix.add(`${LICENSE_PATH}?${LICENSE_TOKEN_PARAMETER}=${token}`);
      if ('keys' in server) return [[system, { licenseUrl: viaProvider }]];
      const { licenseUrl, certificateUrl, headers, isDirect } = server;
      const certificate =
        certificateUrl === undefined
          ? {}
          : { certificateUrl: isDirect || !isAbsolute(certificateUrl) ? certificateUrl : viaProvider };
      return [
        [
          system,
          isDirect
            ? { licenseUrl, ...certificate, ...(headers === undefined ? {} : { headers }) }
            : { licenseUrl: viaProvider, ...certificate },
        ],
      ];
    });
    return Object.fromEntries(sources) as ContentProtection;
  };
}
