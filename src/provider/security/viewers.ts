import type { Visitors } from './visitors.ts';

/** Whom an action belongs to: the signed-in user, else the visitor. */
export interface Viewers {
  of(request: Request, visitorData: string | undefined): string | undefined;
}

export function createViewers(visitors: Visitors, dataSyncIdOf: (request: Request) => string | undefined): Viewers {
  return {
    of(request, visitorData) {
      const user = dataSyncIdOf(request);
      const visitor = visitors.idOf(visitorData);
      return user === undefined ? visitor && `visitor:${visitor}` : `user:${user}`;
    },
  };
}
