import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An installed package, read from its folder. */
export interface InstalledPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** License from the manifest, usually an SPDX expression. */
  readonly licence: string;
  readonly address: string | undefined;
  /** Runtime dependencies, including optional dependencies. */
  readonly needs: readonly string[];
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LICENCE_FILE = /^(?:licen[cs]e|copying)\b/i;
const NOTICE_FILE = /^notice\b/i;

/** The package that contains a file; skips manifests of nested folders, which have no name or version. */
export function packageOfFile(file: string): InstalledPackage | undefined {
  for (let folder = dirname(file); folder.includes('node_modules'); folder = dirname(folder)) {
    const found = readPackage(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The package that `name` resolves to for a module in `folder`, if it is installed. */
export function packageByName(name: string, folder: string): InstalledPackage | undefined {
  const found = readPackage(join(folder, 'node_modules', name));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : packageByName(name, parent));
}

/** The licence of a package with its notices, which Apache-2.0 requires; `undefined` if it contains no licence. */
export function licenceText({ folder }: InstalledPackage): string | undefined {
  const files = readdirSync(folder);
  const licences = files.filter((file) => LICENCE_FILE.test(file));
  if (licences.length === 0) return undefined;
  const notices = files.filter((file) => NOTICE_FILE.test(file));
  return [...licences, ...notices].map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

function readPackage(folder: string): InstalledPackage | undefined {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const { name, version, license: licence = '', homepage, repository } = manifest;
  if (name === undefined || version === undefined) return undefined;
  const address = homepage ?? (typeof repository === 'object' ? repository.url : repository);
  const needs = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  return { folder, name, version, licence, address, needs };
}
