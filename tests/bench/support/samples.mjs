import { BenchProgress } from './progress.mjs';

/** Alternates the direction by round: of two builds neither is always the first. */
function inTurn(ways, round) {
  return round % 2 === 0 ? ways : ways.toReversed();
}

/**
 * Samples of every way by its name, one for each round; the ways take turns. Says what runs and how long the rest takes.
 *
 * @template {{ readonly name: string }} Way
 * @template Sample
 * @param {object} options
 * @param {string} options.title What is measured, for the lines of progress.
 * @param {readonly Way[]} options.ways
 * @param {number} options.rounds
 * @param {number} options.expectedStepMs Length of one sample on a quiet machine.
 * @param {(way: Way) => Promise<Sample>} options.measure
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<Map<string, Sample[]>>}
 */
export async function samplesInTurn({ title, ways, rounds, expectedStepMs, measure, say }) {
  const progress = new BenchProgress({ steps: rounds * ways.length, expectedStepMs, ...(say && { say }) });
  const samples = new Map(ways.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const way of inTurn(ways, round))
      samples.get(way.name).push(await progress.step(`${title}: ${way.name}`, () => measure(way)));
  return samples;
}
