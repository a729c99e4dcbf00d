import type { MiddlewareHandler } from 'hono';
import { errorPage } from './plain-pages.ts';
import { refusalMessage } from './responses.ts';

/** Whether a person opens the address in a browser; scripts and players accept anything. */
export function asksForPage(headers: Headers): boolean {
  return (headers.get('Accept') ?? '').includes('text/html');
}

/** Responds to a person with a page where a program gets a JSON error. The headers of the response are kept. */
export function errorPages(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { status } = context.res;
    if (status < 400 || !asksForPage(context.req.raw.headers)) return;
    const message = await refusalMessage(context.res);
    if (message !== undefined) context.res = errorPage(status, message);
  };
}
