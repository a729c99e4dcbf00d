/** Names of Web Locks (S10); both threads ask for them. */

/** A context's proof of life: held as long as it runs, and let go in the back/forward cache. */
export function ownerLockName(sessionId: string): string {
  return `oriel.owner.${sessionId}`;
}

/** Held around one request, never longer: who holds it sends. */
export function senderLockName(identifier: string): string {
  return `oriel.sender.${encodeURIComponent(identifier)}`;
}
