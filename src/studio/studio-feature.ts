import type { Feature } from '../provider/feature.ts';
import { videosPolicy } from '../provider/security/content-security-policy.ts';
import { EMBED_PERMISSIONS } from '../provider/security/security-headers.ts';
import { Library } from './library/library.ts';
import { libraryRoutes } from './library/library-routes.ts';
import type { DoLibraryTask } from './library/library-task.ts';
import type { WorkQueue } from './videos/work-queue.ts';
import { openUploads, type UploadsOptions } from './uploads/open-uploads.ts';
import { isUpload } from './uploads/upload-routes.ts';

export interface StudioOptions extends UploadsOptions {
  /** Reads and changes the catalog outside of the serving thread. */
  readonly doLibraryTask: DoLibraryTask;
  /** Whether symbolic links in `media/` may lead out of that folder. */
  readonly followLinks: boolean;
}

/** The operator's page for adding and managing videos, with its routes. */
export function studioFeature(options: StudioOptions & { readonly changes: WorkQueue }): Feature {
  return {
    operatorPaths: ['/provider/films', '/provider/uploads/*'],
    documents: [
      {
        path: '/provider/films',
        template: 'videos-page',
        policy: videosPolicy,
        permissions: EMBED_PERMISSIONS,
        isOperators: true,
        linkText: 'Videos',
      },
    ],
    async mount(app, context) {
      const uploads = await openUploads(options, context);
      uploads.mount(app);
      const { catalogFolder, followLinks, changes, doLibraryTask: doTask, onAdded: onChanged } = options;
      const library = new Library({
        ...{ catalogFolder, followLinks, changes, doTask, onChanged, clock: context.clock, processId: process.pid },
        onBug: (error) =>
          context.repeatedLines.write(
            { kind: 'library' },
            { level: 'error', fields: { err: error }, message: 'the library met a bug' },
          ),
      });
      libraryRoutes(app, { ...context, library });
      return {
        mayTakeLong: isUpload,
        async close() {
          await library.close();
          await uploads.close();
        },
      };
    },
  };
}
