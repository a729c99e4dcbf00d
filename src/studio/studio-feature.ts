import type { Feature } from '../provider/feature.ts';
import { videosPolicy } from '../provider/security/content-security-policy.ts';
import { EMBED_PERMISSIONS } from '../provider/security/security-headers.ts';
import { openUploads, type UploadsOptions } from './uploads/open-uploads.ts';
import { isUpload } from './uploads/upload-routes.ts';

/** Videos are added on a page of the operator. */
export function studioFeature(options: UploadsOptions): Feature {
  return {
    operatorPaths: ['/provider/films', '/provider/uploads/*'],
    documents: [
      {
        path: '/provider/films',
        template: 'videos-page',
        policy: videosPolicy,
        permissions: EMBED_PERMISSIONS,
        isOperators: true,
        linkText: 'Add a video',
      },
    ],
    async mount(app, context) {
      const uploads = await openUploads(options, context);
      uploads.mount(app);
      return { mayRequestLast: isUpload, close: () => uploads.close() };
    },
  };
}
