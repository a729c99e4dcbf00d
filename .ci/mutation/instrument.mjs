/**
 * Compiles all mutants into a module. The global function `oriel_isMutant` selects the active mutant at run time, so the module is
 * transformed only once, and a mutant only costs a run of its tests.
 */
export function instrument(code, mutants) {
  const places = new Map();
  for (const mutant of mutants) {
    const key = `${mutant.start} ${mutant.end}`;
    places.set(key, [...(places.get(key) ?? []), mutant]);
  }
  const nested = [...places.values()].sort(([left], [right]) => left.start - right.start || right.end - left.end);
  return emit(code, 0, code.length, nested);
}

/** Writes the code from `start` to `end` with the mutants at `places`; outer places come before inner places. */
function emit(code, start, end, places) {
  let text = '';
  let position = start;
  for (let index = 0; index < places.length;) {
    const [place] = places[index];
    let next = index + 1;
    while (next < places.length && places[next][0].start < place.end) next += 1;
    text += code.slice(position, place.start) + choose(code, places[index], places.slice(index + 1, next));
    position = place.end;
    index = next;
  }
  return text + code.slice(position, end);
}

function choose(code, mutants, inside) {
  const [{ what, start, end }] = mutants;
  if (what === 'block') {
    return `{ if (oriel_isMutant(${mutants[0].id})) {} else {${emit(code, start + 1, end - 1, inside)}} }`;
  }
  const choices = mutants.map(({ id, replacement }) => `oriel_isMutant(${id}) ? (${replacement}) : `).join('');
  return `(${choices}(${emit(code, start, end, inside)}))`;
}
