import { isRecord } from '../plain-values.ts';

/** Implements `getOptions` and `getOption`: modules and their options from the last `apiInfoDelivery`. */
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

  /** All modules, or the options of one module. */
  options(module?: unknown): unknown {
    return (module ? this.option(module, 'options') : this.#info['namespaces']) ?? [];
  }

  option(module: unknown, option: unknown): unknown {
    return field(field(this.#info, module), option);
  }
}

function field(record: unknown, name: unknown): unknown {
  return isRecord(record) && typeof name === 'string' && Object.hasOwn(record, name) ? record[name] : undefined;
}
