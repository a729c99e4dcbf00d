import type { Context, Hono } from 'hono';
import { Person } from '../../../protocol/provider/person.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import type { BodyReader } from '../../provider/http/limits/body-reader.ts';
import { refuse, type Accepted } from '../../provider/http/refusal.ts';
import { dataResponse, errorResponse, PRIVATE } from '../../provider/http/responses.ts';
import type { Log } from '../../provider/operations/log.ts';
import type { ForgottenPersons } from '../../provider/stores/forgotten-persons.ts';
import type { PersonStore } from '../../provider/stores/person-store.ts';

export interface PeopleRoutesDependencies {
  readonly persons: PersonStore;
  readonly forgotten: Pick<ForgottenPersons, 'forget'>;
  readonly bodies: Pick<BodyReader, 'json'>;
  readonly log: Log;
}

/** Mounts the routes for the data stored about one person, behind the access check of the operator's pages. */
export function peopleRoutes(app: Hono, { persons, forgotten, bodies, log }: PeopleRoutesDependencies): void {
  app.get('/provider/api/people', async (context) => {
    const person = personIn(context.req.query());
    if (!person.ok) return errorResponse(person.status, person.message);
    return dataResponse({ rows: await persons.find(person.value) });
  });
  app.get('/provider/api/people/export', async (context) => {
    const person = personIn(context.req.query());
    if (!person.ok) return errorResponse(person.status, person.message);
    // Fails before the response starts if the database cannot be read.
    await persons.find(person.value);
    const { kind } = person.value;
    return new Response(streamOf(persons.export(person.value)), {
      headers: {
        ...PRIVATE,
        'Content-Type': 'application/json; charset=utf-8',
        // The file name omits the account, which may be a person's name.
        'Content-Disposition': `attachment; filename="oriel-${kind}.json"`,
      },
    });
  });
  app.post('/provider/api/people/forget', async (context) => {
    const person = await read(context, bodies);
    if (!person.ok) return errorResponse(person.status, person.message);
    const rows = await forgotten.forget(person.value);
    log.info({ kind: person.value.kind, rows }, 'an operator deleted what there was of one person');
    return dataResponse({ rows });
  });
}

async function read(context: Context, bodies: Pick<BodyReader, 'json'>): Promise<Accepted<Person>> {
  const json = await bodies.json(context);
  return json.ok ? personIn(json.value) : json;
}

function personIn(value: unknown): Accepted<Person> {
  const parsed = parseAt('person', Person, value);
  return parsed.ok ? parsed : refuse(400, parsed.message);
}

/** Stream of the parts; rows are read only as fast as the response is sent. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}
