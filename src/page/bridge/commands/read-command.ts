import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { parseAt } from '../../../../protocol/runtime/parse.ts';
import {
  argumentList,
  HOST_COMMANDS,
  HOST_READS,
  type HostCommand,
  type HostCommandName,
} from '../../../../protocol/host/host-messages.ts';

export function isCommandName(name: string): name is HostCommandName {
  return Object.hasOwn(HOST_COMMANDS, name);
}

/** Reads are answered on the host's side; a host that sends one anyway gets no error. */
export function isReadName(name: string): boolean {
  return (HOST_READS as readonly string[]).includes(name);
}

/** A permitted command with arguments that fit its schema (H4). */
export function readCommand(name: HostCommandName, args: unknown): Outcome<HostCommand> {
  const parsed = parseAt<unknown>(`host command ${name}`, HOST_COMMANDS[name], argumentList(args));
  if (!parsed.ok) return fail('api.invalidparam', parsed.message);
  /** Name and arguments belong together by the table, which the compiler cannot follow through the union. */
  return succeed({ name, arguments: parsed.value } as HostCommand);
}
