/** What `getOptions` and `getOption` answer: modules and their options as the last `apiInfoDelivery` lists them. */
export class ApiInfo {
  #info: Readonly<Record<string, unknown>> = {};
  #methods: readonly string[] = [];

  replace(info: unknown): void {
    this.#info = isRecord(info) ? info : {};
  }

  takeMethods(methods: unknown): void {
    if (Array.isArray(methods)) this.#methods = methods.filter((method) => typeof method === 'string');
  }

  get methods(): readonly string[] {
    return this.#methods;
  }

  /** Modules, or the options of one. */
  options(module?: string): unknown {
    if (!module) return this.#info['namespaces'] ?? [];
    const known = this.#module(module);
    return known['options'] ?? [];
  }

  option(module: string, option: string): unknown {
    return this.#module(module)[option];
  }

  #module(name: string): Readonly<Record<string, unknown>> {
    const module = Object.hasOwn(this.#info, name) ? this.#info[name] : undefined;
    return isRecord(module) ? module : {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
