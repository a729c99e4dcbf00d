import { createHmac } from 'node:crypto';
import type { Random } from '../../../protocol/runtime/clock.ts';
import type { Person, PersonRows } from '../../../protocol/provider/person.ts';
import type { Database } from '../database/database.ts';
import { queriesFor, statementOf } from '../database/queries/queries.ts';
import { textOf } from '../database/row.ts';
import { readSecret } from '../database/secret.ts';
import { ForgottenList, type ForgottenLines } from './forgotten-list.ts';
import type { PersonStore } from './person-store.ts';

const DIGEST_BYTES = 16;
const LIST_ID_BYTES = 12;

export interface ForgottenPersonsDependencies {
  readonly database: Database;
  readonly persons: PersonStore;
  readonly random: Random;
  /** File of the list; without one, a restored backup brings persons back. */
  readonly path: string | undefined;
}

/**
 * Forgets persons so that no backup of the database brings them back. The list has digests with a key from the database,
 * so that it names nobody without the key. The database has the place up to which the list was applied; a restored backup has
 * an earlier place.
 */
export class ForgottenPersons {
  readonly #database: Database;
  readonly #persons: PersonStore;
  readonly #random: Random;
  readonly #list: ForgottenList | undefined;
  /** Lines of this process that follow lines that are not applied yet, by their start. */
  readonly #applied = new Map<number, ForgottenLines>();

  constructor({ database, persons, random, path }: ForgottenPersonsDependencies) {
    this.#database = database;
    this.#persons = persons;
    this.#random = random;
    const newId = (): string => Buffer.from(random.bytes(LIST_ID_BYTES)).toString('base64url');
    this.#list = path === undefined ? undefined : new ForgottenList({ path, newId });
  }

  /** How full the list is: past 1, persons are deleted without a line. */
  get listShare(): number {
    return this.#list?.share ?? 0;
  }

  /** Deletes all data of a person. The person is listed first: after a crash in between, the next start deletes the data. */
  async forget(person: Person): Promise<PersonRows> {
    const found = await this.#persons.find(person);
    if (Object.values(found).every((count) => count === 0)) return found;
    const line = await this.#list?.add((await this.#digests())(person));
    const gone = await this.#persons.forget(person);
    if (line !== undefined) await this.#note(line);
    return gone;
  }

  /** Forgets listed persons again whom a restored backup brought back. */
  async applyList(): Promise<void> {
    const entries = await this.#list?.read((listId) => this.#placeIn(listId));
    if (entries === undefined || entries.digests.length === 0) return;
    const digests = new Set(entries.digests);
    const digestOf = await this.#digests();
    for await (const person of this.#persons.all())
      if (digests.has(digestOf(person))) await this.#persons.forget(person);
    await this.#setPlace(entries);
    this.#applied.clear();
  }

  /** Moves the place in the list past this line, unless earlier lines are still to be applied: the line then waits for them. */
  async #note(line: ForgottenLines): Promise<void> {
    this.#applied.set(line.start, line);
    const next = Math.max(line.firstStart, await this.#placeIn(line.listId));
    for (let applied = this.#applied.get(next); applied; applied = this.#applied.get(applied.end)) {
      this.#applied.delete(applied.start);
      await this.#setPlace(applied);
    }
  }

  async #digests(): Promise<(person: Person) => string> {
    const key = await readSecret(this.#database, this.#random);
    return ({ kind, id }) =>
      createHmac('sha256', key)
        .update(`forgotten\n${kind}\n${id}`)
        .digest()
        .subarray(0, DIGEST_BYTES)
        .toString('base64url');
  }

  async #placeIn(listId: string): Promise<number> {
    const query = queriesFor(this.#database.dialect)
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', placeName(listId));
    const { rows } = await this.#database.execute(statementOf(query));
    return rows[0] === undefined ? 0 : Number(textOf(rows[0], 'value'));
  }

  async #setPlace({ listId, end }: ForgottenLines): Promise<void> {
    const value = String(end);
    const query = queriesFor(this.#database.dialect)
      .insertInto('secrets')
      .values({ name: placeName(listId), value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }));
    await this.#database.execute(statementOf(query));
  }
}

const placeName = (listId: string): string => `forgotten:${listId}`;
