import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { licenceText, packageByName, packageOfFile, type InstalledPackage } from './installed-package.ts';

/** Code that the build itself adds, by the prefix of its module id. */
const HELPERS: Readonly<Record<string, string>> = { '\0vite/': 'vite', '\0rolldown/': 'rolldown' };
/** The licences of Vite's bundled dependencies, which follow Vite's own licence in its file. */
const OWN_LICENCE_ONLY = /^# Licenses of bundled dependencies$[\s\S]*/m;
const PACKAGE_NAME = /^(?:@[^/]+\/)?[^/]+/;

const INTRODUCTION = `Third-party notices

Oriel contains, or runs with, the software below. Each has a licence of its own, which follows its name.
`;

/** Statements of changes by package, which Apache-2.0 requires. */
export type Changes = Readonly<Record<string, string>>;

/**
 * Collects the third-party code of a build: from the modules of its chunks, and from packages that its server loads at
 * run time. All environments and workers of a build share an instance.
 */
export class ThirdPartyNotices {
  readonly #root: string;
  readonly #changes: Changes;
  readonly #peers: readonly string[];
  readonly #bundled = new Map<string, InstalledPackage>();
  readonly #loaded = new Map<string, InstalledPackage>();

  /** @param peers Packages that users of the build install themselves. */
  constructor(root: string, changes: Changes = {}, peers: readonly string[] = []) {
    this.#root = root;
    this.#changes = changes;
    this.#peers = peers;
  }

  /** A plugin that collects from a build of pages or of a worker. */
  collect(): Plugin {
    return {
      name: 'oriel:third-party-notices',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler: (_, bundle) => {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue;
            for (const id of chunk.moduleIds) this.#addModule(id);
            for (const name of chunk.imports) if (!(name in bundle)) this.#addImport(name);
          }
        },
      },
    };
  }

  /** The notices; empty without third-party code. @throws for an unknown licence, so that the build fails. */
  text(): string {
    const { bundled, loaded } = { bundled: [...this.#bundled.values()], loaded: [...this.#loaded.values()] };
    const installed = loaded.filter(({ folder }) => !this.#bundled.has(folder));
    const sections = [
      ...bundled.map((found) => this.#section(found, licenceText(found))),
      ...installed.map((found) => this.#section(found, licenceText(found) ?? this.#standardText(found))),
    ];
    if (sections.length === 0) return '';
    return [INTRODUCTION, ...sections.toSorted()].join(`\n${'='.repeat(80)}\n\n`);
  }

  #addModule(id: string): void {
    const helper = Object.entries(HELPERS).find(([prefix]) => id.startsWith(prefix))?.[1];
    const file = id.replace(/^\0/, '').replace(/\?.*$/, '');
    const found = helper === undefined ? packageOfFile(file) : packageByName(helper, this.#root);
    if (found !== undefined) this.#bundled.set(found.folder, found);
  }

  /** Adds a package with its dependencies, recursively. */
  #addImport(specifier: string, folder = this.#root): void {
    const name = PACKAGE_NAME.exec(specifier)?.[0];
    if (name === undefined || isBuiltin(specifier) || this.#peers.includes(name)) return;
    const found = packageByName(name, folder);
    // An optional dependency may not be installed on this system.
    if (found === undefined || this.#loaded.has(found.folder)) return;
    this.#loaded.set(found.folder, found);
    for (const need of found.needs) this.#addImport(need, found.folder);
  }

  #section({ name, version, licence, address, folder }: InstalledPackage, text: string | undefined): string {
    if (text === undefined || text === '' || licence === '')
      throw new Error(`${name} ${version} is shipped, but ${folder} says nothing of its licence.`);
    const changes = this.#changes[name];
    const head = [`${name} ${version} (${licence})`, address, changes && `Changed: ${changes}`];
    return `${head.filter(Boolean).join('\n')}\n\n${text.replace(OWN_LICENCE_ONLY, '').trim()}\n`;
  }

  /** Text of a licence that a package only names. Such packages are installed unchanged, and are not part of the build. */
  #standardText({ name, licence }: InstalledPackage): string | undefined {
    const path = join(resolve(this.#root, '.build/licences'), `${licence}.txt`);
    if (!existsSync(path)) return undefined;
    return `Copyright (c) the authors of ${name}\n\n${readFileSync(path, 'utf8')}`;
  }
}
