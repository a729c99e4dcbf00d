import { resolve } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { Compiler } from './compiler.mjs';
import { Reach } from './reach.mjs';
import { readFile } from './read-file.mjs';
import { resolveUses } from './resolve-uses.mjs';
import { placeOf } from './syntax.mjs';

/**
 * Exported functions and classes, public members of classes, and callable members of interfaces and objects that the
 * product never gets to, by the compiler's own graph.
 */
export function findUnreached({ root, project, isProduct, entries, calledFromOutside = [] }) {
  const api = new API({ cwd: root });
  try {
    const [opened] = api.updateSnapshot({ openProjects: [resolve(root, project)] }).getProjects();
    const paths = opened.program.getSourceFileNames().filter((path) => isOurs(path, root) && !/\.d\.m?ts$/.test(path));
    const read = (path) => readFile(opened.program.getSourceFile(path));
    const relative = (path) => path.slice(root.length + 1);
    const files = paths.filter((path) => isProduct(relative(path))).map(read);
    if (files.length === 0) throw new Error(`${project} has no file of the product.`);
    const declarations = files.flatMap((file) => file.declarations);
    const uses = files.flatMap((file) => file.uses);
    const compiler = new Compiler(opened, declarations, (path) => isOurs(path, root));
    resolveUses(uses, compiler);

    const published = [
      ...entries.flatMap((entry) => exportsOf(resolve(root, entry), opened, declarations, compiler)),
      ...calledFromOutside.flatMap((named) => declaredAs(named, root, declarations)),
    ];
    const unreached = new Reach(declarations, uses, compiler).unreached(published).filter(isReported);

    const names = new Set(unreached.map(({ name }) => name));
    const callers = paths.filter((path) => !isProduct(relative(path))).flatMap((path) => read(path).uses);
    const tests = callers.filter(({ kind, node }) =>
      kind !== 'name' ? kind !== 'property' || names.has(node.text) : names.has(node.text),
    );
    resolveUses(tests, compiler);
    return unreached.map((declaration) => ({
      place: placeOf(declaration.node, root),
      name: fullName(declaration),
      calledAt: tests.filter(({ targets }) => targets.includes(declaration)).map(({ node }) => placeOf(node, root)),
    }));
  } finally {
    api.close();
  }
}

function isOurs(path, root) {
  return path.startsWith(`${root}/`) && !path.slice(root.length).includes('/node_modules/');
}

function isReported({ kind, isExported }) {
  return kind === 'value' ? false : isExported || !['function', 'class'].includes(kind);
}

/** Exports of a published module are called by strangers, and so are the members of the types that it exports. */
function exportsOf(path, { program, checker }, declarations, compiler) {
  const sourceFile = program.getSourceFile(path);
  if (sourceFile === undefined) throw new Error(`There is no entry ${path}.`);
  const module = checker.getSymbolAtLocation(sourceFile);
  if (module === undefined) return [];
  return checker.getExportsOfModule(module).flatMap((symbol) => {
    const handles = compiler.behind(symbol).declarations;
    const nodes = new Set(handles.map((handle) => handle.resolve()).flatMap((node) => [node, node?.type]));
    return declarations.filter(({ node, container }) => nodes.has(node) || (container && nodes.has(container)));
  });
}

/** `{ file, name }`: a class or an interface with all its members, or one member as `Class.member`. */
function declaredAs({ file, name }, root, declarations) {
  const found = declarations.filter(
    (declaration) =>
      declaration.node.getSourceFile().fileName === resolve(root, file) &&
      (fullName(declaration) === name || declaration.container?.name?.text === name),
  );
  if (found.length === 0) throw new Error(`${file} has no ${name}, which .config/reachability.json names.`);
  return found;
}

function fullName({ name, container }) {
  return container?.name === undefined ? name : `${container.name.text}.${name}`;
}
