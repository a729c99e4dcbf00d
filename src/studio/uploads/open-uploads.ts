import type { Hono } from 'hono';
import { makeNonce } from '../../../protocol/identifiers.ts';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { RunTool } from '../preparation/run-tool.ts';
import type { RepeatedLines } from '../../provider/operations/repeated-lines.ts';
import { DAY_MS, type Limits } from '../../provider/settings/limits.ts';
import type { AcceptCaptions } from './captions-thread.ts';
import { VideoUploads } from './video-uploads.ts';
import type { PrepareUpload } from './preparation-job.ts';
import { createToolCheck } from './tool-check.ts';
import { readDiskSpace, UploadFolder } from './upload-folder.ts';
import { uploadRoutes, type UploadRoutesDependencies } from './upload-routes.ts';

export interface UploadsOptions {
  /** Folder of uploads until their videos are in the catalog. */
  readonly folder: string;
  readonly catalogFolder: string;
  readonly prepare: PrepareUpload;
  readonly run: RunTool;
  /** Converts captions outside of the serving thread. */
  readonly acceptCaptions: AcceptCaptions;
  /** Reports a new video in the catalog; resolves once viewers can watch it. */
  readonly onAdded: () => Promise<void>;
}

interface UploadsDependencies extends Pick<UploadRoutesDependencies, 'bodies' | 'pathPrefix' | 'publicOrigin'> {
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: Pick<Limits, 'uploadMaxBytes' | 'uploadRetentionDays'>;
  readonly repeatedLines: RepeatedLines;
}

export interface Uploads {
  readonly mount: (app: Hono) => void;
  readonly close: () => Promise<void>;
}

const ID_CHARACTERS = 11;

/** Opens uploads of videos and their preparation; resumes uploads of earlier runs. */
export async function openUploads(options: UploadsOptions, dependencies: UploadsDependencies): Promise<Uploads> {
  const { clock, random, limits, repeatedLines } = dependencies;
  const folder = new UploadFolder(options.folder);
  const uploads = await VideoUploads.open({
    ...options,
    folder,
    clock,
    readDiskSpace,
    keptMs: limits.uploadRetentionDays * DAY_MS,
    onBug: (error) =>
      repeatedLines.write(
        { kind: 'uploads' },
        { level: 'error', fields: { err: error }, message: 'an upload met a bug' },
      ),
  });
  return {
    mount: (app) =>
      uploadRoutes(app, {
        ...dependencies,
        uploads,
        filesFolder: folder.files,
        findMissingTools: createToolCheck(options.run, clock),
        newId: () => makeNonce(random.bytes(ID_CHARACTERS)),
        maxBytes: limits.uploadMaxBytes,
      }),
    close: () => uploads.close(),
  };
}
