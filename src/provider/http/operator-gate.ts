import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { answerError } from './answers.ts';

/** HTTP basic authentication with any user name. Without a password the live page is open, as on a developer's machine. */
export function operatorGate(password: string | undefined): MiddlewareHandler {
  if (password === undefined) return (_, next) => next();
  const wanted = digest(password);
  return async (context, next) => {
    const [scheme, credentials = ''] = (context.req.header('Authorization') ?? '').split(' ');
    const given = Buffer.from(credentials, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
    if (scheme?.toLowerCase() === 'basic' && timingSafeEqual(digest(given), wanted)) return next();
    return answerError(401, 'This page needs the operator password.', {
      'WWW-Authenticate': 'Basic realm="Oriel provider"',
    });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
