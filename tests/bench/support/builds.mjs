import { openBuild } from '../../support/other-build.mjs';
import { startFront } from './front.mjs';
import { printTable, startServer } from './measure.mjs';

/** The present build, and with `--against=FOLDER` another one, each with a separate server. */
export async function startBuilds(against, environment = {}) {
  const present = { suffix: '', server: await startServer(environment) };
  if (against === undefined) return builds([present], () => undefined);
  const other = await openBuild(against);
  const server = await startServer({ ...other.environment, ...environment }, other.checkout);
  return builds([present, { suffix: ' (against)', server }], other.remove);
}

function builds(list, remove) {
  return {
    list,
    /** Starts a front for every server, all with the same line. */
    startFronts: (line, pages) => Promise.all(list.map(({ server }) => startFront(server.port, line, pages))),
    async stop() {
      await Promise.all(list.map(({ server }) => server.stop()));
      await remove();
    },
  };
}

/** Lists the player's ways once for each build, next to each other, and all other ways only with the present build. */
export function waysOfBuilds(ways, { list }) {
  return ways.flatMap((way) =>
    isOfPlayer(way)
      ? list.map(({ suffix }, build) => ({ ...way, name: way.name + suffix, build }))
      : [{ ...way, build: 0 }],
  );
}

export const isOfPlayer = ({ path }) => path.startsWith('/embed/');

/**
 * Prints the ratio of the present build to the other build: median and quartiles over the rounds. Prints nothing without
 * another build.
 */
export function printRatios(title, ways, { list: [, other] }, samples, measures) {
  if (other === undefined) return;
  const rowsOf = ({ name }) =>
    measures.map(({ key, title: measured }) => {
      const [ours, theirs] = [name, name + other.suffix].map((way) => samples.get(way).map((sample) => sample[key]));
      return [`${name}: ${measured}`, ...quartiles(ours.map((value, round) => value / theirs[round]))];
    });
  printTable(
    `${title}: this build as a share of the other`,
    ['way', 'median', 'lower quartile', 'upper quartile'],
    ways.filter(isOfPlayer).flatMap(rowsOf),
  );
}

function quartiles(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return [0.5, 0.25, 0.75].map((share) => quantile(sorted, share).toFixed(3));
}

function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const [before, after = before] = sorted.slice(low, low + 2);
  return before + (after - before) * (place - low);
}
