import budgets from './budgets.json' with { type: 'json' };

/** The budgets of sizes, whose paths are written from the root: the tool reads them from this folder. */
const fromHere = (path) => path.replace(/^(!?)/, '$1../');

export default budgets.sizes.map((size) => ({ ...size, path: [size.path].flat().map(fromHere) }));
