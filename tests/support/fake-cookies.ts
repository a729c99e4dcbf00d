import type { Clock } from '../../protocol/runtime/clock.ts';

/** A document's cookies, reduced to names, values and lifetimes; can refuse access, or drop new cookies. */
export class FakeCookies {
  readonly written: string[] = [];
  refuses = false;
  drops = false;
  readonly #clock: Clock;
  readonly #jar = new Map<string, { value: string; expiresAtMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get cookie(): string {
    this.#touch();
    const alive = [...this.#jar].filter(([, { expiresAtMs }]) => expiresAtMs > this.#clock.now());
    return alive.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  set cookie(text: string) {
    this.#touch();
    this.written.push(text);
    const [pair = '', ...attributes] = text.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const maxAge = Number(attributes.find((attribute) => attribute.startsWith('Max-Age='))?.slice(8));
    if (maxAge === 0) this.#jar.delete(name);
    if (this.drops || maxAge === 0) return;
    this.#jar.set(name, { value: pair.slice(name.length + 1), expiresAtMs: this.#clock.now() + maxAge * 1_000 });
  }

  #touch(): void {
    if (this.refuses) throw new DOMException('The document is sandboxed', 'SecurityError');
  }
}
