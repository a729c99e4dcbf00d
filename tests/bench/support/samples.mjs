import { BenchProgress } from './progress.mjs';

/** Reverses the order in every other round, so that neither of two builds is always the first. */
function inTurn(ways, round) {
  return round % 2 === 0 ? ways : ways.toReversed();
}

/**
 * Measures the ways in turn, each once in every round; resolves with the samples by the name of their way. Prints progress.
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
