import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PlaylistFile, VideoFile } from '../catalog-schema.ts';
import type { CatalogProblem } from '../catalog-problem.ts';
import type { Catalog, Playlist, Video } from '../catalog.ts';
import { SiteSettings } from '../site-settings.ts';
import { byId, knownPlaylists, reportUnknownRelated, valuesOf } from './assemble.ts';
import { DescriptionFolder, type Made } from './description-folder.ts';
import type { Description } from './description.ts';
import { openMediaFolder } from './media-folder.ts';
import { resolveVideo } from './resolve-video.ts';
import { readSiteSettings } from './site-file.ts';

/** The catalog as a whole cannot be used. The message says what to do. */
export class CatalogUnusable extends Error {
  override readonly name = 'CatalogUnusable';
}

export interface CatalogOptions {
  /** Whether links in the media folder may lead out of it. */
  readonly followLinks?: boolean;
}

/**
 * Reads a catalog folder: `videos/*.json`, `playlists/*.json`, `site.json` and the files below `media/` that they name.
 * Later reads cost only what has changed. A fault in one file does not affect the others; but without a folder, or with
 * invalid settings of the site, there is no catalog.
 */
export class CatalogReader {
  readonly #folder: string;
  readonly #videos: DescriptionFolder<VideoFile, Video>;
  readonly #playlists: DescriptionFolder<PlaylistFile, Playlist>;
  #site: { readonly settings: SiteSettings; readonly isWritten: boolean } | undefined;

  constructor(folder: string, { followLinks = false }: CatalogOptions = {}) {
    this.#folder = folder;
    this.#videos = new DescriptionFolder({
      folder,
      name: 'videos',
      schema: VideoFile,
      make: (description, onLookedFor) =>
        makeVideo(description, openMediaFolder(join(folder, 'media'), { followLinks, onLookedFor })),
    });
    this.#playlists = new DescriptionFolder({
      folder,
      name: 'playlists',
      schema: PlaylistFile,
      make: ({ value }) => Promise.resolve({ ok: true, value, warnings: [] }),
    });
  }

  /** Throws {@link CatalogUnusable}. */
  async read(): Promise<Catalog> {
    await this.#checkFolders();
    const problems: CatalogProblem[] = [];
    const site = await this.#readSite(problems);
    const videos = byId(await this.#videos.read(), problems);
    reportUnknownRelated(videos, problems);
    const hasPlaylists = (await namesIn(this.#folder)).includes('playlists');
    const lists = byId(hasPlaylists ? await this.#playlists.read() : [], problems);
    return { site, videos: valuesOf(videos), playlists: knownPlaylists(lists, videos, problems), problems };
  }

  async #checkFolders(): Promise<void> {
    const mend = 'Set ORIEL_CATALOG_DIR to a folder that holds videos/, with a JSON file for each video.';
    const names = await namesIn(this.#folder);
    if (!names.includes('videos'))
      throw new CatalogUnusable(`The catalog ${this.#folder} has no folder videos. ${mend}`);
    await namesIn(join(this.#folder, 'videos'));
  }

  /** Valid settings stay in force until valid ones replace them, so that a typing error cannot lift a restriction. */
  async #readSite(problems: CatalogProblem[]): Promise<SiteSettings> {
    const before = this.#site;
    const read = await readSiteSettings(this.#folder);
    if (read.ok && (read.value !== undefined || before?.isWritten !== true)) {
      const settings = read.value ?? SiteSettings.parse({});
      const isSame = before !== undefined && isDeepStrictEqual(settings, before.settings);
      this.#site = { settings: isSame ? before.settings : settings, isWritten: read.value !== undefined };
      return this.#site.settings;
    }
    const message = read.ok
      ? 'site.json is gone. Write {} to it, or start the provider again, to go on without its settings'
      : read.message;
    if (before === undefined)
      throw new CatalogUnusable(
        `${message}\nsite.json may hold who sees what, so the provider does not start with one that is wrong: mend it, or take it away.`,
      );
    problems.push({ effect: 'kept', message });
    return before.settings;
  }
}

async function makeVideo(
  { value, place }: Description<VideoFile>,
  media: Parameters<typeof resolveVideo>[1],
): Promise<Made<Video>> {
  const resolved = await resolveVideo(value, media);
  if (!resolved.ok) return { ok: false, message: `${place(resolved.fault.field)}: ${resolved.fault.text}` };
  const warnings = resolved.warnings.map(({ field, text }) => `${place(field)}: ${text}`);
  return { ok: true, value: resolved.video, warnings };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown error'})`;
    throw new CatalogUnusable(
      `The folder ${folder} of the catalog ${reason}. Set ORIEL_CATALOG_DIR to a folder that holds videos/, with a JSON file for each video.`,
    );
  }
}
